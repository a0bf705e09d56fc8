// A transform as a value: one schema for those that measurements name, that commands print and that users of the library make.
import { z } from "zod";
import { usualTransform } from "../plan/families.js";
import {
  DIMENSION_NAMES,
  elementCount,
  NUMBER_FORMATS,
  TRIGONOMETRIC_KINDS,
  type FourierTransform,
  type RealTransform,
  type Transform,
  type TrigonometricTransform,
  type WalshTransform,
} from "../plan/transform.js";
import { inOwnKind } from "../plan/trigonometric.js";
import { transformProblem } from "../plan/transform-problem.js";
import { count, dimensionName, fieldSchemas, storedFieldSchemas } from "./field-schemas.js";
import { checkedJson } from "./read-json.js";

const common = {
  dimensions: z
    .array(z.strictObject({ name: dimensionName, length: count }))
    .min(1, "a transform has at least one dimension")
    .max(DIMENSION_NAMES.length, `at most ${DIMENSION_NAMES.length} dimensions have names`)
    .describe("Contiguous dimension first: X, Y, Z."),
  precision: z.enum(NUMBER_FORMATS).describe("Of the arithmetic, and of what lies between kernels."),
};

const fourier = z.strictObject({ kind: z.literal("c2c"), ...common, ...fieldSchemas<FourierTransform>("c2c") });
const walsh = z.strictObject({ kind: z.literal("fwht"), ...common, ...fieldSchemas<WalshTransform>("fwht") });
const realToComplex = z.strictObject({ kind: z.literal("r2c"), ...common, ...fieldSchemas<RealTransform>("r2c") });
const complexToReal = z.strictObject({ kind: z.literal("c2r"), ...common, ...fieldSchemas<RealTransform>("c2r") });

const trigonometric = z.strictObject({
  kind: z.enum(TRIGONOMETRIC_KINDS),
  ...common,
  ...fieldSchemas<TrigonometricTransform>("dct-2"),
});

export const transformSchema = z
  .discriminatedUnion("kind", [fourier, walsh, realToComplex, complexToReal, trigonometric])
  .superRefine((value, context) => report(value, context));

/** What tables say of every transform. */
const NEEDED = { kind: true, dimensions: true, precision: true } as const;

/** Of what was stored or shared, by any version. */
export const storedTransformSchema = z
  .discriminatedUnion("kind", [
    fourier.extend(storedFieldSchemas<FourierTransform>("c2c")),
    walsh.extend(storedFieldSchemas<WalshTransform>("fwht")),
    realToComplex.extend(storedFieldSchemas<RealTransform>("r2c")),
    complexToReal.extend(storedFieldSchemas<RealTransform>("c2r")),
    trigonometric.extend(storedFieldSchemas<TrigonometricTransform>("dct-2")),
  ])
  .transform((value): Transform => {
    const lengths = value.dimensions.map(({ length }) => length).toReversed();
    return { ...usualTransform(value.kind, lengths, value.precision), ...value };
  })
  .superRefine((value, context) => report(value, context))
  .transform(inOwnKind);

/** Of tables, which leave out what is as usual. */
export const leanTransformSchema = z
  .discriminatedUnion("kind", [
    fourier.partial().required(NEEDED),
    walsh.partial().required(NEEDED),
    realToComplex.partial().required(NEEDED),
    complexToReal.partial().required(NEEDED),
    trigonometric.partial().required(NEEDED),
  ])
  .transform((value): Transform => {
    const lengths = value.dimensions.map(({ length }) => length).toReversed();
    // Its fields are those of its kind.
    return { ...usualTransform(value.kind, lengths, value.precision), ...value } as Transform;
  })
  .superRefine((value, context) => report(value, context))
  .transform(inOwnKind);

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
export function requireTransform<T extends Transform>(what: string, transform: T): T {
  const { precision, inputType, outputType } = transform;
  // What follows from a wrong precision is not said again.
  const follows = [inputType, outputType].every((type) => type === precision);
  checkedJson(
    what,
    follows && !NUMBER_FORMATS.includes(precision) ? { ...transform, inputType: "f32", outputType: "f32" } : transform,
    transformSchema,
  );
  return transform;
}
