// The public API: everything the command line does, as functions.
export { plan } from "./planfile/definition.js";
export type { PlanDefinition, TransformDefinition, Evidence } from "./planfile/definition.js";
export { compilePlan, emitPackage, lowerPlan, requireLegal, type CompiledPlan } from "./compile.js";
export type { GeneratedFile } from "./emit/package.js";
export { InputError, InvariantError, ToolchainError, VerificationError } from "./failure/errors.js";
export type { Gpu } from "./gpu/gpu.js";
export { findGpu, knownGpus } from "./gpu/registry.js";
export { evaluateHostProgram, evaluateKernel } from "./kernel/evaluate.js";
export type { HostProgram, KernelProgram } from "./kernel/program.js";
export { parseKernel, parseKernels } from "./notation/parse.js";
export { printKernel, printPlan } from "./notation/print.js";
export { parseSize, printSize } from "./notation/size.js";
export { checkPlan } from "./plan/check.js";
export { evaluatePlan } from "./plan/evaluate.js";
export type { Plan, PlanKernel, Schedule, ScheduledPlan, SubComputation } from "./plan/plan.js";
export { makeTransform, type Transform } from "./plan/transform.js";
export { completePlan, DEFAULT_TWIDDLES, searchPlans, type RankedPlan, type SearchResult } from "./search/search.js";
