// The Python with the packages that generated Python is tested with: PyTorch, NumPy, SciPy, scikit-build-core.
import { isInstalled } from "../toolchain/compilers.js";

const named = process.env["FFTGEN_PYTHON"];

/** The interpreter that the variable FFTGEN_PYTHON names; undefined without one. */
export const python = named !== undefined && isInstalled(named) ? named : undefined;

/** Appended to the names of tests that are skipped, so that a report says why. */
export const withoutPython =
  python === undefined ? " (skipped: FFTGEN_PYTHON names no Python with PyTorch and scikit-build-core)" : "";
