// An emulated bundle in programs of JAX on the host: jax_test.py compares what it serves with JAX's own transforms.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  type Transform,
} from "../../generator/plan/transform.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { installBundle } from "./installed-bundle.js";
import { blockBelow, runLines } from "./joining-document.js";
import { hasModules, python, withoutModules } from "./python.js";

const folder = scratchFolder("jax");
afterAll(folder.remove);

/** Transforms, and the adjoints that gradients need: all but that of dct-2 of 10 and of c2c of 64, which is its own transpose. */
const transforms: readonly Transform[] = [
  makeTransform([64], "f64"),
  makeTransform([64], "f64", { direction: "inverse", scale: 1 / 64 }),
  makeTransform([8, 8], "f64"),
  makeTransform([8, 8], "f64", { direction: "inverse" }),
  makeTransform([24], "f64", { scaling: "run-time" }),
  makeRealTransform("r2c", [27], "f64"),
  makeRealTransform("c2r", [27], "f64"),
  makeRealTransform("c2r", [27], "f64", { scale: 1 / 27 }),
  makeRealTransform("r2c", [4, 16], "f64"),
  makeRealTransform("c2r", [4, 16], "f64"),
  makeTrigonometricTransform("dct-1", [9], "f64"),
  makeTrigonometricTransform("dct-2", [10], "f64"),
  makeTrigonometricTransform("dct-2", [8, 12], "f64"),
  makeTrigonometricTransform("dct-3", [8, 12], "f64"),
  makeTrigonometricTransform("dst-2", [12], "f64"),
  makeTrigonometricTransform("dst-3", [12], "f64"),
  makeTrigonometricTransform("dst-4", [16], "f64"),
  makeWalshTransform([16], "f64"),
  makeWalshTransform([20], "f64"),
  makeWalshTransform([20], "f64", { direction: "inverse" }),
];

describe.skipIf(!hasModules("jax"))(`JAX${withoutModules("jax")}`, () => {
  test("an emulated bundle serves it", async () => {
    const site = await installBundle(folder.path, transforms);
    const { stderr } = await requireSuccess(python ?? "", [join(import.meta.dirname, "jax_test.py")], {
      environment: { PYTHONPATH: site },
    });
    expect(stderr).toMatch(/\nOK/);
  });

  test("plans/joining.md: a program is recorded, planned for and served, and serves itself", async () => {
    const project = join(folder.path, "project");
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "package.json"), "{}");
    const solve =
      "import jax.numpy as jnp\nfor _ in range(3):\n    jnp.fft.ifft(jnp.fft.fft(jnp.ones((5, 30), dtype=jnp.complex64)))\n";
    writeFileSync(join(project, "solve.py"), solve);
    const said = await runLines(project, blockBelow("JAX", "sh"), { JAX_PLATFORMS: "cpu" });
    expect(said).toContain("fft: serves 0 of 2 transforms that JAX compiled");
    expect(said).toContain(
      "recorded  2 of 2 problems, 100% of the recorded time; 2 new plan files, chosen by prediction",
    );
    expect(said).toContain("fft: serves 2 of 2 transforms that JAX compiled");

    writeFileSync(join(project, "program.py"), blockBelow("JAX", "python"));
    rmSync(join(project, "generated/fft"), { recursive: true });
    const lines =
      "npx fftgen plan 64 --no-verify\nnpx fftgen bundle fft --for jax c2c_f32_64\npip install ./generated/fft\npython program.py";
    const served = await runLines(project, lines, { JAX_PLATFORMS: "cpu" });
    expect(served).toContain("fft: serves 1 of 1 transforms that JAX compiled");
    expect(served.trim()).toMatch(/True$/);
  });
});
