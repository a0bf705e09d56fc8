// What programs that check a transform are told of where its elements lie: fields of `fftgen::verify::Array`.
import { elsewhere } from "../plan/array-overlaps.js";
import { arraysOf, usualStride, type Arrays, type ArraySpec } from "../plan/arrays.js";
import { hasRealSide, isDense, isPlainlyLaid, type Transform } from "../plan/transform.js";
import { sideType, userType } from "./element-text.js";
import type { Signature } from "./signature.js";

/** Statements about `subject`; none where arrays are dense. */
export function arraySettings(transform: Transform): readonly string[] {
  if (isPlainlyLaid(transform) && !hasRealSide(transform))
    return isDense(transform) ? [] : [`subject.input.distance = subject.output.distance = ${transform.distance};`];
  return ["// Strides, slowest first; distance; ranges [from, below); planar.", ...placesLines(arraysOf(transform))];
}

const placesLines = ({ input, output }: Pick<Arrays, "input" | "output">): readonly string[] => [
  `subject.input = ${arrayText(input)};`,
  input === output ? "subject.output = subject.input;" : `subject.output = ${arrayText(output)};`,
  ...contentSetting("input", input),
  ...contentSetting("output", output),
];

const contentSetting = (side: string, { content }: ArraySpec): readonly string[] =>
  content === undefined
    ? []
    : [
        `subject.${side}.content = fftgen::verify::Content::${content.kind === "numbers" ? "reals" : content.kind};`,
        ...(content.kind === "half" && content.packed === true ? [`subject.${side}.packed = true;`] : []),
      ];

const arrayText = ({ axes, distance, planar }: ArraySpec): string => {
  const slowestFirst = axes.toReversed();
  const strides = slowestFirst.map(({ stride }) => String(usualStride(stride)));
  const ranges = slowestFirst.map(({ from, below }) => `{${from}, ${below}}`);
  return `{{${strides.join(", ")}}, ${usualStride(distance)}, {${ranges.join(", ")}}, ${planar}}`;
};

/** Sides of real numbers are to be seen as what they are. */
const pointersTyped = (transform: Transform, passed: string): string =>
  hasRealSide(transform)
    ? passed
        .split(", ")
        .map((name) =>
          name === "in"
            ? `reinterpret_cast<const ${sideType(transform, "input")}*>(in)`
            : name === "out"
              ? `reinterpret_cast<${sideType(transform, "output")}*>(out)`
              : name,
        )
        .join(", ")
    : passed;

/**
 * Statements that set `subject.execute`; where the transform's own takes more than such programs pass, `subject.execute_as`, a function
 * that passes it parts of numbers, which lie behind each other there, and the strides of the subject.
 */
export function executeLines(
  symbol: string,
  transform: Transform,
  { pointers, strides, passed }: Signature,
): readonly string[] {
  const element = userType(transform);
  const parts = pointers.filter(({ part }) => part !== undefined);
  if (parts.length === 0 && strides.length === 0 && !hasRealSide(transform))
    return [`subject.execute = ${symbol}_execute;`];
  const places = strides.length === 0 ? new Map<string, string>() : stridePlaces(transform);
  const words = [...pointersTyped(transform, passed).split(", ")].map((word) => places.get(word) ?? word);
  return [
    `subject.execute_as = [](const auto&${parts.length + strides.length === 0 ? "" : " own"}, const ${element}* in, ${element}* out, void* workspace, std::size_t batch,`,
    "                        cudaStream_t stream) {",
    ...parts.map(({ name, array, part }) => {
      const type = `${array === "in" ? "const " : ""}${part?.type ?? ""}*`;
      const side = array === "in" ? "input" : "output";
      return part?.name === "real"
        ? `  ${type} const ${name} = reinterpret_cast<${type}>(${array});`
        : `  ${type} const ${name} = fftgen::verify::second_plane(own, own.${side}, ${array}_re, batch);`;
    }),
    `  return ${symbol}_execute(${words.join(", ")});`,
    "};",
  ];
}

/** Where the subject has the strides that callers say, by the names that the header gives them. */
function stridePlaces(transform: Transform): ReadonlyMap<string, string> {
  const { input, output } = arraysOf(transform);
  const sides = [
    { side: "input", ...input },
    { side: "output", ...output },
  ];
  return new Map(
    sides.flatMap(({ side, axes, distance }) =>
      [
        ...axes.toReversed().map(({ stride }, index) => ({ stride, place: `own.${side}.strides[${index}]` })),
        { stride: distance, place: `own.${side}.distance` },
      ].flatMap(({ stride, place }) => (typeof stride === "number" ? [] : [[stride.parameter, place] as const])),
    ),
  );
}

/** The statement that sets `subject.elsewhere`: other strides for callers to say; none where they say none. */
export function elsewhereLines(transform: Transform, signature: Signature): readonly string[] {
  if (signature.strides.length === 0) return [];
  const { input, output } = arraysOf(transform);
  const read = elsewhere(input);
  const written = input === output ? read : elsewhere(output);
  const places = ({ axes, distance }: ArraySpec): string =>
    `{${axes
      .toReversed()
      .map(({ stride }) => usualStride(stride))
      .join(", ")}}, ${usualStride(distance)}`;
  return [`subject.elsewhere = {moved(subject.input, ${places(read)}), moved(subject.output, ${places(written)})};`];
}
