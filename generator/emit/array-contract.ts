// What contracts say of where elements lie, where arrays are not dense: a formula for each side.
import { arraysOf, BATCH_NAME, hostArrays, isWhole, type ArraySpec, type Stride } from "../plan/arrays.js";
import { isPlainlyLaid, type Transform } from "../plan/transform.js";

/** Empty where arrays are as most have them, of which contracts say it in other words. */
export function arrayLines(transform: Transform): readonly string[] {
  if (isPlainlyLaid(transform)) return [];
  const arrays = arraysOf(transform);
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
    `${input} of the input, ${output} of the output; what lies between is not touched.`,
    ...rangeLines("Of the input", "is read: the rest counts as zero", arrays.input, names),
    ...rangeLines("Of the output", "is written", arrays.output, names),
  ];
}

/** `in[b * 65536 + y * 512 + x]`, or of both parts. */
function placeText(array: string, { axes, distance, planar }: ArraySpec, names: readonly string[]): string {
  const terms = [
    { index: "b", stride: distance },
    ...axes.map(({ stride }, index) => ({ index: (names[index] ?? "").toLowerCase(), stride })).toReversed(),
  ].map(({ index, stride }) => (stride === 1 ? index : `${index} * ${strideText(stride)}`));
  const place = `[${terms.join(" + ")}]`;
  return planar ? `${array}_re${place} and ${array}_im${place}` : `${array}${place}`;
}

const strideText = (stride: Stride): string => (typeof stride === "number" ? String(stride) : stride.parameter);

function rangeLines(begin: string, end: string, { axes }: ArraySpec, names: readonly string[]): readonly string[] {
  const parts = axes.flatMap((axis, index) =>
    isWhole(axis) ? [] : [`${(names[index] ?? BATCH_NAME).toLowerCase()} from ${axis.from} to ${axis.below - 1}`],
  );
  return parts.length === 0 ? [] : [`${begin} only ${parts.toReversed().join(", ")} ${end}.`];
}
