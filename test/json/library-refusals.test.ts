// What users of the library get wrong is told as their mistake, by one message that says what would be right.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  compilePlan,
  completePlan,
  DEFAULT_TWIDDLES,
  evaluatePlan,
  findGpu,
  InputError,
  linkBundle,
  linkedTransform,
  linkPackage,
  makeRealTransform,
  makeTransform,
  makeWalshTransform,
  packFiles,
  parseKernels,
  printPlanFile,
  readPlan,
  searchPlans,
  verifyPackage,
  writePackage,
  type ScheduledPlan,
  type NumberFormat,
} from "../../generator/internals.js";

const gpu = findGpu("H200");
const options = { twiddles: DEFAULT_TWIDDLES, keep: 1 };
const transform = makeTransform([16], "f32", { batch: 8 });
const text = "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 64 threads, 16 columns, table";
const plan = { transform, kernels: parseKernels(text) };
const scheduled = (): ScheduledPlan => completePlan(plan, gpu, options).plan;
const directory = mkdtempSync(join(tmpdir(), "fftgen-refusals-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** As a program in JavaScript may have it. */
const odd = <T>(value: unknown): T => value as T;

const C2C =
  "Known keys: arithmetic, direction, order, axes, distance, inputType, outputType, load, store, inputStrides, outputStrides, inputRange, outputRange, planar, shift, strides, placement, scale, scaling, batch";
const R2C = "Known keys: arithmetic, spectrum, axes, distance, inputType, outputType, load, store, inputStrides";

const refusals: readonly (readonly [what: string, action: () => unknown, message: string])[] = [
  ["a length of 0", () => makeTransform([0], "f32"), "lengths: [0]: expected a positive integer, found 0"],
  ["a negative one", () => makeTransform([8, -4], "f32"), "lengths: [1]: expected a positive integer, found -4"],
  ["no number", () => makeTransform([NaN], "f32"), "lengths: [0]: expected a positive integer, found NaN"],
  ["a broken one", () => makeTransform([1.5], "f32"), "lengths: [0]: expected a positive integer, found 1.5"],
  ["no lengths", () => makeTransform([], "f32"), "lengths: a transform has at least one dimension"],
  ["no list", () => makeTransform(odd(16), "f32"), "lengths: expected an array, found 16"],
  ["nine dimensions", () => makeTransform(Array<number>(9).fill(2), "f32"), "lengths: at most 8 dimensions have names"],
  ["too many points", () => makeTransform([2 ** 30, 2 ** 30], "f32"), "makeTransform: it has more than 2^53 elements"],
  ["a batch", () => makeTransform([16], "f32", { batch: -3 }), "batch: expected a positive integer, found -3"],
  ["a precision", () => makeTransform([16], odd("f99")), 'expected f32, f64, f16 or bf16, found "f99"'],
  ["a scale", () => makeTransform([16], "f32", { scale: NaN }), "scale: expected a number, found NaN"],
  ["a scale of 0", () => makeTransform([16], "f32", { scale: 0 }), "the scale 0 is no number that single precision"],
  ["a direction", () => makeTransform([16], "f32", odd({ direction: "back" })), "expected forward or inverse"],
  ["a key", () => makeTransform([16], "f32", odd({ inverse: true })), 'unknown key "inverse"'],
  ["a key's list", () => makeTransform([16], "f32", odd({ inverse: true })), `options: unknown key "inverse". ${C2C}`],
  ["a key of another kind", () => makeWalshTransform([8], "f32", odd({ planar: "both" })), 'unknown key "planar"'],
  [
    "a direction of r2c",
    () => makeRealTransform("r2c", [8], "f32", odd({ direction: "inverse" })),
    `"direction". ${R2C}`,
  ],
  ["an order of no matrix", () => makeWalshTransform([7], "f32"), "there is no Hadamard matrix of order 7"],
  ["axes", () => makeWalshTransform([8], "f32", { axes: ["Y"] }), "axes: the array has no dimension Y; it has X"],
  ["a distance", () => makeWalshTransform([8], "f32", { distance: 7 }), "an integer of at least 8"],
  ["a changed transform", () => searchPlans({ ...transform, batch: 0 }, gpu, options), "batch: expected a positive"],
  ["plans to keep", () => searchPlans(transform, gpu, { ...options, keep: 0 }), "keep: expected a positive integer"],
  ["no twiddles", () => searchPlans(transform, gpu, { ...options, twiddles: [] }), "name at least one source"],
  [
    "a plan of another precision",
    () => compilePlan("x", odd({ ...plan, transform: { ...transform, precision: "f8" } }), gpu),
    'x: precision: expected f32, f64, f16 or bf16, found "f8"',
  ],
  ["an illegal plan", () => completePlan({ ...plan, kernels: [] }, gpu, options), "no sub-computation transforms X"],
  ["numbers", () => evaluatePlan(plan, new Float64Array(15), new Float64Array(15)), "no batch of 16 elements"],
  ["an empty package", () => linkPackage([]), "a package has at least one unit"],
  ["an empty bundle", () => linkBundle({ name: "fft", transforms: [] }), "the bundle fft has no transforms"],
  ["no unit", () => linkedTransform("x", []), "x: a transform has at least one unit"],
  [
    "a bundle's name",
    () => linkBundle({ name: "int", transforms: [linkedTransform("x", [compilePlan("x", scheduled(), gpu)])] }),
    "a bundle cannot be called int",
  ],
  ["an empty pack", () => packFiles([], gpu), "a pack has at least one job"],
  ["a plan file", () => readPlan("my.plan.ts", "export default 3"), "my.plan.ts:1:"],
  ["a comment", () => printPlanFile(plan, { comment: "*/" }), "the comment has */ in it"],
  ["a plan without kernels", () => printPlanFile({ transform, kernels: [] }), "printPlanFile:"],
  ["a directory", () => printPlanFile(plan, { directory: "" }), "printPlanFile:"],
  ["files of nothing", () => verifyPackage("x", []), "the files have no x.cu"],
  ["a batch to verify", () => verifyPackage("x", [], { batch: 0 }), "batch: expected a positive integer, found 0"],
  [
    "a path that leads out",
    () => writePackage(directory, { name: "x", plans: [], files: [{ path: "../x.h", text: "" }] }),
    '"../x.h" is no path inside the package\'s directory',
  ],
  [
    "a package's name",
    () => writePackage(directory, { name: "a b", plans: [], files: [] }),
    'the package\'s name "a b" is not an identifier of C',
  ],
];

describe("refused", () => {
  test.each(refusals)("%s", async (_, action, message) => {
    const refusal: unknown = await (async () => action())().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InputError);
    expect(String(refusal)).toContain(message);
    expect(String(refusal).split("\n").length).toBeLessThan(4);
  });

  test("nothing was written", () => {
    expect(readdirSync(directory)).toEqual([]);
  });
});

test("every precision that is said to exist does", () => {
  const precisions: readonly NumberFormat[] = ["f32", "f64", "f16", "bf16"];
  for (const precision of precisions) expect(makeTransform([16], precision).precision).toBe(precision);
});
