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
  return [
    "// Strides, slowest first; distance; from and below of what is there; planar.",
    ...placesLines(arraysOf(transform)),
  ];
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
 * Statements that set `subject.execute`: where the transform's own takes more than such programs pass, a function that passes it parts
 * of numbers, which lie behind each other there, and strides as planned. `describe`: the function that gives the subject.
 */
export function executeLines(
  symbol: string,
  transform: Transform,
  { pointers, strides, passed }: Signature,
  describe: string,
  { input, output }: Pick<Arrays, "input" | "output"> = arraysOf(transform),
): readonly string[] {
  const element = userType(transform);
  const parts = pointers.filter(({ part }) => part !== undefined);
  if (parts.length === 0 && strides.length === 0 && !hasRealSide(transform))
    return [`subject.execute = ${symbol}_execute;`];
  const said = new Map(
    [input, output].flatMap(({ axes, distance }) =>
      [...axes.map(({ stride }) => stride), distance].flatMap((stride) =>
        typeof stride === "number" ? [] : [[stride.parameter, stride.usual] as const],
      ),
    ),
  );
  return [
    `subject.execute = [](const ${element}* in, ${element}* out, void* workspace, std::size_t batch, cudaStream_t stream) {`,
    ...(parts.length === 0 ? [] : [`  const fftgen::verify::Subject<${element}> subject = ${describe}();`]),
    ...parts.map(({ name, array, part }) => {
      const type = `${array === "in" ? "const " : ""}${part?.type ?? ""}*`;
      const side = array === "in" ? "input" : "output";
      const first = `reinterpret_cast<${type}>(${array})`;
      return part?.name === "real"
        ? `  ${type} const ${name} = ${first};`
        : `  ${type} const ${name} = ${array}_re == nullptr ? nullptr : ${array}_re + fftgen::verify::plane_elements(subject, subject.${side}, batch);`;
    }),
    ...strides.map((name) => `  constexpr std::size_t ${name} = ${said.get(name) ?? 0};`),
    `  return ${symbol}_execute(${pointersTyped(transform, passed)});`,
    "};",
  ];
}

/** Statements that set `subject.elsewhere`: the same transform, called with other strides; none where callers say none. */
export function elsewhereLines(
  symbol: string,
  transform: Transform,
  signature: Signature,
  describe: string,
): readonly string[] {
  if (signature.strides.length === 0) return [];
  const { input, output } = arraysOf(transform);
  const read = elsewhere(input);
  const places = { input: read, output: input === output ? read : elsewhere(output) };
  return [
    "subject.elsewhere = [] {",
    ...[
      `fftgen::verify::Subject<${userType(transform)}> subject = ${describe}();`,
      ...placesLines(places),
      ...executeLines(symbol, transform, signature, `${describe}().elsewhere`, places),
      "return subject;",
    ].map((line) => `  ${line}`),
    "};",
  ];
}
