// From "4096" to a directory: what `fftgen plan` does, as one function without a project.
import { compilePlan } from "./compile.js";
import { packageTextHash } from "./emit/device-text.js";
import type { GeneratedFile } from "./emit/files.js";
import { linkPackage, packagePaths } from "./emit/link-package.js";
import { promiseSame } from "./emit/promise.js";
import { withShortRanges } from "./emit/short-ranges.js";
import { symbolsFrom } from "./emit/symbols.js";
import { at, InputError, VerificationError } from "./failure/errors.js";
import type { Gpu } from "./gpu/gpu.js";
import { findGpu, USUAL_GPU } from "./gpu/registry.js";
import { makeAnyTransform, optionKeys, requireKeys } from "./json/made-transform.js";
import type { VerificationReport } from "./json/verification-report.js";
import { parseSize } from "./notation/size.js";
import { requirePackageDirectory, writePackage, type Written } from "./output/package-directory.js";
import { keepVerified, verifiedBy, verifiedIn, type Verdict } from "./output/verified-file.js";
import type { Plan, ScheduledPlan } from "./plan/plan.js";
import {
  TRANSFORM_KINDS,
  USUAL_KIND,
  type ArrayTransform,
  type FourierTransform,
  type RealTransform,
  type NumberFormat,
  type Transform,
  type TrigonometricTransform,
  type WalshTransform,
} from "./plan/transform.js";
import { transformName } from "./plan/transform-name.js";
import { usualBatch } from "./plan/usual-batch.js";
import { withUsualLayout } from "./plan/usual-layout.js";
import { crossover, searchRange } from "./search/batch-ranges.js";
import type { RankedPlan } from "./search/ranked-plans.js";
import { checkTransform } from "./search/limits.js";
import { completePlan } from "./search/search.js";
import { requireHostMemory } from "./toolchain/host-memory.js";
import { readyTarget, type Target } from "./toolchain/build.js";
import { verifyPackage } from "./toolchain/verification.js";

/** Where a package goes, what it is for, and how its functions are called. */
export interface PackageOptions {
  /** The GPU, or its name, such as `A100`. Default `H200`. */
  readonly gpu?: Gpu | string;
  /** Where the files go. Default `generated/` and the name of the transform, below the current directory. */
  readonly directory?: string;
  /** What names of C begin with. Default `fftgen_`. */
  readonly prefix?: string;
  /** The C++ namespace around everything, such as `acme::fft`. Default `fftgen`. */
  readonly namespace?: string;
  /** Verifies the files before they are written: on the GPU, on the emulator, or where it can. Default: not. */
  readonly verify?: Target | "auto";
}

/** What is said of a transform besides its size: the fields of its kind, with the defaults that they have there. */
export interface TransformOptions
  extends
    Partial<Omit<ArrayTransform, "dimensions" | "precision">>,
    Partial<Pick<FourierTransform, "planar" | "shift">>,
    Partial<Pick<RealTransform, "spectrum">>,
    Partial<Pick<TrigonometricTransform, "kinds" | "normalisation">>,
    Partial<Pick<WalshTransform, "hadamard" | "stabilisation">> {
  /** Of the data. Default `f32`. */
  readonly precision?: NumberFormat;
  /** Of the output. Default `natural`. */
  readonly order?: FourierTransform["order"] | WalshTransform["order"];
}

/** What `generatePackage` takes where it is given a size. Without `batch` it plans for one array to as many as make 2^24 points. */
export interface GenerateOptions extends PackageOptions, TransformOptions {}

/** What `generatePackage` has written. */
export interface GeneratedPackage {
  /** Of the transform and its package: `c2c_f32_4096`. */
  readonly name: string;
  readonly directory: string;
  /** `unchanged` where the directory held these files already. */
  readonly written: Written;
  readonly files: readonly GeneratedFile[];
  /** The plan for the largest batches. */
  readonly plan: ScheduledPlan;
  /** The plans for smaller ones, the smallest first, with the largest batch that each is for. */
  readonly others: readonly { readonly plan: ScheduledPlan; readonly upToBatch: number }[];
  readonly gpu: Gpu;
  /** The time that is predicted for the whole batch. */
  readonly milliseconds: number;
  /** Of the verification; undefined where none was asked for. */
  readonly report: VerificationReport | undefined;
}

const PACKAGE_KEYS = [
  "gpu",
  "directory",
  "prefix",
  "namespace",
  "verify",
] as const satisfies readonly (keyof PackageOptions)[];

/**
 * Searches the fastest plan for a transform, generates its package and writes it to a directory.
 * @param what a size with or without its kind, as `fftgen plan` takes them: `"4096"`, `"r2c 256x256"`; lengths, the slowest first; a
 *   transform; or a plan, which is taken as it is, with the schedules that it leaves open
 * @param options where the package goes and which GPU it is for; for a size or lengths also the fields of the transform, such as
 *   `precision`, `batch`, `direction` or `scale`
 * @returns what was written, and the plan
 * @throws InputError for an option that is not known, what is no transform, one that the GPU cannot do, or a directory that holds
 *   files that fftgen did not write; nothing is written then
 * @throws VerificationError where the results are wrong, and ToolchainError where nothing can verify; nothing is written then
 */
export async function generatePackage(
  what: string | readonly number[] | Transform | Plan,
  options: GenerateOptions = {},
): Promise<GeneratedPackage> {
  const asked = subjectOf(what, options);
  const gpu = gpuOf(options.gpu);
  const symbols = symbolsFrom(options);
  const name = transformName(asked.transform);
  const directory = options.directory ?? `generated/${name}`;
  if (typeof directory !== "string" || directory === "")
    throw new InputError(`generatePackage: directory: expected a path, found ${JSON.stringify(directory)}`);
  requireTarget(options.verify);
  requirePackageDirectory(directory, name, packagePaths(name, symbols));
  const target = options.verify === undefined ? undefined : await readyTarget(options.verify);
  if (target !== undefined) {
    // What no plan is for is said before what no verification has room for.
    checkTransform(asked.transform, gpu, asked.called);
    requireHostMemory(asked.transform, target, asked.called);
  }
  const ranked = rankedFor(asked, gpu);
  const { plan, milliseconds } = at(ranked, ranked.length - 1);
  const others = ranked.slice(0, -1).map((one, index) => ({
    plan: one.plan,
    upToBatch: crossover(one, at(ranked, index + 1), gpu),
  }));
  const units = [
    ...others.map((one) => ({ ...compilePlan(name, one.plan, gpu), upToBatch: one.upToBatch })),
    compilePlan(name, plan, gpu),
  ];
  const files = linkPackage(units, symbols);
  const tested = target === "emulator" ? linkPackage(withShortRanges(name, units), symbols) : files;
  const report = target === undefined ? undefined : await reportOn(name, tested, target);
  const written = writePackage(directory, { name, plans: [], files });
  const text = { name, text: packageTextHash(units) };
  const fresh = target === undefined || report === undefined ? undefined : verifiedBy(text, verdictOf(target, report));
  keepVerified(directory, [text], [...(fresh === undefined ? [] : [fresh]), ...verifiedIn(directory)]);
  return { name, directory, written, files, plan, others, gpu, milliseconds, report };
}

/** What is to be planned, and what of it is planned already. */
interface Subject {
  readonly transform: Transform;
  /** What messages call it. */
  readonly called?: string;
  readonly plan: Plan | undefined;
  /** Whether smaller batches may have plans of their own. */
  readonly isRange: boolean;
}

function subjectOf(what: string | readonly number[] | Transform | Plan, options: GenerateOptions): Subject {
  if (typeof what === "string" || isLengths(what)) {
    const { kind, lengths } = typeof what === "string" ? sizeFrom(what) : { kind: USUAL_KIND, lengths: what };
    requireKeys("generatePackage: options", options, [...PACKAGE_KEYS, "precision", ...optionKeys(kind)]);
    const { precision = "f32" } = options;
    const fields = Object.fromEntries(Object.entries(options).filter(([key]) => optionKeys(kind).includes(key)));
    const transform = withUsualLayout(makeAnyTransform("generatePackage", kind, lengths, precision, fields));
    return {
      transform: { ...transform, batch: options.batch ?? usualBatch(transform) },
      plan: undefined,
      isRange: options.batch === undefined,
      ...(typeof what === "string" ? { called: what.trim() } : {}),
    };
  }
  if (typeof what !== "object" || what === null)
    throw new InputError(
      `generatePackage: expected a size such as "4096", a transform or a plan, found ${String(what)}`,
    );
  requireKeys("generatePackage: options of a transform or a plan", options, PACKAGE_KEYS);
  return "kernels" in what
    ? { transform: what.transform, plan: what, isRange: false }
    : { transform: what, plan: undefined, isRange: false };
}

const isLengths = (what: unknown): what is readonly number[] => Array.isArray(what);

/** `r2c 256x256` */
function sizeFrom(text: string): { readonly kind: Transform["kind"]; readonly lengths: readonly number[] } {
  const [first = "", second, ...more] = text.trim().split(/\s+/);
  const named = TRANSFORM_KINDS.find((kind) => kind === first);
  if (second === undefined && named === undefined) return { kind: USUAL_KIND, lengths: parseSize(first) };
  if (named === undefined || second === undefined || more.length > 0)
    throw new InputError(
      `generatePackage: expected a size such as "4096", or a kind and a size such as "r2c 256x256", found ${JSON.stringify(text)}; the kinds are ${TRANSFORM_KINDS.join(", ")}`,
    );
  return { kind: named, lengths: parseSize(second) };
}

function gpuOf(asked: Gpu | string | undefined = USUAL_GPU): Gpu {
  if (typeof asked === "string") return findGpu(asked);
  if (typeof asked === "object" && "computeCapability" in asked) return asked;
  throw new InputError(
    `generatePackage: gpu: expected the name of a GPU, or one as findGpu gives it, found ${String(asked)}`,
  );
}

function requireTarget(target: string | undefined): void {
  if (target !== undefined && !["auto", "emulator", "gpu"].includes(target))
    throw new InputError(`generatePackage: verify: expected auto, emulator or gpu, found ${JSON.stringify(target)}`);
}

/** The plan for the largest batches last. */
function rankedFor({ transform, plan, isRange, ...called }: Subject, gpu: Gpu): readonly RankedPlan[] {
  if (plan !== undefined) return [completePlan(plan, gpu)];
  const batches = { from: isRange ? 1 : transform.batch, to: transform.batch };
  return searchRange(transform, gpu, batches, { keep: 1, mayJoin: promiseSame, ...called }).plans;
}

const verdictOf = (by: Target, { passed, device, l2, l2Bound }: VerificationReport): Verdict => ({
  passed,
  by,
  device,
  error: l2,
  bound: l2Bound,
});

async function reportOn(name: string, files: readonly GeneratedFile[], target: Target): Promise<VerificationReport> {
  const report = await verifyPackage(name, files, { target });
  if (report.passed) return report;
  const failed = report.tests.filter(({ passed }) => !passed).map(({ test }) => test);
  throw new VerificationError(`${name} is wrong, and nothing was written: ${[...new Set(failed)].join(", ")} failed`);
}
