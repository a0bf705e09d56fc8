// torch.fft served by an emulated bundle that pip installs: override_test.py compares it with PyTorch's own.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { compilePlan } from "../../generator/compile.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeRealTransform, makeTransform, type Transform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { searchPlans } from "../../generator/search/search.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { python, withoutPython } from "./python.js";

const folder = scratchFolder("torch");
afterAll(folder.remove);

const transforms: readonly Transform[] = [
  makeTransform([64], "f32"),
  makeTransform([64], "f32", { direction: "inverse", scale: 1 / 64 }),
  makeTransform([64], "f64"),
  makeTransform([64], "f64", { direction: "inverse" }),
  makeTransform([8, 8], "f64"),
  makeRealTransform("r2c", [16, 32], "f32"),
  makeRealTransform("c2r", [16, 32], "f32", { scale: 1 / 512 }),
];

describe.skipIf(python === undefined)(`an emulated bundle for PyTorch${withoutPython}`, () => {
  const site = join(folder.path, "site");

  test("is installed by pip", async () => {
    const gpu = findGpu("H200");
    const linked = transforms.map((transform) => {
      const name = transformName(transform);
      return linkedTransform(name, [
        compilePlan(name, at(searchPlans(transform, gpu, { keep: 1 }).plans, 0).plan, gpu),
      ]);
    });
    for (const { path, text } of linkBundle({ name: "fft", transforms: linked, python: "host" })) {
      const file = join(folder.path, "fft", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const options = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--target", site];
    await requireSuccess(python ?? "", ["-m", "pip", "install", ...options, join(folder.path, "fft")]);
  });

  test("serves torch.fft", async () => {
    const script = join(import.meta.dirname, "override_test.py");
    const { stderr } = await requireSuccess(python ?? "", [script], { environment: { PYTHONPATH: site } });
    expect(stderr).toMatch(/\nOK/);
  });
});
