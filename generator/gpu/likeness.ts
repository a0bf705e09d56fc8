// How alike two GPUs are: whether what was measured on one may be worth trying on the other.
import type { Gpu } from "./gpu.js";
import type { Shape } from "./weights.js";

/** What the best plan depends on, besides the multiprocessor. */
const SHAPE = [
  "multiprocessors",
  "clockGHz",
  "copyBandwidth",
  "l2Bytes",
  "sharedBytesPerSm",
] as const satisfies readonly (keyof Shape)[];

/** The shape alone. */
export const shapeOf = (gpu: Shape): Shape =>
  Object.fromEntries(SHAPE.map((fact) => [fact, gpu[fact]])) as unknown as Shape;

/** How far apart two shapes are: 0 for the same. */
export const shapeDistance = (one: Shape, other: Shape): number =>
  SHAPE.reduce((sum, fact) => sum + Math.abs(Math.log(one[fact] / other[fact])), 0);

/** Beyond this ratio of any of them a plan for one says nothing of the other. */
const MOST_RATIO = 2;

/** 0 for one and the same; the larger, the less alike; undefined for GPUs of different compute capability or quite different shape. */
export function gpuDistance(one: Gpu, other: Gpu): number | undefined {
  if (one.name === other.name) return 0;
  const [own, theirs] = [one.computeCapability, other.computeCapability];
  if (own.major !== theirs.major || own.minor !== theirs.minor) return undefined;
  const ratios = SHAPE.map((fact) => Math.abs(Math.log(one[fact] / other[fact])));
  if (ratios.some((ratio) => ratio > Math.log(MOST_RATIO))) return undefined;
  // Two that have the same numbers are still two.
  return Number.EPSILON + shapeDistance(one, other);
}
