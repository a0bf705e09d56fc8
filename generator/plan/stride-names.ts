// What strides and ranges may be said of: dimensions by name, and the batch.
import type { ArrayTransform } from "./transform.js";

/** What strides are said of that are not of a dimension. */
export const BATCH_NAME = "batch";

/** What strides may be said of, as they are listed: the batch, then the slowest dimension first. */
export const strideNames = ({ dimensions }: Pick<ArrayTransform, "dimensions">): readonly string[] => [
  BATCH_NAME,
  ...rangeNames({ dimensions }),
];

/** The same of ranges. */
export const rangeNames = ({ dimensions }: Pick<ArrayTransform, "dimensions">): readonly string[] =>
  dimensions.map(({ name }) => name).toReversed();

/** What is said of names, in their order. */
export const listed = <T>(names: readonly string[], said: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = said.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
