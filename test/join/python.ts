// The Python with the packages that generated Python is tested with: PyTorch, JAX, NumPy, SciPy, scikit-build-core.
import { spawnSync } from "node:child_process";
import { isInstalled } from "../toolchain/compilers.js";

const named = process.env["FFTGEN_PYTHON"];

/** The interpreter that the variable FFTGEN_PYTHON names; undefined without one. */
export const python = named !== undefined && isInstalled(named) ? named : undefined;

const QUESTION = "import importlib.util as u, sys; sys.exit(not all(u.find_spec(name) for name in sys.argv[1:]))";

/** Whether it has this library and what builds packages. */
export const hasModules = (library: "torch" | "jax"): boolean =>
  python !== undefined && spawnSync(python, ["-c", QUESTION, library, "scikit_build_core"]).status === 0;

/** Appended to the names of tests that are skipped for want of them, so that a report says why. */
export const withoutModules = (library: "torch" | "jax"): string =>
  hasModules(library) ? "" : ` (skipped: FFTGEN_PYTHON names no Python with ${library} and scikit-build-core)`;
