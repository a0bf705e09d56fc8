// From a size to a directory: the defaults, what may be said, and what is refused before anything is written.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  compilePlan,
  completePlan,
  findGpu,
  generatePackage,
  InputError,
  linkPackage,
  makeTransform,
  parseKernels,
  searchPlans,
  type GenerateOptions,
} from "../../generator/internals.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";

const home = mkdtempSync(join(tmpdir(), "fftgen-generated-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const place = (name: string): string => join(home, name);
/** As a program in JavaScript may have it. */
const odd = <T>(value: unknown): T => value as T;

test("a size alone is planned for an H200 and as many arrays as make 2^24 points, and goes below generated/", async () => {
  const before = process.cwd();
  process.chdir(home);
  try {
    const made = await generatePackage("64");
    expect(made).toMatchObject({ name: "c2c_f32_64", directory: "generated/c2c_f32_64", written: "written" });
    expect(made.gpu).toBe(findGpu("H200"));
    expect(made.plan.transform).toEqual(makeTransform([64], "f32", { batch: 2 ** 18 }));
    // One that is good for few arrays, too, may be found among theirs.
    const [best] = searchPlans(made.plan.transform, made.gpu).plans;
    expect(completePlan(made.plan, made.gpu).cautious).toBeLessThan(1.01 * (best?.cautious ?? 0));
    expect(made.files).toEqual(linkPackage([compilePlan("c2c_f32_64", made.plan, made.gpu)]));
    expect(made.milliseconds).toBeGreaterThan(0);
    expect(made.report).toBeUndefined();
    for (const { path, text } of made.files) expect(readFileSync(join(made.directory, path), "utf8")).toBe(text);
    expect(await generatePackage("64")).toEqual({ ...made, written: "unchanged" });
  } finally {
    process.chdir(before);
  }
});

test("a size whose plan for many arrays is slow for few has a plan for each; with a batch there is one", async () => {
  const { plan, others, files } = await generatePackage("17", { directory: place("ranged") });
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) {
    expect(other.plan.kernels).not.toEqual(plan.kernels);
    expect(other.upToBatch).toBeLessThan(plan.transform.batch);
    const launcher = files.find(({ path }) => path === "c2c_f32_17.cu")?.text;
    expect(launcher).toContain(
      `if (batch <= ${other.upToBatch}u) return batch_${other.plan.transform.batch}::execute(`,
    );
  }
  expect((await generatePackage("17", { batch: 8, directory: place("one") })).others).toEqual([]);
});

test("everything about the transform may be said, as may be the GPU and the names", async () => {
  const made = await generatePackage("r2c 2*8x16", {
    gpu: "A100",
    precision: "f64",
    placement: "in-place",
    scale: 0.5,
    batch: 7,
    prefix: "acme_",
    directory: place("real"),
  });
  expect(made.name).toBe("r2c_f64_16x16_in_place_scaled_by_1_over_2");
  expect(made.gpu).toBe(findGpu("A100"));
  expect(made.plan.transform.batch).toBe(7);
  expect(existsSync(place(`real/include/acme/${made.name}.h`))).toBe(true);
});

test("lengths, a transform and a plan are taken, too; a plan as it is", async () => {
  const transform = makeTransform([16], "f32", { batch: 8 });
  const [one, other] = [
    await generatePackage([16], { batch: 8, directory: place("lengths") }),
    await generatePackage(transform, { directory: place("transform") }),
  ];
  expect(one.plan).toEqual(other.plan);
  const kernels = parseKernels("{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) }");
  const made = await generatePackage({ transform, kernels }, { directory: place("plan") });
  expect(made.plan).toEqual(completePlan({ transform, kernels }).plan);
});

test("what was verified of other code in the directory is no longer said", async () => {
  const directory = place("verified");
  await generatePackage([16], { batch: 8, directory });
  const entry = {
    ...{ name: "c2c_f32_16", text: `sha256:${"0".repeat(64)}`, by: "emulator", device: "fftgen emulator" },
    ...{ error: 1e-7, bound: 2e-7, fftgen: "0.2.0" },
  };
  const path = join(directory, "verified.json");
  writeFileSync(path, JSON.stringify({ schema: "fftgen/verified/1", transforms: [entry] }));
  await generatePackage([16], { batch: 8, directory });
  expect(existsSync(path)).toBe(false);
});

describe("refused, with nothing written", () => {
  const refusals: readonly (readonly [what: string, subject: unknown, options: object, message: string])[] = [
    ["a key", "64", { bacth: 3 }, 'options: unknown key "bacth"; did you mean "batch"? Known keys: gpu, directory,'],
    ["a key of another kind", "64", { spectrum: "packed" }, 'unknown key "spectrum". Known keys:'],
    [
      "what a plan says itself",
      makeTransform([8], "f32"),
      { batch: 3 },
      "Known keys: gpu, directory, prefix, namespace, verify",
    ],
    ["a value", "64", { direction: "up" }, "direction: expected forward or inverse"],
    ["a batch", "64", { batch: 0 }, "batch: expected a positive integer, found 0"],
    ["a GPU", "64", { gpu: "Z80" }, 'unknown GPU "Z80"'],
    ["no GPU", "64", { gpu: 80 }, "gpu: expected the name of a GPU"],
    ["a way to verify", "64", { verify: true }, "verify: expected auto, emulator or gpu, found true"],
    ["a directory", "64", { directory: "" }, "directory: expected a path"],
    ["a prefix", "64", { prefix: "9" }, "a prefix begins names of C"],
    ["a kind", "fft 64", {}, "the kinds are c2c, fwht, r2c"],
    ["a size", "64y", {}, "expected `x`"],
    ["nothing", undefined, {}, "expected a size such as"],
    ["no lengths", [], {}, "a transform has at least one dimension"],
  ];
  test.each(refusals)("%s", async (_, subject, options, message) => {
    const call = generatePackage(odd(subject), odd<GenerateOptions>({ directory: place("none"), ...options }));
    await expect(call).rejects.toThrow(InputError);
    await expect(call).rejects.toThrow(message);
    expect(existsSync(place("none"))).toBe(false);
  });

  test("a directory that holds what somebody else wrote, before the search", async () => {
    mkdirSync(place("taken"));
    writeFileSync(place("taken/c2c_f32_64.cu"), "mine");
    await expect(generatePackage("64", { directory: place("taken") })).rejects.toThrow("is in the way");
    expect(readdirSync(place("taken"))).toEqual(["c2c_f32_64.cu"]);
  });
});

test("searchPlans and completePlan need no options, nor all of them", () => {
  const transform = makeTransform([64], "f32", { batch: 8 });
  const { plans } = searchPlans(transform);
  expect(plans).toHaveLength(5);
  expect(searchPlans(transform, findGpu("H200"), {}).plans).toEqual(plans);
  expect(searchPlans(transform, findGpu("H200"), { keep: 2 }).plans).toEqual(plans.slice(0, 2));
});

test.skipIf(hostCompiler === undefined)(
  `a verification that this machine has no memory for is refused${withoutCompiler}`,
  async () => {
    const gpu = { ...findGpu("H200"), memoryBytes: 1e14 };
    const wanted = generatePackage("2^38", { gpu, verify: "emulator", directory: place("too-long") });
    await expect(wanted).rejects.toThrow("2^38: to verify it on the emulator takes at least");
    expect(existsSync(place("too-long"))).toBe(false);
  },
);
