// What the command line does, as functions, with the types of all of it: `fftgen/internals`. The fifteen names of the main entry are
// among them. They take and give values and texts; only `generatePackage`, `writePackage` and `writeNewDirectory` write to the disk, and
// only `generatePackage`, `verifyPackage`, `findMachine`, `tunePlan`, `benchSuite` and `examineMachine` start other programs. What users
// can mend is an InputError. Unlike those of the main entry these names may change with any version.

// What index.ts has.
export { generatePackage } from "./generated-package.js";
export {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
} from "./json/made-transform.js";
export { transformName } from "./plan/transform-name.js";
export { findGpu, knownGpus } from "./gpu/registry.js";
export { completePlan, searchPlans } from "./search/search.js";
export { plan } from "./planfile/definition.js";
export { printPlanFile } from "./planfile/print-plan-file.js";
export { readPlan } from "./planfile/checked-plan.js";
export { verifyPackage } from "./toolchain/verification.js";
export { InputError } from "./failure/errors.js";

// Transforms.
export { parseSize, printSize } from "./notation/size.js";

// GPUs.
export { gpuFileSchema, parseGpuFile, printGpuFile } from "./gpu/gpu-file.js";
export { gpuProbe } from "./emit/gpu-probe.js";

// Plans: in the notation, searched, judged, run on numbers.
export { parseKernel, parseKernels } from "./notation/parse.js";
export { parsePlan } from "./notation/parse-plan.js";
export { printKernel, printKernels, printPlan } from "./notation/print.js";
export { arraysBetween, denseArray } from "./plan/arrays.js";
export { checkPlan } from "./plan/check.js";
export { evaluatePlan } from "./plan/evaluate.js";
export { DEFAULT_TWIDDLES } from "./search/search.js";
export { errorBound } from "./verify/bound.js";

// Plan files.
export { updatePlanFile } from "./planfile/update.js";
export { upgradePlanFile } from "./planfile/upgrade.js";

// From plans to the files of packages and bundles.
export { compilePlan, emitUnit, lowerPlan, requireLegal } from "./compile.js";
export { deviceTextHash } from "./emit/device-text.js";
export { linkBundle } from "./emit/link-bundle.js";
export { linkedTransform } from "./emit/linked-transform.js";
export { linkPack } from "./emit/link-pack.js";
export { linkPackage } from "./emit/link-package.js";
export { bundleSymbols, symbolsFrom, USUAL_SYMBOLS } from "./emit/symbols.js";
export { evaluateHostProgram, evaluateKernel } from "./kernel/evaluate.js";

// Files on disk, and what they compute.
export { writeNewDirectory } from "./output/new-directory.js";
export { packageIn, staleFiles, writePackage } from "./output/package-directory.js";
export { readProjectFile } from "./project/project-file.js";

// Tuning and benchmarks, here or where a runner leads.
export { benchSuite, tunePlan } from "./measured.js";
export { examineMachine } from "./toolchain/machine-checks.js";
export { findMachine } from "./toolchain/measuring.js";

// Wisdom: plans that were measured, from machine to machine.
export { wisdomEntry, wisestPlan } from "./measured.js";
export { printWisdomFile, readWisdomFile } from "./planfile/wisdom-file.js";

// Tuning and benchmarks in two steps: what is to be measured elsewhere, and what came of it.
export { parseMeasurements } from "./bench/measurement-file.js";
export { htmlReport } from "./bench/html-report.js";
export { reportValue } from "./bench/report-value.js";
export { suiteResults } from "./bench/results.js";
export { findSuite } from "./bench/shipped-suites.js";
export { parseSuite } from "./bench/suite-file.js";
export { tuningCandidates } from "./tune/candidates.js";
export { evidenceOf, renewedEvidence } from "./tune/evidence.js";
export { jobOf } from "./tune/job.js";
export { packFiles } from "./tune/pack.js";
export { winnerOf } from "./tune/winner.js";

// What goes wrong.
export { InvariantError, ToolchainError, VerificationError, type Place } from "./failure/errors.js";

// The types of all that.
export type { CaseJudgement, CostModelJudgement } from "./bench/cost-model.js";
export type { CaseHead, CaseValue, Nullable, ReportValue } from "./bench/report-value.js";
export type {
  BestPeer,
  CaseResult,
  FailedCase,
  MeasuredCase,
  SuiteResults,
  SuiteSummary,
  Verdict,
} from "./bench/results.js";
export type { BenchCase, PeerTime, Suite, Target as SuiteTarget } from "./bench/suite.js";
export type { JudgedWisdom, TuneOptions, Tuned } from "./measured.js";
export type { Wisdom, WisdomEntry } from "./planfile/wisdom-file.js";
export type { Shape, Spread, TermWeights, Trees, Weights } from "./gpu/weights.js";
export type { GpuMachine } from "./toolchain/gpu-machine.js";
export type { Finding } from "./toolchain/machine-checks.js";
export type { Machine, MeasuringOptions } from "./toolchain/measuring.js";
export type { JudgedEvidence } from "./tune/evidence.js";
export type { Factor } from "./codelet/factors.js";
export type { HadamardSpec } from "./codelet/hadamard.js";
export type { HadamardMatrix, DftMatrix, MatrixPlaces, MatrixSpec } from "./codelet/matrix.js";
export type { CodeletPart, CodeletSpec, Places } from "./codelet/spec.js";
export type { Turn } from "./codelet/turn.js";
export type { CompiledPlan } from "./compile.js";
export type { Feature, FeatureName } from "./emit/features.js";
export type { GeneratedFile } from "./emit/files.js";
export type { GeneratedPackage, GenerateOptions, PackageOptions, TransformOptions } from "./generated-package.js";
export type { ClientName } from "./emit/bundle-clients.js";
export type { Bundle } from "./emit/link-bundle.js";
export type { PackedUnit } from "./emit/link-pack.js";
export type { BatchRange, LinkedTransform, Variant } from "./emit/linked-transform.js";
export type { AskedNames, Symbols } from "./emit/symbols.js";
export type { Codelet, Table, Unit } from "./emit/unit.js";
export type {
  Certainty,
  ClusterResidency,
  ComputeCapability,
  Gpu,
  GpuFacts,
  MultiprocessorLimits,
  Product,
  SegmentTime,
  Source,
} from "./gpu/gpu.js";
export type { FourierOptions, RealOptions, TrigonometricOptions, WalshOptions } from "./json/made-transform.js";
export type { VerificationReport, VerificationTest } from "./json/verification-report.js";
export type {
  Access,
  AccessOf,
  AxisPart,
  Guard,
  Index,
  IndexTerm,
  MappedSum,
  Read,
  RegisterAxis,
  Send,
  Write,
} from "./kernel/access.js";
export type { ComplexArray } from "./kernel/complex-array.js";
export type { TableView } from "./emit/table-view.js";
export type { IndexGap, PresentIndices } from "./plan/present-indices.js";
export type { WeightedRoots } from "./plan/trigonometric.js";
export type { ConstantEntries, ConstantTable, ListedEntries } from "./kernel/constant-table.js";
export type { FrequencyDigit } from "./arithmetic/frequency-order.js";
export type { DataArray } from "./kernel/element-memory.js";
export type { MatrixButterfly, MatrixOperand } from "./kernel/matrix-program.js";
export type { Coordinate, IndexSource, Sum, Term } from "./kernel/coordinates.js";
export type {
  BoxExtent,
  Buffer,
  Fetch,
  GlobalArray,
  Kernel,
  PhaseStep,
  Ring,
  RegisterElements,
  Role,
  TileOrigin,
  RoleStep,
  LinesStep,
  SingleStep,
  ThreadStep,
  InMemoryOrderStep,
  TurnStep,
  Tiles,
  Workers,
} from "./kernel/program.js";
export type { HostProgram, Launch, CallArray, Workspace } from "./kernel/host-program.js";
export type { Let } from "./kernel/let.js";
export type { MirrorStep } from "./kernel/mirror-step.js";
export type { Condition, IndexFunction, Integer, Relation } from "./plan/index-expression.js";
export type { HermitianSpec } from "./codelet/hermitian.js";
export type { HermitianPairsStep, HermitianRows, HermitianStep } from "./kernel/hermitian-steps.js";
export type { Action, Barrier, Copies, Meeting, SyncStep } from "./kernel/sync.js";
export type { FactorSource, Twiddle, TwiddleAxis } from "./kernel/twiddle.js";
export type { TwiddleTable } from "./kernel/twiddle-table.js";
export type { AskedAhead } from "./layout/asked-ahead.js";
export type { BufferBytes, ClusterPlacement } from "./layout/cluster.js";
export type { Atom, Digit, DigitSet, MemoryLayout, TransformedDigit, WholeMap } from "./layout/digits.js";
export type { FragmentInstruction, FragmentShape } from "./gpu/fragment-maps.js";
export type { Fragment } from "./gpu/fragments.js";
export type { ClusterEnd, Ends, Entry, Exchange, Exit, OrderedRows } from "./layout/exchange.js";
export type { KernelGeometry, Team } from "./layout/geometry.js";
export type { Stretch, View } from "./layout/stretch.js";
export type { ColumnCounts, Columns, MirroredColumns, MirroredRows, NoColumns } from "./layout/mirrored.js";
export type { Fold, Phase } from "./layout/phases.js";
export type { BitField, EvenMap, Linear, MirroredMap, PlaceMap } from "./plan/place-map.js";
export type { PlaceTable } from "./plan/place-table.js";
export type { IndexPart, MappedAxis, Range, Reach } from "./layout/reach.js";
export type { AddressMap, Wavefronts } from "./layout/address-map.js";
export type { BoxDimension } from "./layout/tensor-box.js";
export type { Tile } from "./layout/tile.js";
export type { Origin } from "./notation/source-text.js";
export type { Written } from "./output/package-directory.js";
export type { Package } from "./output/package-manifest.js";
export type { TextFile } from "./output/text-file.js";
export type {
  ArrayAxis,
  ArrayContent,
  Arrays,
  ArraySpec,
  MirroredAxis,
  NumberedElements,
  Stride,
  StrideParameter,
} from "./plan/arrays.js";
export type { Compensation, ElementType, KernelElements } from "./plan/elements.js";
export type { ElementFunction, Expression, Field, FunctionName, Operator } from "./pointwise/expression.js";
export type { Argument, Extent, Operand } from "./pointwise/arguments.js";
export type { Window, WindowShape } from "./pointwise/window.js";
export type { IntegerFormat, Storage } from "./plan/storage.js";
export type { Part, Parts } from "./plan/parts.js";
export type { ComplexArrays } from "./plan/complex-arrays.js";
export type { HadamardChoice, HadamardMatrix as NamedHadamardMatrix, MatrixFamily } from "./plan/hadamard-matrix.js";
export type {
  ClusterSchedule,
  MatrixUnit,
  Plan,
  PlanKernel,
  Schedule,
  ScheduledKernel,
  ScheduledPlan,
  StorePolicy,
  SubComputation,
  Through,
  TileOrder,
  TwiddlePosition,
  Storing,
  TwiddleSource,
  Unit as ArithmeticUnit,
} from "./plan/plan.js";
export type { Problem } from "./plan/chain-problems.js";
export type {
  Arithmetic,
  ArrayTransform,
  Families,
  Family,
  Dimension,
  Direction,
  FourierTransform,
  Planar,
  Ranges,
  RealTransform,
  Kinds,
  Normalisation,
  Strides,
  Order,
  Placement,
  Precision,
  Spectrum,
  Stabilisation,
  NumberFormat,
  Transform,
  TrigonometricKind,
  TrigonometricTransform,
  WalshOrder,
  WalshTransform,
} from "./plan/transform.js";
export type { Scaling, Shift, StrideChoice } from "./plan/call-choices.js";
export type { PlanOfFile } from "./planfile/checked-plan.js";
export type { PlanFileParts } from "./planfile/contents.js";
export type {
  DimensionName,
  Evidence,
  ArrayDefinition,
  FourierDefinition,
  Lengths,
  PlanDefinition,
  RealDefinition,
  TrigonometricDefinition,
  TransformDefinition,
  WalshDefinition,
} from "./planfile/definition.js";
export type { PlanFileOptions } from "./planfile/print-plan-file.js";
export type { PlanFileChanges } from "./planfile/update.js";
export type { ProjectFile, ProjectFileBundle } from "./project/project-file.js";
export type { Butterflies } from "./search/chains.js";
export type { RankedPlan } from "./search/ranked-plans.js";
export type { SearchOptions, SearchResult } from "./search/search.js";
export type { KernelCost } from "./search/cost.js";
export type { Features, KernelFeatures, LaunchFeatures, Resources } from "./search/features.js";
export type { RatedCost } from "./search/rated-cost.js";
export type { Terms } from "./search/model.js";
export type { WalshAlgorithm } from "./search/walsh-steps.js";
export type { VerificationOptions, VerificationWishes } from "./toolchain/verification.js";
export type { CandidateOptions } from "./tune/candidates.js";
export type { Job } from "./tune/job.js";
export type { Candidate, Measurement, Outcome, Platform, Timing } from "./tune/measurement.js";
export type { Measured } from "./tune/winner.js";
export type { ErrorBound } from "./verify/bound.js";

export type { Target } from "./toolchain/build.js";
