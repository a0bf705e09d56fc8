// One transform for linkers, behind one header: one unit, or several for different batches, for each GPU. The obligations of callers
// hold for each of them.
import { at, InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { fetchOf, isOnClusters, isPersistent, type Kernel } from "../kernel/program.js";
import { usesWorkspace } from "../kernel/host-program.js";
import { alignmentsOf, strictest } from "./alignment.js";
import { architectureOf, contractLines, requirementLines, workspaceNote, type CallerFacts } from "./contract.js";
import { asksDevice } from "./launcher-view.js";
import { computedCount } from "./computed-constants.js";
import { userType } from "./element-text.js";
import { wrap } from "./lines.js";
import { promiseSame } from "./promise.js";
import { byRange, rangeText, servedBatches } from "../plan/served-batches.js";
import { signatureOf } from "./signature.js";
import { documentedStrides } from "./stride-contract.js";
import { cName, type Symbols } from "./symbols.js";
import type { Unit } from "./unit.js";

export interface LinkedTransform {
  readonly name: string;
  /** The variant for the most capable GPU first. */
  readonly variants: readonly Variant[];
}

/** The plans for one GPU. */
export interface Variant {
  readonly gpu: Gpu;
  /** `sm90`: a namespace of its own, where there are several. */
  readonly label: string;
  /** The architecture of the plans' GPU, and the one that their kernels need: 90 for compute capability 9.0. */
  readonly planned: number;
  readonly needed: number;
  readonly sharedBytes: number;
  /** The plan for the smallest batches first. */
  readonly ranges: readonly BatchRange[];
}

/** The batches for which `execute` takes a plan: those from 32 to 255, or from 256 on. */
export interface BatchRange {
  readonly unit: Unit;
  /** `batch_64`, for the batch that was planned for: a namespace of its own, where there are several. */
  readonly label: string;
  readonly from: number;
  readonly upTo: number | undefined;
}

/**
 * Combines units of one transform, for different GPUs and batches.
 * @throws InputError where there are none, they compute different things, or a call could not select one
 */
export function linkedTransform(name: string, units: readonly Unit[]): LinkedTransform {
  if (units.length === 0) throw new InputError(`${name}: a transform has at least one unit`);
  const first = at(units, 0);
  const other = units.find(({ plan }) => !promiseSame(plan, first.plan));
  if (other !== undefined)
    throw new InputError(
      `${name}: the plans for ${plannedFor(first)} and ${plannedFor(other)} are not of one transform: their results differ in kind, size, order or scale`,
    );
  const gpus = [...new Map(units.map(({ gpu }) => [gpu.name, gpu] as const)).values()];
  const variants = gpus
    .map((gpu) =>
      variantOf(
        name,
        gpu,
        units.filter((unit) => unit.gpu.name === gpu.name),
      ),
    )
    .toSorted((a, b) => b.planned - a.planned);
  variants.forEach(({ gpu, label }, index) => {
    const twin = variants[index - 1];
    if (twin?.label === label)
      throw new InputError(
        `${name}: the plans for ${twin.gpu.name} and ${gpu.name} are both for compute capability ${gpu.computeCapability.major}.${gpu.computeCapability.minor}, by which a program chooses: leave one out`,
      );
  });
  return { name, variants };
}

const plannedFor = ({ gpu, plan }: Unit): string => `${gpu.name} and batch ${plan.transform.batch}`;

function variantOf(name: string, gpu: Gpu, units: readonly Unit[]): Variant {
  const { major, minor } = gpu.computeCapability;
  return {
    gpu,
    label: `sm${major}${minor}`,
    planned: 10 * major + minor,
    needed: Math.max(...units.map(({ host }) => architectureOf(host))) / 10,
    sharedBytes: Math.max(...units.flatMap(kernelsOf).map(({ sharedBytes }) => sharedBytes)),
    ranges: batchRanges(name, units),
  };
}

/** @throws InputError where two plans would be for the same batches, or none for some */
function batchRanges(name: string, units: readonly Unit[]): readonly BatchRange[] {
  const sorted = byRange(units);
  const served = servedBatches(sorted);
  const ranges = sorted.map((unit, index): BatchRange => ({
    unit,
    label: `batch_${unit.plan.transform.batch}`,
    ...at(served, index),
  }));
  ranges.forEach(({ unit, label, upTo }, index) => {
    const twin = ranges[index - 1];
    const both = `${name}: two plans for ${unit.gpu.name} are both for`;
    if (twin !== undefined && twin.upTo === upTo)
      throw new InputError(
        upTo === undefined
          ? `${both} any batch: one of them must say "upToBatch"`
          : `${both} batches up to ${upTo}: leave one out`,
      );
    if (ranges.findIndex((other) => other.label === label) !== index)
      throw new InputError(`${both} batch ${unit.plan.transform.batch}: leave one out`);
    if (upTo !== undefined && upTo > unit.largestBatch)
      throw new InputError(
        `${name}: "upToBatch" is ${upTo}, and that plan takes at most ${unit.largestBatch} arrays: make it less`,
      );
  });
  const last = at(ranges, ranges.length - 1);
  if (last.upTo !== undefined)
    throw new InputError(
      `${name}: no plan for ${last.unit.gpu.name} is for more than ${last.upTo} arrays: leave out the "upToBatch" of the last one`,
    );
  return ranges;
}

const kernelsOf = ({ host }: Unit): readonly Kernel[] => host.launches.map(({ kernel }) => kernel);

/** A unit, and what distinguishes it from the others of its transform. */
export interface PlacedUnit {
  readonly unit: Unit;
  /** Its namespaces inside that of the transform; none for a single one. */
  readonly labels: readonly string[];
  /** `NVIDIA H200, 32 to 255 arrays`; empty for a single one. */
  readonly servesText: string;
}

/** All units: those for the most capable GPU first, those for the smallest batches first. */
export const placedUnits = ({ variants }: LinkedTransform): readonly PlacedUnit[] =>
  variants.flatMap(({ gpu, label, ranges }) =>
    ranges.map((range) => ({
      unit: range.unit,
      labels: [...(variants.length === 1 ? [] : [label]), ...(ranges.length === 1 ? [] : [range.label])],
      servesText: [
        ...(variants.length === 1 ? [] : [gpu.name]),
        ...(ranges.length === 1 ? [] : [rangeText(range)]),
      ].join(", "),
    })),
  );

export const linkedUnits = (linked: LinkedTransform): readonly Unit[] => placedUnits(linked).map(({ unit }) => unit);

/** The unit that stands for all of them: the one for the largest batches of the most capable GPU. */
export const mainUnit = ({ variants }: LinkedTransform): Unit => {
  const { ranges } = at(variants, 0);
  return at(ranges, ranges.length - 1).unit;
};

/** Whether different batches have plans of their own. */
export const isRanged = ({ variants }: LinkedTransform): boolean => variants.some(({ ranges }) => ranges.length > 1);

export interface TransformFacts extends CallerFacts {
  readonly title: string;
  /** The C++ type of an element. */
  readonly type: string;
  readonly workspaceNote: string;
  /** The most constants that are computed for each GPU; undefined where all are printed. */
  readonly preparation: number | undefined;
  /** Wrapped sentences: the definition of the result, and the required GPU. */
  readonly contract: readonly string[];
}

export function transformFacts(linked: LinkedTransform, symbols: Symbols): TransformFacts {
  const { name, variants } = linked;
  const unit = mainUnit(linked);
  const units = linkedUnits(linked);
  const { transform } = unit.plan;
  const type = userType(transform);
  const computed = Math.max(...units.map(({ host }) => computedCount(host)));
  const requirements = variants.flatMap(({ gpu, ranges }) =>
    requirementLines(
      ranges.map((range) => range.unit.host),
      gpu,
    ),
  );
  const signature = signatureOf(unit.host, transform);
  const launches = units.map(({ host }) => host.launches.length);
  return {
    symbol: cName(symbols, name),
    title: unit.title,
    type,
    signature,
    strides: documentedStrides(transform, signature.strides),
    occupies: units.some((one) => kernelsOf(one).some((kernel) => isOnClusters(kernel) && isPersistent(kernel))),
    fetches: units.some((one) =>
      kernelsOf(one).some((kernel) => isOnClusters(kernel) && fetchOf(kernel) !== undefined),
    ),
    onHost: {
      launches: Math.max(...launches),
      mayBeFewer: isRanged(linked) && new Set(launches).size > 1,
      maps: Math.max(...units.map((one) => kernelsOf(one).filter((kernel) => fetchOf(kernel) !== undefined).length)),
      setsCounters: units.some(({ host }) => host.workspace.counters > 0),
      asks: units.some(({ host }) => asksDevice(host)),
    },
    inPlace: units.every(({ host }) => host.inPlace),
    alignments: strictest(units.map(({ host }) => alignmentsOf(host, transform))),
    usesWorkspace: units.some(({ host }) => usesWorkspace(host)),
    maySkipWorkspace: isRanged(linked) && units.some(({ host }) => !usesWorkspace(host)),
    workspaceNote: [...new Set(units.map(({ plan, host }) => workspaceNote(plan.transform, host)))].join(", or "),
    preparation: computed > 0 ? computed : undefined,
    largestBatch: Math.min(...variants.map(({ ranges }) => at(ranges, ranges.length - 1).unit.largestBatch)),
    contract: [
      ...contractLines(unit.plan),
      ...requirements,
      ...(variants.length === 1 ? [] : ["Execute takes the variant for the device that is current."]),
      ...(isRanged(linked)
        ? ["Execute takes the plan for its batch; results of different plans round differently."]
        : []),
    ].flatMap((line) => wrap(line, 112)),
  };
}
