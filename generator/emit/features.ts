// Runtime features: the device functions of generated code, as a table. A unit names the features that it uses; linkers print
// each once, after the features that it needs. The sources are real C++ below templates/runtime/device.
import {
  asksAhead,
  fetchOf,
  isOnClusters,
  letsNextStart,
  phasesOf,
  threadStepsOf,
  type Kernel,
} from "../kernel/program.js";
import type { HostProgram } from "../kernel/host-program.js";
import type { ElementType } from "../plan/elements.js";
import { isUsualShape } from "../codelet/matrix.js";
import { isAccess } from "../kernel/access.js";
import type { MatrixButterfly } from "../kernel/matrix-program.js";
import { isSplitUnit } from "../plan/units.js";
import { isInteger } from "../plan/storage.js";
import { isComplex, isShort, type Transform } from "../plan/transform.js";
import { hasAllocated, hasComputed } from "./computed-constants.js";
import { startsEarly } from "./print-overlap.js";

export type FeatureName =
  | "device"
  | "planar"
  | "cluster"
  | "tensor-map"
  | "asked"
  | "launch"
  | "constants"
  | "allocated-constants"
  | "undivided"
  | "peer-stores"
  | "anew"
  | "mirrors"
  | "prefetch"
  | "early"
  | "vector"
  | "convert"
  | "pointwise"
  | "matrix"
  | "split"
  | "shapes"
  | "pairs";

export interface Feature {
  readonly name: FeatureName;
  /** Below templates/runtime/device. */
  readonly source: string;
  /** The features of its text, which must precede it. */
  readonly needs: readonly FeatureName[];
}

/** The features in the order of printing: each after those that it needs. */
export const FEATURES: readonly Feature[] = [
  { name: "device", source: "fftgen_device.cuh", needs: [] },
  { name: "planar", source: "fftgen_planar.cuh", needs: ["device"] },
  { name: "cluster", source: "fftgen_cluster.cuh", needs: ["device"] },
  { name: "tensor-map", source: "fftgen_tensor_map.h", needs: ["cluster"] },
  { name: "asked", source: "fftgen_asked.h", needs: [] },
  { name: "launch", source: "fftgen_launch.h", needs: [] },
  { name: "constants", source: "fftgen_constants.h", needs: ["device"] },
  { name: "allocated-constants", source: "fftgen_allocated_constants.h", needs: ["constants"] },
  { name: "undivided", source: "fftgen_undivided.cuh", needs: ["cluster"] },
  { name: "peer-stores", source: "fftgen_peer_stores.cuh", needs: ["cluster"] },
  { name: "anew", source: "fftgen_anew.cuh", needs: ["cluster"] },
  { name: "mirrors", source: "fftgen_mirrors.cuh", needs: ["device"] },
  { name: "prefetch", source: "fftgen_prefetch.cuh", needs: ["device"] },
  { name: "early", source: "fftgen_early.cuh", needs: ["device"] },
  { name: "vector", source: "fftgen_vector.cuh", needs: ["device"] },
  { name: "convert", source: "fftgen_convert.cuh", needs: ["device"] },
  { name: "pointwise", source: "fftgen_pointwise.cuh", needs: ["device"] },
  { name: "matrix", source: "fftgen_matrix.cuh", needs: ["device"] },
  { name: "split", source: "fftgen_split.cuh", needs: ["matrix"] },
  { name: "shapes", source: "fftgen_shapes.cuh", needs: ["matrix"] },
  { name: "pairs", source: "fftgen_pairs.cuh", needs: ["matrix"] },
];

/** The features of a transform's kernels and launcher, and those that these need, in the order of the table. */
export function featuresOf(host: HostProgram, transform: Transform): readonly Feature[] {
  const kernels = host.launches.map(({ kernel }) => kernel);
  const used: readonly (readonly [FeatureName, boolean])[] = [
    ["device", true],
    // Those of launchers, whether they use them or not.
    ["asked", true],
    ["launch", true],
    ["planar", kernels.some(({ arrays }) => arrays.some(({ planar }) => planar))],
    ["cluster", kernels.some(isOnClusters)],
    ["tensor-map", kernels.some((kernel) => fetchOf(kernel) !== undefined)],
    ["constants", hasComputed(host)],
    ["allocated-constants", hasAllocated(host)],
    ["undivided", kernels.some(handsOverByCluster)],
    ["peer-stores", kernels.some(storesInPeers)],
    ["anew", kernels.some(({ roles }) => roles.some(({ forgets }) => forgets === true))],
    ["mirrors", kernels.some(sendsMirrors)],
    ["prefetch", kernels.some(asksAhead)],
    ["early", startsEarly(host)],
    ["vector", kernels.some(hasSingleReals)],
    ["convert", kernels.some(convertsFurther)],
    ["pointwise", kernels.some(({ arrays }) => arrays.some(({ element }) => element.by !== undefined))],
    [
      "matrix",
      (isComplex(transform) && isShort(transform.precision)) ||
        kernels.some(hasShortPairs) ||
        matrixButterflies(host).length > 0 ||
        kernels.some(movesRuns),
    ],
    ["split", matrixButterflies(host).some(({ unit }) => isSplitUnit(unit))],
    ["shapes", kernels.some(({ matrices }) => matrices.some(({ spec }) => !isUsualShape(spec)))],
    ["pairs", kernels.some(computesAtOnce)],
  ];
  return closureOf(used.filter(([, isUsed]) => isUsed).map(([name]) => name));
}

/** The named features and all that they need, each once, in the order of the table. */
export function closureOf(names: readonly FeatureName[]): readonly Feature[] {
  const wanted = new Set<FeatureName>(names);
  // Needed features are earlier in the table, so one walk from its end finds them all.
  for (const { name, needs } of FEATURES.toReversed()) if (wanted.has(name)) for (const need of needs) wanted.add(need);
  return FEATURES.filter(({ name }) => wanted.has(name));
}

/** The features of several units together. */
export const featuresOfAll = (units: readonly { readonly features: readonly Feature[] }[]): readonly Feature[] =>
  closureOf(units.flatMap(({ features }) => features.map(({ name }) => name)));

/** Whether arithmetic is on real numbers, or 16-bit numbers are converted singly. */
const hasSingleReals = ({ elements: { held }, arrays }: Kernel): boolean =>
  [held, ...arrays.map(({ element }) => element)].some(
    (type) => type.field === "real" && type.asPair !== true && (type === held || isShort(type.storage)),
  );

/** Whether complex numbers of 16 bits are converted. */
const hasShortPairs = ({ arrays }: Kernel): boolean =>
  arrays.some(({ element }) => (element.field === "complex" || element.asPair === true) && isShort(element.storage));

/** Whether whole numbers are converted, or numbers of other precisions into double precision, or back. */
const convertsFurther = ({ elements: { held }, arrays }: Kernel): boolean =>
  arrays.some(({ element: { storage } }) => isInteger(storage) || (storage === "f64") !== (held.storage === "f64"));

/** Whether an access moves several adjacent elements. */
const movesRuns = (kernel: Kernel): boolean =>
  phasesOf(kernel).some((phase) => threadStepsOf(phase).some((step) => isAccess(step) && step.run > 1));

/** Whether two butterflies are computed at once. */
const computesAtOnce = (kernel: Kernel): boolean =>
  phasesOf(kernel).some((phase) => threadStepsOf(phase).some((step) => step.kind === "butterfly" && step.atOnce > 1));

/** Whether all threads of a cluster wait for one another between its parts. */
const handsOverByCluster = (kernel: Kernel): boolean =>
  phasesOf(kernel).some((phase) => threadStepsOf(phase).some(({ kind }) => kind === "arrive-cluster"));

/** Whether blocks store into one another's shared memory by plain stores. */
const storesInPeers = (kernel: Kernel): boolean =>
  phasesOf(kernel).some((phase) =>
    threadStepsOf(phase).some(
      (step) => step.kind === "write" && step.send !== undefined && step.send.barrier === undefined,
    ),
  );

/** Whether columns are sent to the blocks of their mirrors. */
const sendsMirrors = (kernel: Kernel): boolean =>
  phasesOf(kernel).some((phase) => threadStepsOf(phase).some(({ kind }) => kind === "mirror"));

/** All butterflies that are products on tensor cores. */
export const matrixButterflies = ({ launches }: Pick<HostProgram, "launches">): readonly MatrixButterfly[] =>
  launches
    .flatMap(({ kernel }) => phasesOf(kernel))
    .flatMap(threadStepsOf)
    .flatMap((step) => (step.kind === "matrix-butterfly" ? [step] : []));

/**
 * The compute capability that a kernel's instructions need, as CUDA writes it in macros: 900 for 9.0. Compiled for less, the
 * kernel is empty, and its launcher refuses to launch it.
 */
export function neededArchitecture(kernel: Kernel): number {
  if (isOnClusters(kernel) || kernel.startsEarly || letsNextStart(kernel)) return 900;
  if (kernel.matrices.some(({ spec }) => spec.storage === "bf16")) return 800;
  // Compute capability 7.5 does the work of one m16n8k16 by two products.
  const products = kernel.matrices.map(({ spec }) => Math.min(750, 10 * spec.fragment.instruction.capability));
  return Math.max(USUAL_ARCHITECTURE, ...products, codeletArchitecture(kernel.elements.held));
}

/** The architecture that codelets need: for arithmetic of complex bfloat16 numbers. */
export const codeletArchitecture = ({ field, storage }: ElementType): number =>
  field === "complex" && storage === "bf16" ? 800 : USUAL_ARCHITECTURE;

/** Lines that are compiled only for architectures with the needed instructions. */
export const compiledFrom = (needed: number, lines: readonly string[]): readonly string[] =>
  needed <= USUAL_ARCHITECTURE
    ? lines
    : [`#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= ${needed}`, ...lines, "#endif"];

/** The least architecture of supported toolkits. */
export const USUAL_ARCHITECTURE = 700;
