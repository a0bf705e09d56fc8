// A transform in the form of the documents' definitions.
import { VERIFIED_FACTOR } from "../kernel/called-factor.js";
import type { Request, Said } from "../definition/request.js";
import { hadamardOf, isHalfReal, isPacked, isTrigonometric, planarOf, type Transform } from "../plan/transform.js";

/** The request for a call with so many arrays. Undefined for a transform without a definition there: matrices of other authors. */
export function requestOf(transform: Transform, arrays: number): Request | undefined {
  if (hadamardOf(transform) !== "standard") return undefined;
  const { kind, dimensions } = transform;
  return {
    kind,
    lengths: dimensions.map(({ length }) => length).toReversed(),
    said: saidOf(transform),
    arrays,
    further: {},
  };
}

function saidOf(transform: Transform): Said {
  const { axes, dimensions, distance, direction, placement, scale, scaling, strides } = transform;
  const { inputStrides, outputStrides, inputRange, outputRange } = transform;
  const elements = dimensions.reduce((product, { length }) => product * length, 1);
  const planar = planarOf(transform);
  return {
    axes,
    ...(isTrigonometric(transform)
      ? {
          kinds: axes.toReversed().map((name) => transform.kinds[name] ?? transform.kind),
          ...(transform.normalisation === "orthonormal" ? { normalisation: "orthonormal" as const } : {}),
        }
      : {}),
    ...(direction === "inverse" && !isHalfReal(transform) ? { inverse: true as const } : {}),
    ...(transform.order === "natural" ? {} : { order: transform.order }),
    ...(isPacked(transform) ? { spectrum: "packed" as const } : {}),
    ...(placement === "in-place" ? { inPlace: true as const } : {}),
    scale: String(scale),
    ...(scaling === "run-time" ? { outputScale: VERIFIED_FACTOR } : {}),
    ...(distance === elements ? {} : { rowStride: distance }),
    inputStrides,
    outputStrides,
    inputRange,
    outputRange,
    ...(planar === "none" ? {} : { planar }),
    ...(strides === "run-time" ? { strides } : {}),
  };
}
