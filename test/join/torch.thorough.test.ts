// torch.fft served by an emulated bundle that pip installs: override_test.py compares it with PyTorch's own.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
    const said = await runLines(blocks("sh")[1] ?? "");
    expect(said).toContain("fft: served 1 of 1 calls");
    expect(said.trim()).toMatch(/tensor\(True\)/);
  });
});

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
