import { readFileSync, writeFileSync } from "node:fs";
import {
  findGpu,
  generatePackage,
  InputError,
  makeTransform,
  printPlanFile,
  readPlan,
  searchPlans,
  transformName,
} from "../../generator/index.js";

// "4096" to a directory: generated/c2c_f32_4096/, planned for one array to 4096 on an H200.
const { name, directory, written, milliseconds } = await generatePackage("4096");
console.log(`${name}: ${written}, ${directory}/, predicted ${milliseconds.toFixed(3)} ms`);

// A normalised inverse of a real transform in double precision, for another GPU and batch, in a directory of one's own.
await generatePackage("c2r 32x32", {
  precision: "f64",
  scale: 1 / 1024,
  batch: 100,
  gpu: "A100",
  directory: "fft/back",
});

// What a user can mend is an InputError, and nothing was written.
try {
  await generatePackage("64", { gpu: "A1000" });
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.log(error.message);
}

// A plan of one's own choice: of the three best for 1024 arrays [16][64] the one with the fewest kernels.
const gpu = findGpu("A100");
const transform = makeTransform([16, 64], "f32", { batch: 1024 });
const { plans } = searchPlans(transform, gpu, { keep: 3 });
const [chosen] = plans.map(({ plan }) => plan).toSorted((a, b) => a.kernels.length - b.kernels.length);
if (chosen === undefined) throw new Error("searchPlans gives one plan at least");

// It can be kept as a plan file, from which its package comes: verified on the emulator before it is written.
const path = `${transformName(transform)}.plan.ts`;
writeFileSync(path, await printPlanFile(chosen, { gpu: gpu.name, comment: "Chosen by hand." }));
const file = readPlan(path, readFileSync(path, "utf8"));
export const made = await generatePackage(file.plan, { gpu: file.gpu, directory: "fft/image", verify: "emulator" });
console.log(`relative error ${made.report?.l2?.toExponential(1)}`);
