// What differs among the families of transforms is said family by family, so that a further one is a row that the compiler demands wherever
// it counts. In numbers: of 16 real numbers `real` has 9 frequencies, `trigonometric` 16 numbers.
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  traitsOf,
  type Families,
  type Family,
  type NumberFormat,
  type Transform,
} from "./transform.js";

/** What is so of a transform, from all that its family has. */
export type ByFamily<Result> = { readonly [F in Family]: (transform: Families[F]) => Result };

export const byFamily = <Result>(transform: Transform, of: ByFamily<Result>): Result =>
  // The table of kinds is typed so that this function is one of such a transform.
  (of[traitsOf(transform).family] as (transform: Transform) => Result)(transform);

/** A transform of any kind, with nothing but what it has to have. */
export const usualTransform = (
  kind: Transform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
): Transform => (USUAL[traitsOf({ kind }).family] as MakerOf<Transform>)(kind, lengths, precision);

type MakerOf<T extends Transform> = (kind: T["kind"], lengths: readonly number[], precision: NumberFormat) => T;

const USUAL: { readonly [F in Family]: MakerOf<Families[F]> } = {
  fourier: (_, lengths, precision) => makeTransform(lengths, precision),
  walsh: (_, lengths, precision) => makeWalshTransform(lengths, precision),
  real: makeRealTransform,
  trigonometric: makeTrigonometricTransform,
};
