// Transforms as users of the library make them: judged before anything is made of them.
import { z } from "zod";
import { usualTransform } from "../plan/families.js";
import {
  DIMENSION_NAMES,
  makeTransform as usualFourierTransform,
  makeRealTransform as usualRealTransform,
  makeTrigonometricTransform as usualTrigonometricTransform,
  makeWalshTransform as usualWalshTransform,
  traitsOf,
  TRIGONOMETRIC_KINDS,
  type FourierTransform,
  type RealTransform,
  type NumberFormat,
  type Transform,
  type TrigonometricKind,
  type TrigonometricTransform,
  type WalshTransform,
} from "../plan/transform.js";
import { inOwnKind } from "../plan/trigonometric.js";
import { transformFields, type FieldName } from "../plan/transform-fields.js";
import { checkedJson } from "./read-json.js";
import { count } from "./field-schemas.js";
import { requireTransform } from "./transform-schema.js";

/** What may be said of a Fourier transform besides its lengths and its precision. */
export type FourierOptions = Partial<Omit<FourierTransform, "kind" | "dimensions" | "precision">>;

/** What may be said of a Fourier transform of real numbers besides its kind, its lengths and its precision. */
export type RealOptions = Partial<Omit<RealTransform, "kind" | "dimensions" | "precision" | "direction" | "order">>;

/** What may be said of a cosine or sine transform besides its kind, its lengths and its precision. */
export type TrigonometricOptions = Partial<
  Omit<TrigonometricTransform, "kind" | "dimensions" | "precision" | "direction" | "order">
>;

/** What may be said of a Walsh-Hadamard transform besides its lengths and its precision. */
export type WalshOptions = Partial<Omit<WalshTransform, "kind" | "dimensions" | "precision">>;

const lengthsSchema = z
  .array(count)
  .min(1, "a transform has at least one dimension")
  .max(DIMENSION_NAMES.length, `at most ${DIMENSION_NAMES.length} dimensions have names`);

/** Fields that transforms of a kind have one value of, which nobody says. */
function settledFields(kind: Transform["kind"]): readonly FieldName[] {
  const { isEitherWay, orders } = traitsOf({ kind });
  return [...(isEitherWay ? [] : ["direction" as const]), ...(orders.length > 1 ? [] : ["order" as const])];
}

/** The keys of what may be said of a transform besides its kind, its lengths and its precision. */
export const optionKeys = (kind: Transform["kind"]): readonly string[] =>
  transformFields(kind).flatMap(({ name }) => (settledFields(kind).includes(name) ? [] : [name]));

/**
 * Their values are judged with the transform.
 * @throws InputError for a key that is none of these, which lists them
 */
export function requireKeys(what: string, options: unknown, keys: readonly string[]): void {
  checkedJson(what, options, z.strictObject(Object.fromEntries(keys.map((key) => [key, z.unknown().optional()]))));
}

/**
 * A batched complex-to-complex Fourier transform of dense row-major arrays.
 * @param lengths elements along each dimension, the slowest first, as FFTW, cuFFT and file names list them: `[256, 128]` is an array
 *   `[256][128]`
 * @param precision of the data, whose real and imaginary parts are interleaved
 * @param options what differs from an unnormalised forward transform out of place, in natural order, planned for a batch of 1
 * @throws InputError for what is no transform, or has more than 2^53 elements
 */
export function makeTransform(
  lengths: readonly number[],
  precision: NumberFormat,
  options: FourierOptions = {},
): FourierTransform {
  checkedJson("makeTransform: lengths", lengths, lengthsSchema);
  requireKeys("makeTransform: options", options, optionKeys("c2c"));
  return requireTransform("makeTransform", usualFourierTransform(lengths, precision, options));
}

/**
 * A batched Fourier transform of real arrays: to the first half of their spectra, or back from it.
 * @param kind `r2c`, forward from real numbers; `c2r`, inverse to them
 * @param lengths of the real arrays, as {@link makeTransform} has them; of a spectrum the last that is transformed is n/2 + 1
 * @param precision of the data
 * @param options what differs from an unnormalised transform out of place, planned for a batch of 1; strides and ranges count each
 *   side's own elements
 * @throws InputError for what is no transform, or has more than 2^53 elements
 */
export function makeRealTransform(
  kind: RealTransform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
  options: RealOptions = {},
): RealTransform {
  checkedJson("makeRealTransform: kind", kind, z.enum(["r2c", "c2r"]));
  checkedJson("makeRealTransform: lengths", lengths, lengthsSchema);
  requireKeys("makeRealTransform: options", options, optionKeys(kind));
  return requireTransform("makeRealTransform", usualRealTransform(kind, lengths, precision, options));
}

/**
 * A batched cosine or sine transform of real arrays, unnormalised as FFTW and SciPy have it, unless `options.normalisation` says
 * orthonormal.
 * @param kind along every axis, unless `options.kinds` names another for some: `dct-1` to `dct-4`, `dst-1` to `dst-4`
 * @param lengths as {@link makeTransform} has them, two at least along what is transformed
 * @param precision of the data
 * @param options what differs from a transform out of place, planned for a batch of 1
 * @throws InputError for what is no transform, or has more than 2^53 elements
 */
export function makeTrigonometricTransform(
  kind: TrigonometricKind,
  lengths: readonly number[],
  precision: NumberFormat,
  options: TrigonometricOptions = {},
): TrigonometricTransform {
  checkedJson("makeTrigonometricTransform: kind", kind, z.enum(TRIGONOMETRIC_KINDS));
  checkedJson("makeTrigonometricTransform: lengths", lengths, lengthsSchema);
  requireKeys("makeTrigonometricTransform: options", options, optionKeys(kind));
  const made = usualTrigonometricTransform(kind, lengths, precision, options);
  return inOwnKind(requireTransform("makeTrigonometricTransform", made));
}

/**
 * A batched Walsh-Hadamard transform of real arrays, along all dimensions unless `options.axes` names some.
 * @param lengths as {@link makeTransform} has them; those that are transformed are powers of two, or an order of a known Hadamard matrix
 *   times one
 * @param precision of the data
 * @param options what differs from an unnormalised transform out of place, in natural order, planned for a batch of 1; `distance` is in
 *   elements
 * @throws InputError for what is no transform, or has more than 2^53 elements
 */
export function makeWalshTransform(
  lengths: readonly number[],
  precision: NumberFormat,
  options: WalshOptions = {},
): WalshTransform {
  checkedJson("makeWalshTransform: lengths", lengths, lengthsSchema);
  requireKeys("makeWalshTransform: options", options, optionKeys("fwht"));
  return requireTransform("makeWalshTransform", usualWalshTransform(lengths, precision, options));
}

/**
 * A transform of any kind: the one of the four above that makes it.
 * @param what begins messages
 */
export function makeAnyTransform(
  what: string,
  kind: Transform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
  options: object,
): Transform {
  checkedJson(`${what}: lengths`, lengths, lengthsSchema);
  requireKeys(`${what}: options`, options, optionKeys(kind));
  return inOwnKind(requireTransform(what, { ...usualTransform(kind, lengths, precision), ...options }));
}
