// The weights that come with fftgen, one file for each GPU that was measured.
import { createRequire } from "node:module";
import { shapeDistance } from "./likeness.js";
import type { Shape, Weights } from "./weights.js";

const shipped = (file: string): Weights => createRequire(import.meta.url)(`./${file}.weights.json`) as Weights;

export const h200Weights: Weights = shipped("h200");

export const shippedWeights: readonly Weights[] = [h200Weights];

/** Those of the GPU that is the most like this. */
export const mostSimilar = (shape: Shape): Weights =>
  shippedWeights.toSorted((a, b) => shapeDistance(a.shape, shape) - shapeDistance(b.shape, shape))[0] ?? h200Weights;
