// Emulated bundles that pip installs: override_test.py compares torch.fft served by one with PyTorch's own, operators_test.py calls the
// operators of another.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { compilePlan } from "../../generator/compile.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  type Transform,
} from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { searchPlans } from "../../generator/search/search.js";
import { shellWord } from "../../generator/toolchain/shell-words.js";
import { mainFile } from "../cli/program.js";
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

const document = readFileSync(join(import.meta.dirname, "../../plans/joining.md"), "utf8");
const blocks = (language: string): readonly string[] =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gmsu"))].map(([, block]) => block ?? "");

describe.skipIf(python === undefined)(`plans/joining.md${withoutPython}`, () => {
  const project = join(folder.path, "project");
  const site = join(folder.path, "own-site");

  /** Runs lines as a user does who has fftgen, pip and python. Where the document means a GPU, the bundle is emulated. */
  const runLines = async (lines: string): Promise<string> => {
    const functions = [
      `npx() { shift; ${shellWord(process.execPath)} ${shellWord(mainFile())} "$@"; }`,
      `pip() { shift; ${shellWord(python ?? "")} -m pip install --quiet --no-index --no-deps --no-build-isolation --upgrade --target ${shellWord(site)} "$@"; }`,
      `python() { ${shellWord(python ?? "")} "$@"; }`,
    ];
    const emulated = lines.replace(/^(.* --for torch)(?! --emulated)/mu, "$1 --emulated");
    const script = ["set -e", ...functions, emulated].join("\n");
    const { stdout, stderr } = await requireSuccess("sh", ["-c", script], {
      directory: project,
      environment: { PYTHONPATH: site },
    });
    return stdout + stderr;
  };

  test("a program is recorded, planned for and served", async () => {
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "package.json"), "{}");
    const train =
      "import torch\nfor _ in range(3):\n    torch.fft.ifft(torch.fft.fft(torch.randn(5, 30, dtype=torch.complex64)))\n";
    writeFileSync(join(project, "train.py"), train);
    const said = await runLines(blocks("sh")[0] ?? "");
    expect(said).toContain("fft: served 0 of 6 calls");
    expect(said).toContain(
      "recorded  2 of 2 problems, 100% of the recorded time; 2 new plan files, chosen by prediction",
    );
    expect(said).toContain("fft: served 6 of 6 calls");
  });

  test("a program serves itself, without a GPU", async () => {
    writeFileSync(join(project, "program.py"), blocks("python")[0] ?? "");
    const said = await runLines(blocks("sh").at(-1) ?? "");
    expect(said).toContain("fft: served 1 of 1 calls");
    expect(said.trim()).toMatch(/tensor\(True\)/);
    writeFileSync(join(project, "program.py"), blocks("python")[1] ?? "");
    expect((await runLines("python program.py")).trim()).toBe("tensor(True)");
  });

  test("a bundle has the adjoints of its transforms", async () => {
    expect(await runLines(blocks("sh")[1] ?? "")).toContain("2 transforms");
    expect(await runLines("npx fftgen bundle fft c2c_f32_64 c2c_f32_64_inverse --check")).toContain("up to date");
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

/** Installs a bundle `fft` of these below a folder of this name. */
async function installed(name: string, wanted: readonly Transform[]): Promise<string> {
  const gpu = findGpu("H200");
  const linked = wanted.map((transform) => {
    const own = transformName(transform);
    return linkedTransform(own, [compilePlan(own, at(searchPlans(transform, gpu, { keep: 1 }).plans, 0).plan, gpu)]);
  });
  const [directory, site] = [join(folder.path, name, "fft"), join(folder.path, name, "site")];
  for (const { path, text } of linkBundle({ name: "fft", transforms: linked, clients: ["python"], isHost: true })) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const options = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--target", site];
  await requireSuccess(python ?? "", ["-m", "pip", "install", ...options, directory]);
  return site;
}

describe.skipIf(python === undefined)(`an emulated bundle for PyTorch, which pip installs,${withoutPython}`, () => {
  test.each([
    ["serves torch.fft", "override_test.py", transforms],
    ["has operators", "operators_test.py", differentiable],
  ])("%s", async (name, script, wanted) => {
    const site = await installed(name.replaceAll(/\W/gu, "-"), wanted);
    const { stderr } = await requireSuccess(python ?? "", [join(import.meta.dirname, script)], {
      environment: { PYTHONPATH: site },
    });
    expect(stderr).toMatch(/\nOK/);
  });
});
