// The public API: everything the command line does, as functions.
export { plan } from "./planfile/definition.js";
export type {
  Evidence,
  FourierDefinition,
  PlanDefinition,
  TransformDefinition,
  WalshDefinition,
} from "./planfile/definition.js";
export { compilePlan, emitUnit, lowerPlan, requireLegal, type CompiledPlan } from "./compile.js";
export { gpuProbe } from "./emit/gpu-probe.js";
export { deviceTextHash } from "./emit/device-text.js";
export type { GeneratedFile } from "./emit/files.js";
export { linkBundle, type Bundle } from "./emit/link-bundle.js";
export { linkPack, type PackedUnit } from "./emit/link-pack.js";
export { linkPackage } from "./emit/link-package.js";
export { linkedTransform, type LinkedTransform } from "./emit/linked-transform.js";
export { symbolsFrom, USUAL_SYMBOLS, type Symbols } from "./emit/symbols.js";
export type { Unit } from "./emit/unit.js";
export { InputError, InvariantError, ToolchainError, VerificationError } from "./failure/errors.js";
export { gpuFileSchema, parseGpuFile, printGpuFile } from "./gpu/gpu-file.js";
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
export {
  makeTransform,
  makeWalshTransform,
  type FourierTransform,
  type Transform,
  type WalshTransform,
} from "./plan/transform.js";
export { tuningCandidates } from "./tune/candidates.js";
export { evidenceOf, renewedEvidence } from "./tune/evidence.js";
export { jobOf, type Job } from "./tune/job.js";
export type { Candidate, Measurement, Outcome, Platform, Timing } from "./tune/measurement.js";
export { packFiles } from "./tune/pack.js";
export { winnerOf } from "./tune/winner.js";
export { completePlan, DEFAULT_TWIDDLES, searchPlans, type RankedPlan, type SearchResult } from "./search/search.js";
