// Counts the instructions of a Walsh-Hadamard kernel's arithmetic: butterflies, the transform within vectors, rounding errors
// kept, conversions. Accesses and addresses are counted elsewhere (instructions.ts).
import { signMatrix } from "../plan/axes.js";
import { matrixName, type HadamardMatrix } from "../plan/hadamard-matrix.js";
import { hadamardAlgorithm } from "../plan/units.js";
import { hadamardOperations, type HadamardSpec } from "../codelet/hadamard.js";
import type { Gpu } from "../gpu/gpu.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Phase } from "../layout/phases.js";
import type { ElementType } from "../plan/elements.js";
import { storageBytes, type Storage } from "../plan/transform.js";

type RealElement = Extract<ElementType, { readonly kind: "real" | "compensated" }>;

/** Instructions of one addition that keeps its rounding error (Andersson, sections 3.3.1 and 3.3.2). */
const COMPENSATED_ADDITION = { kahan: 6, neumaier: 12 } as const;

/** Instructions of these phases per element that the kernel holds. The last phase also does what lies within the elements. */
export function walshInstructions(
  geometry: KernelGeometry,
  held: RealElement,
  phases: readonly Phase[],
  gpu: Gpu,
): number {
  const { transform } = geometry.set;
  const additions = phases.reduce((sum, { digit }) => {
    if (digit === undefined) return sum;
    const matrix = signMatrix(transform, digit.radix);
    return sum + operationCount(matrix, hadamardAlgorithm(digit.subComputation)) / digit.radix;
  }, 0);
  const isFirst = phases[0] === geometry.phases[0];
  const isLast = phases.at(-1) === geometry.phases.at(-1);
  const within = geometry.within && isLast ? Math.log2(held.width) : 0;
  const perNumber =
    additionCost(held, gpu) * (additions + within) +
    conversions(geometry, held, phases, { loads: isFirst, stores: isLast });
  return held.width * perNumber;
}

/** Additions and fused multiply-adds of one butterfly. */
function operationCount(matrix: HadamardMatrix, algorithm: HadamardSpec["algorithm"]): number {
  const key = `${matrixName(matrix)}/${algorithm}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  const { additions, fused } = hadamardOperations({ kind: "hadamard", matrix, algorithm, outputs: "natural" });
  counted.set(key, additions + fused);
  return additions + fused;
}

/** The search asks for the same few butterflies very often. */
const counted = new Map<string, number>();

/** Issue slots of one addition of one number. Numbers of 16 bits are added two at a time. */
function additionCost(held: RealElement, gpu: Gpu): number {
  const instructions = held.kind === "compensated" ? COMPENSATED_ADDITION[held.method] : 1;
  return instructions * slots(held.storage, held.width, gpu);
}

function slots(storage: Storage, width: number, gpu: Gpu): number {
  if (storage === "f64") return gpu.fp32LanesPerSm / gpu.fp64LanesPerSm;
  return storageBytes(storage) === 2 && width > 1 ? 1 / 2 : 1;
}

/** What they cost between phases: rows of 64 to 16384 in f16 took as long as a copy, whatever they exchanged (H200). */
const EXCHANGE_CONVERSION = 0.25;
/** On clusters few warps wait for each of them: rows of 32768 took 2.2 to 2.7 copies. */
const CLUSTER_WAITS = 12;

interface Ends {
  /** Whether the phases begin with the kernel's input, and end with its output. */
  readonly loads: boolean;
  readonly stores: boolean;
}

/** Instructions per number where memory has another format, and where an error is dropped at the end. */
function conversions(
  { elements: { input, exchanged, output }, cluster }: KernelGeometry,
  held: RealElement,
  phases: readonly Phase[],
  { loads, stores }: Ends,
): number {
  const differs = (type: ElementType): number => (type.storage !== held.storage ? 1 : 0);
  const rounding = held.kind === "compensated" && output.kind === "real" ? 1 : 0;
  const accesses = 2 * phases.length - (loads ? 1 : 0) - (stores ? 1 : 0);
  const between = (cluster === undefined ? 1 : CLUSTER_WAITS) * EXCHANGE_CONVERSION * accesses * differs(exchanged);
  return (loads ? differs(input) : 0) + between + (stores ? differs(output) + rounding : 0);
}
