// The layout of a transform for programs that check it: fields of `fftgen::verify::Array`.
import {
  isPerArray,
  operandLength,
  operandText,
  seedOf,
  verifiedScalar,
  type Argument,
} from "../pointwise/arguments.js";
import { operandElement } from "./argument-types.js";
import { elementArguments, elementFunction, storesReals } from "../plan/element-functions.js";
import { operationsIn } from "../pointwise/expression.js";
import { hostDefinitions, hostText } from "./host-expression.js";
import { isPlainlyTyped } from "../plan/array-types.js";
import { computedIn, exactBits, isInteger } from "../plan/storage.js";
import { floatLiteral } from "../arithmetic/float-literal.js";
import { CALLED_FACTOR, VERIFIED_FACTOR } from "../kernel/called-factor.js";
import { elsewhere } from "../plan/array-overlaps.js";
import { arraysOf, contentsOf, isPlainlyLaid, usualStride, type Arrays, type ArraySpec } from "../plan/arrays.js";
import { isDense, type Transform } from "../plan/transform.js";
import { numberType, sideType, userType } from "./element-text.js";
import type { Signature } from "./signature.js";

/** Statements about `subject`; none where arrays are dense. */
export const arraySettings = (transform: Transform): readonly string[] => [
  ...placeSettings(transform),
  ...typeSettings(transform),
  ...functionSettings(transform),
];

/** What becomes of elements, on the host. */
const functionSettings = (transform: Transform): readonly string[] => [
  ...functionSetting(transform, "input", "load"),
  ...functionSetting(transform, "output", "store"),
  ...(storesReals(transform) ? ["subject.output.single = true;"] : []),
  ...storeRoundoff(transform),
  ...operandSettings(transform),
  ...(dependsOnMember(transform) ? ["subject.depends_on_member = true;"] : []),
];

const operandSettings = (transform: Transform): readonly string[] =>
  operandsOf(elementArguments(transform)).map(
    (operand) =>
      `subject.operands.emplace_back(${[operandLength(operand), isPerArray(operand), operand.isComplex, seedOf(operand.name)].join(", ")});  // ${operandText(operand)}`,
  );

const operandsOf = (taken: readonly Argument[]) => taken.flatMap((one) => (one.kind === "operand" ? [one] : []));

/** What verifications give, as arguments of execute. */
const argumentPlaces = (
  taken: readonly Argument[],
  { precision }: Transform,
): readonly (readonly [name: string, value: string])[] =>
  taken.map((argument): readonly [string, string] => {
    const computed = computedIn(precision);
    const { name } = argument;
    if (argument.kind === "scalar") return [name, floatLiteral(verifiedScalar(name), computed)];
    const element = operandElement(argument.isComplex, computed);
    const number = operandsOf(taken).indexOf(argument);
    const data = `own.operands[${number}].template data<${numberType(computed)}>(batch, own.largest_batch)`;
    return [name, `static_cast<const ${element}*>(${data})`];
  });

/** Whether an expression asks which transform of a batch an element belongs to: which array, or where along a dimension that is not transformed. */
const dependsOnMember = (transform: Transform): boolean =>
  (["input", "output"] as const).some((side) =>
    (elementFunction(transform, side)?.indices ?? []).some((name) => !transform.axes.includes(name.toUpperCase())),
  );

/** Of the operations of an expression, and of storing what it gives. */
function storeRoundoff(transform: Transform): readonly string[] {
  const by = elementFunction(transform, "output");
  if (by === undefined) return [];
  const { outputType, precision } = transform;
  const computed = (4 * operationsIn(by.expression) + 1) * 2 ** -exactBits(computedIn(precision));
  const stored = isInteger(outputType) ? 0 : 2 ** -exactBits(outputType);
  return [`subject.store_roundoff = ${(computed + stored).toExponential(3)};`];
}

function functionSetting(transform: Transform, side: "input" | "output", member: "load" | "store"): readonly string[] {
  const by = elementFunction(transform, side);
  if (by === undefined) return [];
  const at = by.indices.length === 0 ? "" : " at";
  return [
    `subject.${member} = [](fftgen::verify::Quantity v, const fftgen::verify::Where&${at}) {`,
    "  using fftgen::verify::Quantity;",
    ...hostDefinitions(by, transform.dimensions.length).map((line) => `  ${line}`),
    `  return ${hostText(by)};`,
    "};",
  ];
}

/** What the sides hold, where that is not what is tested with. */
function typeSettings(transform: Transform): readonly string[] {
  if (isPlainlyTyped(transform)) return [];
  const { inputType, outputType, precision } = transform;
  const tested = computedIn(precision);
  return (
    [
      ["input.stored", inputType],
      ["output.stored", outputType],
      ["between", precision],
    ] as const
  ).flatMap(([member, type]) => (type === tested ? [] : [`subject.${member} = fftgen::verify::Stored::${type};`]));
}

function placeSettings(transform: Transform): readonly string[] {
  const arrays = arraysOf(transform);
  if (isPlainlyLaid(transform) && arrays.input.content === undefined)
    return isDense(transform) ? [] : [`subject.input.distance = subject.output.distance = ${transform.distance};`];
  return ["// Strides, slowest first; distance; ranges [from, below); planar.", ...placesLines(arrays)];
}

const placesLines = ({ input, output }: Pick<Arrays, "input" | "output">): readonly string[] => [
  `subject.input = ${arrayText(input)};`,
  ...shiftSetting("input", input),
  ...(input === output
    ? ["subject.output = subject.input;"]
    : [`subject.output = ${arrayText(output)};`, ...shiftSetting("output", output)]),
  ...contentSetting("input", input),
  ...contentSetting("output", output),
];

const shiftSetting = (side: string, { axes }: ArraySpec): readonly string[] => {
  const shifts = axes.toReversed().map(({ map }) => (map?.kind === "rotate" ? map.by : 0));
  return shifts.every((shift) => shift === 0) ? [] : [`subject.${side}.shifts = {${shifts.join(", ")}};`];
};

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
  const ranges = slowestFirst.map(
    ({ from, below, gap }) => `{${[from, below, ...(gap === undefined ? [] : [gap.from, gap.below])].join(", ")}}`,
  );
  return `{{${strides.join(", ")}}, ${usualStride(distance)}, {${ranges.join(", ")}}, ${planar}}`;
};

/** Pointers to sides of other elements than butterflies see are cast to their types. */
function typedPointers(transform: Transform): ReadonlyMap<string, string> {
  const seen = userType(transform);
  const { input, output } = contentsOf(transform);
  const [read, written] = [sideType(transform, "input"), sideType(transform, "output")];
  return new Map([
    ...(input === undefined && read === seen ? [] : [["in", `reinterpret_cast<const ${read}*>(in)`] as const]),
    ...(output === undefined && written === seen ? [] : [["out", `reinterpret_cast<${written}*>(out)`] as const]),
  ]);
}

/**
 * Statements that set `subject.execute`; for a transform with more parameters `subject.execute_as`, a function that passes it
 * planes, which follow each other there, and the strides of the subject.
 */
export function executeLines(
  symbol: string,
  transform: Transform,
  { pointers, strides, takesFactor, arguments: taken, passed }: Signature,
): readonly string[] {
  const element = userType(transform);
  const parts = pointers.filter(({ part }) => part !== undefined);
  const typed = typedPointers(transform);
  if (parts.length === 0 && strides.length === 0 && !takesFactor && taken.length === 0 && typed.size === 0)
    return [`subject.execute = ${symbol}_execute;`];
  const places = new Map([
    ...typed,
    ...(strides.length === 0 ? [] : stridePlaces(transform)),
    ...(takesFactor ? [[CALLED_FACTOR, calledFactorText(transform)] as const] : []),
    ...argumentPlaces(taken, transform),
  ]);
  const words = passed.split(", ").map((word) => places.get(word) ?? word);
  return [
    `subject.execute_as = [](const auto&${parts.length + strides.length + operandsOf(taken).length === 0 ? "" : " own"}, const ${element}* in, ${element}* out, void* workspace, std::size_t batch,`,
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

const calledFactorText = ({ precision }: Transform): string => floatLiteral(VERIFIED_FACTOR, computedIn(precision));

/** The places in the subject of the strides that callers supply, by their names in the header. */
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

/** The statement that sets `subject.elsewhere`: other strides for callers to supply; none where they supply none. */
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
