// One transform for linkers: one unit, or one for each of several GPUs, behind one header. The obligations of callers hold for
// each of them.
import { at, InputError } from "../failure/errors.js";
import { fetchOf, isOnClusters, isPersistent, usesWorkspace, type Kernel } from "../kernel/program.js";
import { alignmentsOf, strictest } from "./alignment.js";
import { architectureOf, contractLines, requirementLines, workspaceNote, type CallerFacts } from "./contract.js";
import { asksDevice } from "./launcher-view.js";
import { computedCount } from "./computed-constants.js";
import { userType } from "./element-text.js";
import { wrap } from "./lines.js";
import { signatureOf } from "./signature.js";
import { documentedStrides } from "./stride-contract.js";
import { cName, type Symbols } from "./symbols.js";
import type { Unit } from "./unit.js";

export interface LinkedTransform {
  readonly name: string;
  /** The variant for the most capable GPU first. */
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly unit: Unit;
  /** `sm90`: a namespace of its own, where there are several. */
  readonly label: string;
  /** The architecture of the plan's GPU, and the one that its kernels need: 90 for compute capability 9.0. */
  readonly planned: number;
  readonly needed: number;
  readonly sharedBytes: number;
}

/**
 * Combines units of one transform for different GPUs.
 * @throws InputError where there are none, they compute different things, or a device could not select one
 */
export function linkedTransform(name: string, units: readonly Unit[]): LinkedTransform {
  if (units.length === 0) throw new InputError(`${name}: a transform has at least one unit`);
  const variants = units.map(variantOf).toSorted((a, b) => b.planned - a.planned);
  const promise = promiseOf(at(variants, 0).unit);
  variants.forEach(({ unit, label }, index) => {
    if (promiseOf(unit) !== promise)
      throw new InputError(
        `${name}: the plans for ${at(variants, 0).unit.gpu.name} and ${unit.gpu.name} are not of one transform: their results differ in kind, size, order or scale`,
      );
    const twin = variants[index - 1];
    if (twin?.label === label)
      throw new InputError(
        `${name}: the plans for ${twin.unit.gpu.name} and ${unit.gpu.name} are both for compute capability ${unit.gpu.computeCapability.major}.${unit.gpu.computeCapability.minor}, by which a program chooses: leave one out`,
      );
  });
  return { name, variants };
}

function variantOf(unit: Unit): Variant {
  const { major, minor } = unit.gpu.computeCapability;
  return {
    unit,
    label: `sm${major}${minor}`,
    planned: 10 * major + minor,
    needed: architectureOf(unit.host) / 10,
    sharedBytes: Math.max(...unit.host.launches.map(({ kernel }) => kernel.sharedBytes)),
  };
}

const kernelsOf = ({ unit: { host } }: Variant): readonly Kernel[] => host.launches.map(({ kernel }) => kernel);

/** The definition of the result, without the method: the same for all variants. */
const promiseOf = ({ plan, title }: Unit): string => [title, ...contractLines(plan)].join("\n");

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

export function transformFacts({ name, variants }: LinkedTransform, symbols: Symbols): TransformFacts {
  const { unit } = at(variants, 0);
  const { transform } = unit.plan;
  const type = userType(transform);
  const computed = Math.max(...variants.map((variant) => computedCount(variant.unit.host)));
  const requirements = variants.flatMap((variant) => requirementLines(variant.unit.host, variant.unit.gpu));
  const signature = signatureOf(unit.host, transform);
  return {
    symbol: cName(symbols, name),
    title: unit.title,
    type,
    signature,
    strides: documentedStrides(transform, signature.strides),
    occupies: variants.some((variant) =>
      kernelsOf(variant).some((kernel) => isOnClusters(kernel) && isPersistent(kernel)),
    ),
    fetches: variants.some((variant) =>
      kernelsOf(variant).some((kernel) => isOnClusters(kernel) && fetchOf(kernel) !== undefined),
    ),
    onHost: {
      launches: Math.max(...variants.map((variant) => kernelsOf(variant).length)),
      maps: Math.max(
        ...variants.map((variant) => kernelsOf(variant).filter((kernel) => fetchOf(kernel) !== undefined).length),
      ),
      setsCounters: variants.some(({ unit: { host } }) => host.workspace.counters > 0),
      asks: variants.some(({ unit: { host } }) => asksDevice(host)),
    },
    inPlace: variants.every((variant) => variant.unit.host.inPlace),
    alignments: strictest(variants.map((variant) => alignmentsOf(variant.unit.host, transform))),
    usesWorkspace: variants.some((variant) => usesWorkspace(variant.unit.host)),
    workspaceNote: [
      ...new Set(variants.map((variant) => workspaceNote(variant.unit.plan.transform, variant.unit.host))),
    ].join(", or "),
    preparation: computed > 0 ? computed : undefined,
    largestBatch: Math.min(...variants.map((variant) => variant.unit.largestBatch)),
    contract: [
      ...contractLines(unit.plan),
      ...requirements,
      ...(variants.length === 1 ? [] : ["Execute takes the variant for the device that is current."]),
    ].flatMap((line) => wrap(line, 112)),
  };
}
