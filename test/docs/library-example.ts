import { readFileSync, writeFileSync } from "node:fs";
import {
  compilePlan,
  completePlan,
  DEFAULT_TWIDDLES,
  findGpu,
  linkPackage,
  makeTransform,
  printPlanFile,
  readPlan,
  searchPlans,
  transformName,
  verifyPackage,
  writePackage,
} from "../../generator/index.js";

// 1024 arrays [16][64], the slowest dimension first.
const gpu = findGpu("A100");
const transform = makeTransform([16, 64], "f32", { batch: 1024, direction: "inverse", scale: 1 / 1024 });
const name = transformName(transform);
const options = { twiddles: DEFAULT_TWIDDLES, keep: 3 };

// The fastest by prediction comes first; where there is no plan, searchPlans throws an InputError that says why.
const { plans } = searchPlans(transform, gpu, options);
for (const { plan, milliseconds } of plans.slice(0, 1)) {
  const text = await printPlanFile(plan, { gpu: gpu.name, comment: `Predicted: ${milliseconds.toFixed(3)} ms.` });
  writeFileSync(`${name}.plan.ts`, text);
}

// From the plan file to a verified package, as `fftgen plan` and `fftgen emit` go.
const file = readPlan(`${name}.plan.ts`, readFileSync(`${name}.plan.ts`, "utf8"));
const { plan } = completePlan(file.plan, file.gpu, options);
const files = linkPackage([compilePlan(name, plan, file.gpu)]);
const report = await verifyPackage(name, files, { target: "emulator", batch: 2 });
if (!report.passed) throw new Error(`${name} is wrong: its relative error is ${report.l2}`);

/** Only files that fftgen wrote are ever replaced. */
export const written = writePackage(`fft/${name}`, { name, plans: [`${name}.plan.ts`], files });
