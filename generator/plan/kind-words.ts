// What is said of the kinds of a cosine or sine transform: in names, in titles, in verification programs.
import { kindAlong } from "./trigonometric.js";
import type { TrigonometricTransform } from "./transform.js";

/** `y_dst_1`: of dimensions of another kind, slowest first. */
export function kindsName({ kinds, dimensions }: TrigonometricTransform): string | undefined {
  const others = dimensions
    .toReversed()
    .flatMap(({ name }) =>
      kinds[name] === undefined ? [] : [`${name.toLowerCase()}_${kinds[name].replace("-", "_")}`],
    );
  return others.length === 0 ? undefined : others.join("_");
}

/** `DST-I along X`. */
export function kindsTitle({ kinds, dimensions }: TrigonometricTransform): string | undefined {
  const others = dimensions
    .toReversed()
    .flatMap(({ name }) => (kinds[name] === undefined ? [] : [`${kindTitle(kinds[name])} along ${name}`]));
  return others.length === 0 ? undefined : others.join(", ");
}

const NUMERALS = ["", "I", "II", "III", "IV"] as const;

/** `DCT-II`. */
export const kindTitle = (kind: TrigonometricTransform["kind"]): string =>
  `${kind.slice(0, 3).toUpperCase()}-${NUMERALS[Number(kind.slice(4))] ?? ""}`;

/** One for each dimension, slowest first. */
export const kindsSetting = (transform: TrigonometricTransform): string =>
  `kinds = {${transform.dimensions
    .toReversed()
    .map(({ name }) => `fftgen::verify::Kind::${kindAlong(transform, name).replace("-", "_")}`)
    .join(", ")}}`;
