// Emulated bundles that pip installs: override_test.py compares torch.fft served by one with PyTorch's own, operators_test.py calls the
// operators of another.
import { mkdirSync, writeFileSync } from "node:fs";
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

const folder = scratchFolder("torch");
afterAll(folder.remove);

const transforms: readonly Transform[] = [
  makeTransform([64], "f32"),
  makeTransform([64], "f32", { direction: "inverse", scale: 1 / 64 }),
  makeTransform([64], "f64"),
  makeTransform([64], "f64", { direction: "inverse" }),
  makeTransform([8, 8], "f64"),
  makeTransform([24], "f32", { scaling: "run-time" }),
  makeTransform([24], "f32", { direction: "inverse", scaling: "run-time" }),
  makeTransform([24], "f64", { scaling: "run-time" }),
  makeRealTransform("r2c", [27], "f32", { scaling: "run-time" }),
  makeRealTransform("c2r", [27], "f32", { scaling: "run-time" }),
  makeTransform([30], "f32", { strides: "run-time", inputStrides: { X: 8, batch: 1 } }),
  makeTransform([20], "f32", { strides: "run-time", scaling: "run-time" }),
  makeRealTransform("r2c", [18], "f64", { strides: "run-time", inputStrides: { X: 5, batch: 1 } }),
  makeRealTransform("r2c", [16, 32], "f32"),
  makeRealTransform("c2r", [16, 32], "f32", { scale: 1 / 512 }),
];

describe.skipIf(!hasModules("torch"))(`plans/joining.md${withoutModules("torch")}`, () => {
  const project = join(folder.path, "project");
  test("a program is recorded, planned for and served", async () => {
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "package.json"), "{}");
    const train =
      "import torch\nfor _ in range(3):\n    torch.fft.ifft(torch.fft.fft(torch.randn(5, 30, dtype=torch.complex64)))\n";
    writeFileSync(join(project, "train.py"), train);
    const said = await runLines(project, blockBelow("PyTorch in two runs", "sh"));
    expect(said).toContain("fft: served 0 of 6 calls");
    expect(said).toContain(
      "recorded  2 of 2 problems, 100% of the recorded time; 2 new plan files, chosen by prediction",
    );
    expect(said).toContain("fft: served 6 of 6 calls");
  });

  test("a program serves itself, without a GPU", async () => {
    writeFileSync(join(project, "program.py"), blockBelow("In a program", "python"));
    const said = await runLines(project, blockBelow("Without a GPU", "sh"));
    expect(said).toContain("fft: served 1 of 1 calls");
    expect(said.trim()).toMatch(/tensor\(True\)/);
    writeFileSync(join(project, "program.py"), blockBelow("Operators", "python"));
    expect((await runLines(project, "python program.py")).trim()).toBe("tensor(True)");
  });

  test("a bundle has the adjoints of its transforms", async () => {
    expect(await runLines(project, blockBelow("Operators", "sh"))).toContain("2 transforms");
    expect(await runLines(project, "npx fftgen bundle fft c2c_f32_64 c2c_f32_64_inverse --check")).toContain(
      "up to date",
    );
  });
});

/** Transforms, and the adjoints of all but the first. */
const differentiable: readonly Transform[] = [
  makeTransform([64], "f64"),
  makeTransform([8, 8], "f64"),
  makeTransform([8, 8], "f64", { direction: "inverse" }),
  makeTransform([24], "f64", { scaling: "run-time" }),
  makeTransform([24], "f64", { direction: "inverse", scaling: "run-time" }),
  ...[[27], [4, 16]].flatMap((lengths) => [
    makeRealTransform("r2c", lengths, "f64"),
    makeRealTransform("c2r", lengths, "f64"),
  ]),
  makeTrigonometricTransform("dct-1", [9], "f64"),
  makeTrigonometricTransform("dct-2", [8, 12], "f64"),
  makeTrigonometricTransform("dct-3", [8, 12], "f64"),
  makeTrigonometricTransform("dst-2", [12], "f64"),
  makeTrigonometricTransform("dst-3", [12], "f64"),
  makeTrigonometricTransform("dst-4", [16], "f64"),
  makeWalshTransform([16], "f64"),
  makeWalshTransform([20], "f64"),
  makeWalshTransform([20], "f64", { direction: "inverse" }),
];

describe.skipIf(!hasModules("torch"))(
  `an emulated bundle for PyTorch, which pip installs,${withoutModules("torch")}`,
  () => {
    test.each([
      ["serves torch.fft", "override_test.py", transforms],
      ["has operators", "operators_test.py", differentiable],
    ])("%s", async (name, script, wanted) => {
      const site = await installBundle(join(folder.path, name.replaceAll(/\W/gu, "-")), wanted);
      const { stderr } = await requireSuccess(python ?? "", [join(import.meta.dirname, script)], {
        environment: { PYTHONPATH: site },
      });
      expect(stderr).toMatch(/\nOK/);
    });
  },
);
