// The main entry: the fifteen names that most programs need. All types, and whatever else the command line is made of, are in
// `fftgen/internals` (internals.ts).

// From a size to a directory.
export { generatePackage } from "./generated-package.js";

// Transforms.
export {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
} from "./json/made-transform.js";
export { transformName } from "./plan/transform-name.js";

// GPUs.
export { findGpu, knownGpus } from "./gpu/registry.js";

// Plans, and files of them.
export { completePlan, searchPlans } from "./search/search.js";
export { plan } from "./planfile/definition.js";
export { printPlanFile } from "./planfile/print-plan-file.js";
export { readPlan } from "./planfile/checked-plan.js";

// What packages compute, and what users can mend.
export { verifyPackage } from "./toolchain/verification.js";
export { InputError } from "./failure/errors.js";

// Compilers that name a type of these in declarations of their own find it there.
export type {} from "./internals.js";
