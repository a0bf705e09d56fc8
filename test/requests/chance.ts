// Random choices, by a seed that says them all.
import fc from "fast-check";

export interface Chance {
  /** From `least` to `most`. */
  readonly integer: (least: number, most: number) => number;
  readonly oneOf: <T>(choices: readonly T[]) => T;
  /** Whether what happens `times` in `of` times happens. */
  readonly happens: (times: number, of: number) => boolean;
  readonly shuffled: <T>(items: readonly T[]) => readonly T[];
}

export function chanceOf(seed: number): Chance {
  const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1 });
  if (draw === undefined) throw new Error("nothing was drawn");
  const integer = (min: number, max: number): number => draw(fc.integer, { min, max });
  const oneOf = <T>(choices: readonly T[]): T => {
    const chosen = choices[integer(0, choices.length - 1)];
    if (chosen === undefined) throw new Error("nothing to choose from");
    return chosen;
  };
  return {
    integer,
    oneOf,
    happens: (times, of) => integer(1, of) <= times,
    shuffled: (items) =>
      items
        .map((item) => ({ item, key: integer(0, 2 ** 30) }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
