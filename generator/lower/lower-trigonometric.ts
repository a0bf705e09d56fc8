// The products of cosine and sine transforms (plan/trigonometric.ts), beside the first and the last butterflies of each dimension.
import { weightedRoots } from "../arithmetic/weighted-roots.js";
import { at } from "../failure/errors.js";
import type { ConstantTable } from "../kernel/constant-table.js";
import { BATCH, transformedDigits, type DigitSet, type MemoryLayout, type TransformedDigit } from "../layout/digits.js";
import type { Stretch } from "../layout/stretch.js";
import { computedIn, type Transform, type TrigonometricTransform } from "../plan/transform.js";
import {
  factorAfter,
  factorBefore,
  kindAlong,
  orthonormalWeights,
  pairFactors,
  type WeightedRoot,
  type WeightedRoots,
} from "../plan/trigonometric.js";
import { takenBy } from "../plan/core.js";
import type { PlanKernel } from "../plan/plan.js";
import { isFourth, pairedAxis, type PairedAxis } from "../plan/trigonometric-core.js";
import type { Product } from "./product.js";

/** What one kernel multiplies by that takes numbers as a cosine core: nothing of any other transform. */
export function outsideProducts(
  transform: Transform,
  geometry: Stretch,
  kernels: readonly PlanKernel[],
): readonly Product[] {
  const taken = takenBy(transform, kernels);
  return taken.as === "cosine" ? trigonometricProducts(taken.transform, geometry, kernels) : [];
}

/** `kernels`: those of its plan. */
function trigonometricProducts(
  transform: TrigonometricTransform,
  { set, digits, phases, writes }: Stretch,
  kernels: readonly PlanKernel[],
): readonly Product[] {
  const paired = pairedAxis(transform, kernels);
  // What lies between kernels as complex numbers, or between dimensions within one, has no imaginary parts once a dimension is done.
  const storesReal = writes.content?.kind === "numbers";
  const butterflies = phases.flatMap(({ digit }) => (digit === undefined ? [] : [digit.name]));
  return digits.flatMap((digit) => {
    const own = transformedDigits(set).filter(({ axis }) => axis === digit.axis);
    const [first, last] = [at(own, 0), at(own, own.length - 1)];
    const { before, after } = paired === undefined ? tablesOf(transform, set, digit) : pairTables(paired, set);
    const isStored = storesReal && butterflies.at(-1) === digit.name;
    const product = (side: "before" | "after", table: ConstantTable | undefined): readonly Product[] =>
      table === undefined
        ? []
        : [{ kind: "pointwise", when: { side, digit: digit.name }, table, layout: indexOf(set, digit, side) }];
    return [
      ...(digit === first ? product("before", before) : []),
      ...(digit === last ? product("after", after) : []),
      ...(digit === last && !isStored && paired === undefined
        ? [{ kind: "real", when: { side: "after", digit: digit.name } } as const satisfies Product]
        : []),
    ];
  });
}

/** The index along the digit's axis: before the first butterfly of numbers, behind the last of frequencies. */
const indexOf = (set: DigitSet, { axis }: TransformedDigit, side: "before" | "after"): MemoryLayout => ({
  digits: new Map([
    ...set.digits.map((digit) => {
      const weight = side === "before" ? digit.inPlaceWeight : digit.naturalWeight;
      return [digit.name, digit.axis === axis ? weight : 0] as const;
    }),
    [BATCH, 0],
  ]),
});

/** Those of type IV; the factors of others are in the Hermitian step. */
function pairTables({ kind, length }: PairedAxis, set: DigitSet): Tables {
  if (!isFourth(kind)) return { before: undefined, after: undefined };
  const storage = computedIn(set.transform.precision);
  const { before, after } = pairFactors(length);
  const table = (side: keyof Tables, factors: WeightedRoots): ConstantTable => ({
    name: `pairs_${storage}_${length}_${side}`,
    storage,
    entries: { kind: "roots", count: length / 2, ...factors },
  });
  return { before: table("before", before), after: table("after", after) };
}

interface Tables {
  readonly before: ConstantTable | undefined;
  readonly after: ConstantTable | undefined;
}

/** Its tables; none where all factors are 1. */
function tablesOf(transform: TrigonometricTransform, set: DigitSet, { axis }: TransformedDigit): Tables {
  const { name, length } = at(transform.dimensions, axis);
  const kind = kindAlong(transform, name);
  const storage = computedIn(set.transform.precision);
  const isOrthonormal = transform.normalisation === "orthonormal";
  const weights = isOrthonormal ? orthonormalWeights(kind, length) : undefined;
  const table = (
    side: "before" | "after",
    factor: ((index: number) => WeightedRoot) | undefined,
  ): ConstantTable | undefined => {
    if (factor === undefined && weights === undefined) return undefined;
    const roots = Array.from({ length }, (_, index): WeightedRoot => {
      const root = factor?.(index) ?? { weight: 1, numerator: 0, denominator: 1 };
      return { ...root, weight: root.weight * (weights?.[side](index) ?? 1) };
    });
    if (roots.every(({ weight, numerator }) => weight === 1 && numerator === 0)) return undefined;
    return {
      name: [kind.replace("-", ""), storage, length, ...(isOrthonormal ? ["orthonormal"] : []), side].join("_"),
      ...(at(set.transform.dimensions, axis).length > length ? { below: length } : {}),
      storage,
      entries: { kind: "listed", ...weightedRoots(roots, storage) },
    };
  };
  return { before: table("before", factorBefore(kind, length)), after: table("after", factorAfter(kind, length)) };
}
