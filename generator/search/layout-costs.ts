// What it costs that arrays lie as they do, field by field: how much narrower accesses are if nothing but that field is said than if
// arrays are dense, how many more sectors they touch, and whether bulk copies are lost, or pairs of real numbers.
import { at } from "../failure/errors.js";
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import type { Gpu } from "../gpu/gpu.js";
import { sectorsPerRequest } from "../layout/coalescing.js";
import { arrayAfter, type DigitSet } from "../layout/digits.js";
import { endOfWayBack } from "../layout/way-back.js";
import { setsOf, type Seen } from "../layout/leg-sets.js";
import { loadingPhase } from "../layout/exchange.js";
import { placeKernel, type KernelGeometry } from "../layout/geometry.js";
import { bulkCopyProblem } from "../layout/tensor-box.js";
import { byFamily } from "../plan/families.js";
import { timesRead } from "../plan/array-overlaps.js";
import { arraysOf, contentsOf } from "../plan/arrays.js";
import { transformedAxes } from "../plan/axes.js";
import { mayBeInPairs } from "../plan/core.js";
import { contentElement, elementTypeBytes, kernelElements } from "../plan/elements.js";
import { pairedAxes } from "../plan/legs.js";
import { isOnCluster, type ScheduledKernel, type ScheduledPlan } from "../plan/plan.js";
import { fieldValue, transformFields, withFields, type FieldName, type FieldValue } from "../plan/transform-fields.js";
import { elementBytes, elementCount, storageBytes, transformedCount, type Transform } from "../plan/transform.js";
import { CLUSTER_BLOCK_BYTES } from "./cluster-schedules.js";
import { sectorsBegun, sectorsWasted } from "./sector-waste.js";
import { promisingWidths } from "./widths.js";

/** The fields that say where arrays lie, as dense ones have them. */
const dense = (transform: Transform): ReadonlyMap<FieldName, FieldValue> =>
  new Map<FieldName, FieldValue>([
    ["distance", elementCount(transform)],
    ["inputStrides", {}],
    ["outputStrides", {}],
    ["inputRange", {}],
    ["outputRange", {}],
    ["planar", "none"],
    ["shift", "none"],
    ["strides", "fixed"],
  ]);

/** A line for each field that costs something: `input strides Y=1031: loads of 8 bytes instead of 16`. Mostly none. */
export function layoutCosts({ transform, kernels }: ScheduledPlan, gpu: Gpu): readonly string[] {
  const fields = transformFields(transform.kind).filter(({ name }) => dense(transform).has(name));
  const usual = new Map([...dense(transform)].filter(([name]) => fields.some((field) => field.name === name)));
  const accesses = (lying: Transform): Accesses => {
    // Kernels take real numbers in pairs or not wherever those lie, as planned.
    const seenBy = setsOf(contentsOf(transform).input === undefined ? lying : transform, kernels, arraysOf(lying));
    return accessesOf(seenBy, kernels, gpu);
  };
  const before = withFields(transform, usual);
  return fields.flatMap(({ name, title }) => {
    const value = fieldValue(transform, name);
    if (JSON.stringify(value) === JSON.stringify(usual.get(name))) return [];
    const said = withFields(transform, new Map([...usual, [name, value]]));
    const costs = [
      ...lostPairs(before, said),
      ...(name === "inputStrides" ? readAgain(transform) : []),
      ...differences(accesses(before), accesses(said)),
    ];
    return costs.length === 0
      ? []
      : [`${title?.(transform) ?? `arrays ${transform.distance} apart`}: ${costs.join(", ")}`];
  });
}

/** Of real numbers that dense arrays have in pairs. */
function lostPairs(dense: Transform, said: Transform): readonly string[] {
  const kept = axesOfPairs(said);
  return axesOfPairs(dense)
    .filter((axis) => !kept.includes(axis))
    .map((axis) => `numbers along ${axis} cannot be taken in pairs, which are half as many points`);
}

/** Axes along which real numbers lie in pairs. */
const axesOfPairs = (transform: Transform): readonly string[] =>
  byFamily(transform, {
    fourier: () => [],
    walsh: () => [],
    real: (own) => own.axes.slice(0, mayBeInPairs(own) ? 1 : 0),
    trigonometric: (own) => pairedAxes(own).map(({ axis }) => axis),
  });

/** Of rows or arrays that begin before others end, as windows of a signal do. */
function readAgain(transform: Transform): readonly string[] {
  const times = timesRead(arraysOf(transform).input, transform.batch);
  return times === 1 ? [] : [`elements are read up to ${times} times`];
}

/** How the arrays of a transform are reached at best. */
interface Accesses {
  readonly loads: Access | undefined;
  readonly stores: Access | undefined;
  readonly bulk: boolean;
}

interface Access {
  readonly bytes: number;
  /** Sectors over the fewest that its bytes fill. */
  readonly waste: number;
}

function accessesOf(seenBy: (kernel: number) => Seen, kernels: readonly ScheduledKernel[], gpu: Gpu): Accesses {
  const access = (index: number, which: "load" | "store"): Access | undefined => {
    const kernel = kernels[index];
    if (kernel === undefined || (which === "load" && isOnCluster(kernel.schedule))) return undefined;
    const { set, index: own } = seenBy(index);
    const [width = 1] = promisingWidths(set, kernel, kernel.schedule.exchange);
    const placed = placeKernel(set, kernel, own, gpu);
    const moved = kernelElements(set.transform, { ...kernel.schedule, width }, own, set.kernelCount);
    const type = which === "load" ? moved.input : moved.output;
    const bytes = elementTypeBytes(type);
    if (!placed.ok) return { bytes, waste: 1 };
    const { reads, writes, loadRun, storeRun } = placed.value;
    const [reach, run] = which === "load" ? [reads, loadRun] : [writes, storeRun];
    const waste = sectorsWasted(placed.value, which, elementTypeBytes(elementOf(placed.value, which)));
    return { bytes: reach.planar ? storageBytes(type.storage) : bytes * run, waste };
  };
  const last = seenBy(kernels.length - 1);
  const stores = last.set.turns
    ? storedBack(last.set, kernels[kernels.length - 1 - last.index], gpu)
    : access(kernels.length - 1, "store");
  return { loads: access(0, "load"), stores, bulk: bringsInBulk(seenBy(0).set, gpu) };
}

/** Of a transform that goes there and back: the first kernel of the way there stores in the end, in the places that it has. */
function storedBack(set: DigitSet, kernel: ScheduledKernel | undefined, gpu: Gpu): Access | undefined {
  if (kernel === undefined || isOnCluster(kernel.schedule)) return undefined;
  const { input, reads } = endOfWayBack(set, set.written);
  const element = contentElement(set.written);
  const elementBytes = elementTypeBytes(element);
  const bytes = reads.planar ? storageBytes(element.storage) : elementBytes;
  const placed = placeKernel(set, kernel, 0, gpu);
  if (!placed.ok) return { bytes, waste: 1 };
  const loadSectors = sectorsPerRequest(loadingPhase(placed.value), input, elementBytes);
  return { bytes, waste: sectorsBegun(loadSectors, at(placed.value.phases, 0), input, elementBytes) };
}

const elementOf = ({ elements }: KernelGeometry, which: "load" | "store") =>
  which === "load" ? elements.input : elements.output;

/** Whether bulk copies can bring what kernels read; where nothing is transformed that a cluster holds and a block does not, they might. */
function bringsInBulk(set: DigitSet, gpu: Gpu): boolean {
  const { transform, kernelCount } = set;
  const bytes = elementBytes(transform);
  const counts = [transformedCount(transform), ...transformedAxes(transform).map(({ length }) => length)];
  const isForClusters = counts.some((count) => {
    const blocks = (count * bytes) / CLUSTER_BLOCK_BYTES;
    return isPowerOfTwo(count) && blocks >= 2 && blocks <= gpu.maxClusterSize;
  });
  const read = Array.from({ length: kernelCount }, (_, index) => arrayAfter(set, index));
  return !isForClusters || read.every((array) => bulkCopyProblem(array, bytes) === undefined);
}

function differences(dense: Accesses, said: Accesses): readonly string[] {
  const side = (which: "loads" | "stores"): readonly string[] => {
    const [before, after] = [dense[which], said[which]];
    if (before === undefined || after === undefined) return [];
    const more = after.waste / before.waste;
    return [
      ...(after.bytes < before.bytes ? [`${which} of ${after.bytes} bytes instead of ${before.bytes}`] : []),
      ...(more > 1.01 ? [`${which} touch ${Number(more.toPrecision(3))} times the sectors`] : []),
    ];
  };
  const bulk = dense.bulk && !said.bulk ? ["no bulk copies, and so no clusters"] : [];
  return [...side("loads"), ...side("stores"), ...bulk];
}
