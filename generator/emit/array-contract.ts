// The part of contracts about the places of elements where arrays are not dense: a formula for each side.
import { sharesPlaces } from "../plan/array-overlaps.js";
import {
  arraysOf,
  halfLength,
  hostArrays,
  isPlainlyLaid,
  isWhole,
  parametersOf,
  spanOf,
  type ArrayContent,
  type Arrays,
  type ArrayAxis,
  type ArraySpec,
  type Stride,
} from "../plan/arrays.js";
import { BATCH_NAME } from "../plan/stride-names.js";
import type { Transform } from "../plan/transform.js";
import { strideLines } from "./stride-contract.js";

/** Empty for the usual arrays, which contracts describe in other words. */
export function arrayLines(transform: Transform): readonly string[] {
  const arrays = arraysOf(transform);
  const half = [arrays.input, arrays.output].map(({ content }) => content).find(isHalf);
  if (half !== undefined) return realLines(transform, arrays, half);
  if (isPlainlyLaid(transform)) return [];
  const { alike } = hostArrays(arrays);
  const names = transform.dimensions.map(({ name }) => name);
  const lengths = transform.dimensions.toReversed().map(({ name, length }) => `${name} ${length}`);
  const element = `element (${names
    .map((name) => name.toLowerCase())
    .toReversed()
    .join(", ")}) of array b`;
  const input = `Arrays have ${lengths.join(" by ")} elements; ${element} is ${placeText("in", arrays.input, names)}`;
  const output = alike ? "likewise out" : placeText("out", arrays.output, names);
  return [
    `${input} of the input, ${output} of the output; gaps are left unchanged.`,
    ...sharingLines(arrays.input, transform.batch),
    ...strideLines(transform),
    ...rangeLines("of the input are read; the others are taken as zero", arrays.input, names),
    ...rangeLines("of the output are written", arrays.output, names),
  ];
}

type HalfSpectrum = Extract<ArrayContent, { readonly kind: "half" }>;

const isHalf = (content: ArrayContent | undefined): content is HalfSpectrum => content?.kind === "half";

/** The two sides of a real transform have different numbers of elements: one has half of the frequencies. */
function realLines(transform: Transform, arrays: Arrays, half: HalfSpectrum): readonly string[] {
  const names = transform.dimensions.map(({ name }) => name);
  const number = `(${names
    .map((name) => name.toLowerCase())
    .toReversed()
    .join(", ")})`;
  const side = (what: "input" | "output", array: "in" | "out"): string => {
    const { axes, content, single } = arrays[what];
    const lengths = axes.map(({ length }, index) => `${names[index] ?? ""} ${length}`).toReversed();
    const numbers = content?.kind === "reals" || single === true ? "real" : "complex";
    return `The ${what} consists of arrays of ${numbers} numbers, ${lengths.join(" by ")}; number ${number} of array b is ${placeText(array, arrays[what], names)}.`;
  };
  const axis = names[half.axis] ?? "X";
  const length = half.of;
  const isWritten = arrays.output.content === half;
  const [alone, areReal] =
    length % 2 === 0
      ? [`frequencies 0 and ${length / 2}`, "are real: their imaginary parts are ignored"]
      : ["frequency 0", "is real: its imaginary part is ignored"];
  const frequencies = (what: string): string =>
    length === 1
      ? `Along ${axis} there is one frequency, number 0, which is ${what}.`
      : `Along ${axis} frequencies 0 to ${halfLength(length) - 1} are ${what}; the others follow by conjugate symmetry.`;
  const rest =
    half.packed === true
      ? `Along ${axis} frequencies 0 to ${length / 2 - 1} are ${isWritten ? "written" : "read"}; frequency ${length / 2}, which is real like frequency 0, is stored in the imaginary part of frequency 0. The others follow by conjugate symmetry.`
      : isWritten
        ? frequencies("written")
        : `${frequencies("read")} ${transform.axes.length === 1 ? `Of these, ${alone} ${areReal}.` : `At ${alone} only the part with conjugate symmetry along the other dimensions counts.`}`;
  return [
    side("input", "in"),
    side("output", "out"),
    rest,
    ...sharingLines(arrays.input, transform.batch),
    ...strideLines(transform),
    ...rangeLines("of the input are read; the others are taken as zero", arrays.input, names),
    ...rangeLines("of the output are written", arrays.output, names),
  ];
}

/**
 * The numbers in the memory of n arrays of a side with gaps or overlapping rows: n times the size of one array would be wrong.
 * Undefined without gaps and overlaps, and where callers supply the strides. In place both sides have the larger of their sizes.
 */
export function roomText(transform: Transform, side: "input" | "output"): string | undefined {
  const arrays = arraysOf(transform);
  const { axes, distance } = arrays[side];
  if (parametersOf(arrays[side]).length > 0 || typeof distance !== "number") return undefined;
  // A complex number takes the space of two real ones.
  const places = ({ content }: ArraySpec): number => (content?.kind === "half" ? 2 : 1);
  const shared = transform.placement === "in-place" ? [arrays.input, arrays.output] : [arrays[side]];
  const most = Math.max(...shared.map((array) => spanOf(array) * places(array)));
  const room = Math.ceil(most / places(arrays[side]));
  const count = axes.reduce((product, { length }) => product * length, 1);
  if (distance === count && room === count) return undefined;
  return room === distance ? `n * ${distance}` : `(n - 1) * ${distance} + ${room}`;
}

const sharingLines = (input: ArraySpec, batch: number): readonly string[] =>
  sharesPlaces(input, batch)
    ? ["Rows or arrays of the input overlap: each of them reads the elements that they share."]
    : [];

/** `in[b * 65536 + y * 512 + x]`, with frequency 0 in the middle `in[b * 65536 + y * 512 + (x + 256) % 512]`; or the same for both planes. */
function placeText(array: string, { axes, distance, planar }: ArraySpec, names: readonly string[]): string {
  const terms = [
    { index: "b", stride: distance },
    ...axes
      .map((axis, index) => ({ ...axis, index: placeAlong(axis, (names[index] ?? "").toLowerCase()) }))
      .toReversed(),
  ].map(({ index, stride }) => {
    if (stride === 1) return index;
    return `${index.includes(" ") ? `(${index})` : index} * ${strideText(stride)}`;
  });
  const place = `[${terms.join(" + ")}]`;
  return planar ? `${array}_re${place} and ${array}_im${place}` : `${array}${place}`;
}

const placeAlong = ({ map }: ArrayAxis, index: string): string =>
  map?.kind === "rotate" ? `(${index} + ${map.by}) % ${map.length}` : index;

const strideText = (stride: Stride): string => (typeof stride === "number" ? String(stride) : stride.parameter);

/** `0 .. 15 and 496 .. 511` */
const indicesText = ({ from, below, gap }: ArrayAxis): string =>
  gap === undefined ? `${from} .. ${below - 1}` : `${from} .. ${gap.from - 1} and ${gap.below} .. ${below - 1}`;

function rangeLines(end: string, { axes }: ArraySpec, names: readonly string[]): readonly string[] {
  const parts = axes.flatMap((axis, index) =>
    isWhole(axis) ? [] : [`${(names[index] ?? BATCH_NAME).toLowerCase()} = ${indicesText(axis)}`],
  );
  return parts.length === 0 ? [] : [`Only elements with ${parts.toReversed().join(", ")} ${end}.`];
}
