// The error bound of a transform, whichever of its plans is chosen.
import { errorBound } from "../verify/bound.js";
import { linkedUnits, type LinkedTransform } from "./linked-transform.js";

export interface LinkedBound {
  /** Of the difference's norm over the result's. */
  readonly l2: number;
  /** Of the largest difference over the result's root mean square. */
  readonly largest: number;
}

export function linkedBound(linked: LinkedTransform): LinkedBound {
  const bounds = linkedUnits(linked).map(({ plan }) => errorBound(plan));
  return { l2: Math.max(...bounds.map(({ l2 }) => l2)), largest: Math.max(...bounds.map(({ max }) => max)) };
}
