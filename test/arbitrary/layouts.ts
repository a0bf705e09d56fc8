// Random layouts in the words of users, and what they say of each single stride: rows and planes apart, transposed, the batch
// innermost, neither packed, parts of axes, planar ones, one array for input and output. Written from what the options promise.
import fc from "fast-check";
import { BATCH_NAME } from "../../generator/plan/stride-names.js";
import type { FourierTransform, Planar } from "../../generator/plan/transform.js";

/** One side of a call: every stride in elements, the batch's too, and the first and the last index that are there. */
export interface LaidSide {
  readonly strides: Readonly<Record<string, number>>;
  readonly ranges: Readonly<Record<string, readonly [first: number, last: number]>>;
  readonly planar: boolean;
}

export interface DrawnLayout {
  /** What is said of the transform. */
  readonly fields: Pick<
    FourierTransform,
    "inputStrides" | "outputStrides" | "inputRange" | "outputRange" | "planar" | "strides" | "placement"
  >;
  /** As it is called; strides at run time are others than those that are said. */
  readonly input: LaidSide;
  readonly output: LaidSide;
}

type Of = Pick<FourierTransform, "dimensions" | "distance">;

/** How the names follow each other, and what is between them. */
interface Draw {
  readonly kind: "usual" | "apart" | "any";
  readonly order: readonly string[];
  readonly gaps: readonly number[];
  /** Each begins where the furthest of those before ends, not where so many of them would. */
  readonly tight: boolean;
  readonly cuts: readonly (readonly [from: number, count: number] | undefined)[];
}

const draws = ({ dimensions }: Of): fc.Arbitrary<Draw> => {
  const names = [...dimensions.map(({ name }) => name), BATCH_NAME];
  const each = { minLength: names.length, maxLength: names.length };
  return fc.record({
    kind: fc.constantFrom("usual", "apart", "any", "any"),
    order: fc.shuffledSubarray(names, each),
    gaps: fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3, 8), each),
    tight: fc.boolean(),
    cuts: fc.array(fc.option(fc.tuple(fc.nat(), fc.nat()), { nil: undefined, freq: 2 }), each),
  });
};

/** A layout of a transform in batches of `batch`. */
export const layouts = (transform: Of, batch: number): fc.Arbitrary<DrawnLayout> =>
  fc
    .record({
      input: draws(transform),
      output: draws(transform),
      called: fc.record({ input: draws(transform), output: draws(transform) }),
      isInPlace: fc.boolean(),
      planar: fc.constantFrom<Planar>("none", "input", "output", "both"),
      isRanged: fc.boolean(),
      atRunTime: fc.boolean(),
    })
    .map(({ input, output: other, called, isInPlace, planar: drawn, isRanged, atRunTime }): DrawnLayout => {
      const output = isInPlace ? input : other;
      const planar = isInPlace && drawn !== "none" ? "both" : drawn;
      const side = (draw: Draw, then: Draw, parts: readonly Planar[]) => {
        const ranges = isRanged ? rangesOf(transform, draw) : {};
        const { said, strides } = stridesOf(transform, batch, draw, ranges);
        const now = atRunTime ? followed(transform, batch, then, ranges, neighbours(strides)) : strides;
        return { said, ranges, laid: { strides: now, ranges, planar: parts.includes(planar) } };
      };
      const read = side(input, called.input, ["input", "both"]);
      const written = side(output, isInPlace ? called.input : called.output, ["output", "both"]);
      return {
        fields: {
          inputStrides: read.said,
          outputStrides: written.said,
          inputRange: read.ranges,
          outputRange: written.ranges,
          planar,
          strides: atRunTime ? "run-time" : "fixed",
          placement: isInPlace ? "in-place" : "out-of-place",
        },
        input: read.laid,
        output: written.laid,
      };
    });

const rangesOf = ({ dimensions }: Of, { cuts }: Draw): LaidSide["ranges"] =>
  Object.fromEntries(
    dimensions.flatMap(({ name, length }, axis) => {
      const cut = cuts[axis];
      if (cut === undefined) return [];
      const first = cut[0] % length;
      return [[name, [first, first + (cut[1] % (length - first))]] as const];
    }),
  );

/** Names whose elements are side by side: not even callers have a say in that. */
const neighbours = (strides: LaidSide["strides"]): readonly string[] =>
  Object.keys(strides).filter((name) => strides[name] === 1);

/** What is said of strides, and what they all are then. */
function stridesOf(
  transform: Of,
  batch: number,
  draw: Draw,
  ranges: LaidSide["ranges"],
): { readonly said: LaidSide["strides"]; readonly strides: LaidSide["strides"] } {
  const { dimensions, distance } = transform;
  if (draw.kind === "any") {
    const strides = followed(transform, batch, draw, ranges, []);
    return { said: strides, strides };
  }
  // What is not named begins behind all that is below it.
  const [said, strides]: [Record<string, number>, Record<string, number>] = [{}, {}];
  let next = 1;
  dimensions.forEach(({ name, length }, axis) => {
    const gap = draw.kind === "usual" || axis === 0 ? 0 : (draw.gaps[axis] ?? 0);
    if (gap > 0) said[name] = next + gap;
    strides[name] = next + gap;
    next = Math.max(next, (next + gap) * length);
  });
  strides[BATCH_NAME] = Object.keys(said).length === 0 ? distance : next;
  const gap = draw.kind === "usual" ? 0 : (draw.gaps.at(-1) ?? 0);
  if (gap > 0) said[BATCH_NAME] = strides[BATCH_NAME] = strides[BATCH_NAME] + gap;
  return { said, strides };
}

/** One name after the other, those first that stay side by side. */
function followed(
  { dimensions }: Of,
  batch: number,
  { order, gaps, tight }: Draw,
  ranges: LaidSide["ranges"],
  sideBySide: readonly string[],
): LaidSide["strides"] {
  const strides: Record<string, number> = {};
  let [next, reach] = [1, 1];
  const names = [...sideBySide, ...order.filter((name) => !sideBySide.includes(name))];
  for (const [at, name] of names.entries()) {
    const length = dimensions.find((one) => one.name === name)?.length ?? batch;
    const [first, last] = ranges[name] ?? [0, length - 1];
    const stride = sideBySide.includes(name) ? 1 : (tight ? reach : next) + (gaps[at] ?? 0);
    strides[name] = stride;
    reach += (last - first) * stride;
    next = Math.max(next, stride * length);
  }
  return strides;
}
