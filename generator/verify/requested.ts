// A transform in the form of the documents' definitions.
import { elementFunction } from "../plan/element-functions.js";
import { evaluateExpression } from "../pointwise/evaluate.js";
import { BATCH_INDEX } from "../pointwise/scope.js";
import type { ElementFunction } from "../pointwise/expression.js";
import { VERIFIED_FACTOR } from "../kernel/called-factor.js";
import type { ElementFunction as DefinedFunction } from "../definition/element-function.js";
import type { Request, Said } from "../definition/request.js";
import { byFamily, type ByFamily } from "../plan/families.js";
import { hadamardOf, planarOf, shiftOf, usualDirection, type Transform } from "../plan/transform.js";
import { kindAlong } from "../plan/trigonometric.js";

/** The request for a call with so many arrays. Undefined for a transform without a definition there: matrices of other authors. */
export function requestOf(transform: Transform, arrays: number): Request | undefined {
  if (hadamardOf(transform) !== "standard") return undefined;
  const { kind, dimensions } = transform;
  return {
    kind,
    lengths: dimensions.map(({ length }) => length).toReversed(),
    said: saidOf(transform),
    functions: functionsOf(transform),
    arrays,
    further: {},
  };
}

/** What becomes of elements. */
function functionsOf(transform: Transform): NonNullable<Request["functions"]> {
  const [load, store] = [elementFunction(transform, "input"), elementFunction(transform, "output")];
  return {
    ...(load === undefined ? {} : { load: known(load) }),
    ...(store === undefined ? {} : { store: known(store) }),
  };
}

const known = ({ expression, gives, takes }: ElementFunction): DefinedFunction => ({
  of: (re, im, at) => {
    const value = evaluateExpression(expression, { re, im }, (name) =>
      at(name === BATCH_INDEX ? name : name.toUpperCase()),
    );
    return [value.re, value.im];
  },
  isReal: takes === "complex" && gives === "real",
});

/** Of fields that a family has for itself. */
const SAID: ByFamily<Pick<Said, "kinds" | "normalisation" | "spectrum">> = {
  fourier: () => ({}),
  walsh: () => ({}),
  real: ({ spectrum }) => (spectrum === "packed" ? { spectrum } : {}),
  trigonometric: (transform) => ({
    kinds: transform.axes.toReversed().map((axis) => kindAlong(transform, axis)),
    ...(transform.normalisation === "orthonormal" ? { normalisation: transform.normalisation } : {}),
  }),
};

function saidOf(transform: Transform): Said {
  const { axes, dimensions, distance, direction, placement, scale, scaling, strides } = transform;
  const { inputStrides, outputStrides, inputRange, outputRange } = transform;
  const { precision, inputType, outputType } = transform;
  const elements = dimensions.reduce((product, { length }) => product * length, 1);
  const planar = planarOf(transform);
  const shift = shiftOf(transform);
  return {
    axes,
    ...byFamily(transform, SAID),
    precision,
    ...(inputType === precision ? {} : { inputType }),
    ...(outputType === precision ? {} : { outputType }),
    ...(direction === usualDirection(transform.kind) ? {} : { inverse: true as const }),
    ...(transform.order === "natural" ? {} : { order: transform.order }),
    ...(placement === "in-place" ? { inPlace: true as const } : {}),
    scale: String(scale),
    ...(scaling === "run-time" ? { outputScale: VERIFIED_FACTOR } : {}),
    ...(distance === elements ? {} : { rowStride: distance }),
    inputStrides,
    outputStrides,
    inputRange,
    outputRange,
    ...(planar === "none" ? {} : { planar }),
    ...(shift === "none" ? {} : { shift }),
    ...(strides === "run-time" ? { strides } : {}),
  };
}
