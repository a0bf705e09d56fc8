// A transform as a value: one schema for those that measurements name, that commands print and that users of the library make.
import { z } from "zod";
import { HADAMARD_CHOICES } from "../plan/hadamard-matrix.js";
import {
  ARITHMETICS,
  DIMENSION_NAMES,
  elementCount,
  STORAGES,
  type FourierTransform,
  type Transform,
  type WalshTransform,
  STABILISATIONS,
  DIRECTIONS,
  PLACEMENTS,
  ORDERS,
  WALSH_ORDERS,
} from "../plan/transform.js";
import { transformProblem } from "../plan/transform-problem.js";
import { checkedJson } from "./read-json.js";

export const count = z.int("expected a positive integer").positive("expected a positive integer");
const dimensionName: z.ZodType<string, string> = z.enum(DIMENSION_NAMES);

const common = {
  dimensions: z
    .array(z.strictObject({ name: dimensionName, length: count }))
    .min(1, "a transform has at least one dimension")
    .max(DIMENSION_NAMES.length, `at most ${DIMENSION_NAMES.length} dimensions have names`)
    .describe("Contiguous dimension first: X, Y, Z."),
  precision: z.enum(STORAGES).describe("Of the data."),
  arithmetic: z.enum(ARITHMETICS).describe("What 16-bit data is computed with; other data as it is stored."),
  direction: z.enum(DIRECTIONS),
  placement: z.enum(PLACEMENTS),
  scale: z.number().describe("Every output is multiplied by this."),
  batch: count.describe("Arrays per call that the plan is chosen for."),
};

const axes = z
  .array(dimensionName)
  .min(1, "at least one dimension is to be transformed")
  .max(DIMENSION_NAMES.length)
  .describe("Those that are transformed; the others are batches of their own.");
/** Its bounds depend on the dimensions. */
const distance = z
  .number()
  .multipleOf(1, "expected a positive integer")
  .positive("expected a positive integer")
  .describe("Elements from one array of the batch to the next.");

const fourier = z.strictObject({ kind: z.literal("c2c"), order: z.enum(ORDERS), axes, distance, ...common });

const walsh = z.strictObject({
  kind: z.literal("fwht"),
  order: z.enum(WALSH_ORDERS),
  hadamard: z.enum(HADAMARD_CHOICES).describe("Whose matrices transform what is no power of two."),
  stabilisation: z.enum(STABILISATIONS),
  axes,
  distance,
  ...common,
});

export const transformSchema = z
  .discriminatedUnion("kind", [fourier, walsh])
  .superRefine((value, context) => report(value, context));

/** A Fourier transform as it was written before it had axes and a distance: along all dimensions, one array right after the other. */
const dense = fourier.extend({ axes: axes.exactOptional(), distance: distance.exactOptional() });

/** Of what was stored or shared, by any version. */
export const storedTransformSchema = z
  .discriminatedUnion("kind", [dense, walsh])
  .transform((value): Transform => {
    if (value.kind === "fwht") return value;
    const names = value.dimensions.map(({ name }) => name);
    return { ...value, axes: value.axes ?? names, distance: value.distance ?? elementCount(value) };
  })
  .superRefine((value, context) => report(value, context));

function report(value: Transform, context: z.RefinementCtx): void {
  const message = valueProblem(value);
  if (message !== undefined) context.addIssue({ code: "custom", message });
}

/** What no field shows by itself. */
function valueProblem(one: Transform): string | undefined {
  const { dimensions } = one;
  const inOrder = dimensions.every(({ name }, index) => name === DIMENSION_NAMES[index]);
  if (!inOrder) return `dimensions are named ${DIMENSION_NAMES.slice(0, dimensions.length).join(", ")}, X first`;
  if (!Number.isSafeInteger(elementCount(one) * one.batch)) return "it has more than 2^53 elements";
  const problem = transformProblem(one);
  if (problem === undefined) return undefined;
  const { field, message } = problem;
  return field === "scale" ? `the scale ${one.scale} is ${message}` : `${field}: ${message}`;
}

/**
 * The transform itself, when it is one.
 * @param what begins messages
 * @throws InputError that says which field is wrong, what was found and what would be right
 */
export function requireTransform<T extends FourierTransform | WalshTransform>(what: string, transform: T): T {
  checkedJson(what, transform, transformSchema);
  return transform;
}
