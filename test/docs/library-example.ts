import { compilePlan, findGpu, linkPackage, makeTransform, printPlan, searchPlans } from "../../generator/index.js";

const gpu = findGpu("H200");
const transform = makeTransform([4096], "f32", { batch: 32768 });
const [best] = searchPlans(transform, gpu, { twiddles: ["table", "powers"], keep: 1 }).plans;
if (best === undefined) throw new Error("no plan of this transform");

/** The plan in the notation, and the files of its package: paths and texts, nothing is written. */
export const notation = printPlan(best.plan);
export const files = linkPackage([compilePlan("my_fft", best.plan, gpu)]);
