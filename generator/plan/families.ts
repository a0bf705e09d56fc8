// What differs among the families of transforms is said family by family, so that a further one is a row that the compiler demands wherever
// it counts. In numbers: of 16 real numbers `real` has 9 frequencies, `trigonometric` 16 numbers.
import {
  isTrigonometricKind,
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  traitsOf,
  type Families,
  type Family,
  type Storage,
  type Transform,
} from "./transform.js";

/** What is so of a transform, from all that its family has. */
export type ByFamily<Result> = { readonly [F in Family]: (transform: Families[F]) => Result };

export const byFamily = <Result>(transform: Transform, of: ByFamily<Result>): Result =>
  // The table of kinds is typed so that this function is one of such a transform.
  (of[traitsOf(transform).family] as (transform: Transform) => Result)(transform);

/** A transform of any kind, with nothing but what it has to have. */
export function usualTransform(kind: Transform["kind"], lengths: readonly number[], precision: Storage): Transform {
  if (isTrigonometricKind(kind)) return makeTrigonometricTransform(kind, lengths, precision);
  switch (kind) {
    case "c2c":
      return makeTransform(lengths, precision);
    case "fwht":
      return makeWalshTransform(lengths, precision);
    case "r2c":
    case "c2r":
      return makeRealTransform(kind, lengths, precision);
  }
}
