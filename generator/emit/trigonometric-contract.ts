// The contract of cosine and sine transforms: the sum along each dimension, unnormalised or not, and the inverse.
import { CALLED_FACTOR } from "../kernel/called-factor.js";
import { kindTitle } from "../plan/kind-words.js";
import type { TrigonometricKind, TrigonometricTransform } from "../plan/transform.js";
import { inverseKind, kindAlong, logicalCount } from "../plan/trigonometric.js";

/** Formulas for x(0) ... x(n-1), for 0 <= k < n (FFTW's manual, "What FFTW Really Computes"). */
const FORMULAS: Readonly<Record<TrigonometricKind, string>> = {
  "dct-1": "x(0) + (-1)^k x(n-1) + 2 sum over 0 < j < n-1 of x(j) cos(pi j k / (n-1))",
  "dct-2": "2 sum over j of x(j) cos(pi (2j+1) k / (2n))",
  "dct-3": "x(0) + 2 sum over j > 0 of x(j) cos(pi j (2k+1) / (2n))",
  "dct-4": "2 sum over j of x(j) cos(pi (2j+1) (2k+1) / (4n))",
  "dst-1": "2 sum over j of x(j) sin(pi (j+1) (k+1) / (n+1))",
  "dst-2": "2 sum over j of x(j) sin(pi (2j+1) (k+1) / (2n))",
  "dst-3": "(-1)^k x(n-1) + 2 sum over j < n-1 of x(j) sin(pi (j+1) (2k+1) / (2n))",
  "dst-4": "2 sum over j of x(j) sin(pi (2j+1) (2k+1) / (4n))",
};

export function trigonometricLines(transform: TrigonometricTransform): readonly string[] {
  const { axes, scale, normalisation } = transform;
  const along = axes.toReversed().map((axis) => ({ axis, kind: kindAlong(transform, axis) }));
  const kinds = [...new Set(along.map(({ kind }) => kind))];
  const isOne = kinds.length === 1;
  const formulas = kinds.map((kind) => {
    const where = isOne ? "" : ` along ${namesOf(along.filter((other) => other.kind === kind))}`;
    return `${kindTitle(kind)}${where}: y(k) = ${FORMULAS[kind]}.`;
  });
  const inverses = kinds
    .map((kind) => (isOne ? "" : `${kindTitle(kind)} by `) + kindTitle(inverseKind(kind)))
    .join(", ");
  const byCall = transform.scaling === "run-time" ? ` Every output is multiplied by ${CALLED_FACTOR}.` : "";
  const factor = `${scale === 1 ? "" : ` Every output is multiplied by ${scale}.`}${byCall}`;
  return [
    `Computes, for each array of the batch, along ${namesOf(along)}, of n real numbers x(0) ... x(n-1):`,
    ...formulas,
    normalisation === "orthonormal"
      ? `Scaled so that the matrix is orthonormal, as with norm="ortho" in SciPy. Inverse: ${inverses}, orthonormal.${factor}`
      : `Unnormalised. Inverse: ${inverses}, divided by ${logicalCount(transform)}.${factor}`,
  ];
}

const namesOf = (along: readonly { readonly axis: string }[]): string => along.map(({ axis }) => axis).join(", ");
