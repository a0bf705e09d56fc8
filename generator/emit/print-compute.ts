// Prints the computations of one thread in a phase: butterflies with their twiddle factors, scaling. Decides nothing.
import { CALLED_FACTOR } from "../kernel/called-factor.js";
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { shortLiteral } from "../arithmetic/short-bits.js";
import { codeletName } from "../codelet/codelet.js";
import { hadamardName } from "../codelet/hadamard.js";
import { hermitianName, pairRegisters, type HermitianSpec } from "../codelet/hermitian.js";
import { elementText } from "./element-text.js";
import { unreachable } from "../failure/errors.js";
import type { Kernel, ThreadStep } from "../kernel/program.js";
import type { Twiddle } from "../kernel/twiddle.js";
import { isShort } from "../plan/transform.js";
import { matrixButterflyLines } from "./print-matrix.js";
import { block } from "./lines.js";
import { bracketed, registerLoops, sumText, type LoopAxis } from "./print-index.js";
import { offsetType, unsignedLiteral } from "./literals.js";
import { pairedButterflyLines } from "./print-vector.js";
import { butterflyAxes, twiddleLines } from "./print-twiddles.js";

/** Steps that use registers and coordinates only. */
export type ComputeStep = Extract<
  ThreadStep,
  {
    readonly kind:
      | "butterfly"
      | "hadamard"
      | "hermitian"
      | "hermitian-pairs"
      | "weigh"
      | "matrix-butterfly"
      | "scale"
      | "real"
      | "zeroth"
      | "pointwise";
  }
>;

export function computeLines(kernel: Kernel, step: ComputeStep): readonly string[] {
  switch (step.kind) {
    case "butterfly":
      return step.atOnce > 1
        ? pairedButterflyLines(kernel, step)
        : butterflyLines(kernel, step, codeletName(step.codelet), step.codelet.radix);
    case "hermitian-pairs":
      return butterflyLines(kernel, step, hermitianName(step.codelet), pairRegisters(step.codelet));
    case "hadamard": {
      const { codelet, butterflies, place } = step;
      if (place === "vector") return each(butterflies, "hadamard_within(v[r])");
      const axes = [{ size: butterflies, weight: 0 }];
      return butterflyLoops(codelet.matrix.order, axes, (registers) => [`${hadamardName(codelet)}(${registers});`]);
    }
    case "hermitian":
      return hermitianLines(kernel, step);
    case "weigh": {
      const { weight } = step;
      const times = weight === 1 ? "" : `${nearestLiteral(weight, kernel.precision)} * `;
      return step.points.map(({ register, sum, value }) => {
        const condition = `if (${sumText(sum)} == ${unsignedLiteral(value)}) `;
        const imaginary = step.isReal ? nearestLiteral(0, kernel.precision) : `${times}v[${register}].y`;
        return `${sum.length === 0 ? "" : condition}v[${register}] = {${times}v[${register}].x, ${imaginary}};`;
      });
    }
    case "matrix-butterfly":
      return matrixButterflyLines(step, kernel);
    case "scale": {
      if (step.factor === "called") return each(step.registers, `scale(v[r], ${CALLED_FACTOR})`);
      const { factor, as, registers } = step;
      return isShort(as)
        ? each(registers, `scale_exactly(v[r], ${shortLiteral(factor, as)})`, `  // by ${factor}`)
        : each(registers, `scale(v[r], ${nearestLiteral(factor, as)})`);
    }
    case "real":
      return [
        "#pragma unroll",
        `for (unsigned r = 0; r < ${step.registers}; ++r) v[r].y = ${nearestLiteral(0, kernel.precision)};`,
      ];
    case "zeroth":
      return zerothLines(kernel, step);
    case "pointwise": {
      const { name, below } = step.table;
      // The name of the table distinguishes two such steps of a phase; two of one table have all their places in registers.
      const isOfRegisters = step.place.length === 0;
      const place = `${name}_place`;
      return [
        ...(isOfRegisters ? [] : [`const ${offsetType(kernel.wideOffsets)} ${place} = ${sumText(step.place)};`]),
        ...registerLoops(step.axes, ({ register, offset }) => {
          const value = `v[${register.join(" + ") || "0"}]`;
          const own = [...(isOfRegisters ? [] : [place]), ...offset].join(" + ") || "0u";
          if (below === undefined) return [`${value} = multiply(${value}, load_table(${name} + ${own}));`];
          const entry = `(${own} < ${unsignedLiteral(below)} ? ${own} : ${unsignedLiteral(below - 1)})`;
          return [`${value} = multiply(${value}, load_table(${name} + ${entry}));`];
        }),
      ];
    }
    default:
      return unreachable(step);
  }
}

/** One thread of each row has its frequency 0. */
function zerothLines(
  kernel: Kernel,
  { array, frequency, place, points, length }: Extract<ThreadStep, { readonly kind: "zeroth" }>,
): readonly string[] {
  const times = nearestLiteral(length, kernel.precision);
  const bodies = points.map(({ register, place: further }) => {
    const own = [...(place.length === 0 ? [] : [sumText(place)]), ...(further === 0 ? [] : [unsignedLiteral(further)])];
    const at = `${array}[${own.join(" + ") || "0"}]`;
    const value = `v[${register}]`;
    return [
      `const ${elementText(kernel.elements.held)} x0 = ${at};`,
      `${at} = {x0.x + ${value}.x, x0.y + ${value}.y};`,
      `${value} = {${value}.x - ${times} * x0.x, ${value}.y - ${times} * x0.y};`,
    ];
  });
  const condition = frequency.length === 0 ? "" : `if (${sumText(frequency)} == 0u)`;
  const [only, ...others] = bodies;
  if (only !== undefined && others.length === 0) return block(condition, only);
  const lines = bodies.flatMap((body) => block("", body));
  return condition === "" ? lines : block(condition, lines);
}

/** The step for exponent 0, with factors that are the same for all threads. */
const hermitianLines = (
  kernel: Kernel,
  { pairs, twiddle, ends, endsTwiddle, rows }: Extract<ThreadStep, { readonly kind: "hermitian" }>,
): readonly string[] => {
  const call = (spec: HermitianSpec, by: Twiddle): readonly string[] => [
    ...twiddleLines(by, [], kernel),
    `${hermitianName(spec)}(all, w);`,
  ];
  const first = `${sumText(twiddle.exponent)} == 0u`;
  if (rows === undefined)
    return [...block(`if (${first})`, call(ends, endsTwiddle)), ...block("else", call(pairs, twiddle))];
  return [
    ...block(`if (${first} && ${rows.alone})`, call(ends, endsTwiddle)),
    ...block(`else if (${first})`, call(rows.edges, rows.twiddle)),
    ...block("else", call(pairs, twiddle)),
  ];
};

/** One line for all registers. */
const each = (registers: number, value: string, remark = ""): readonly string[] => [
  "#pragma unroll",
  `for (unsigned r = 0; r < ${registers}; ++r) v[r] = ${value};${remark}`,
];

function butterflyLines(
  kernel: Kernel,
  step: Extract<ThreadStep, { kind: "butterfly" | "hermitian-pairs" }>,
  name: string,
  radix: number,
): readonly string[] {
  const { twiddle } = step;
  const axes = butterflyAxes(step);
  const factors = (exponentTerms: readonly string[]): readonly string[] =>
    twiddle === undefined ? [] : twiddleLines(twiddle, exponentTerms, kernel);
  const call = (registers: string): string => `${name}(${registers}${twiddle === undefined ? "" : ", w"});`;
  return axes.every(({ weight }) => weight === 0)
    ? [...factors([]), ...butterflyLoops(radix, axes, (registers) => [call(registers)])]
    : butterflyLoops(radix, axes, (registers, terms) => [...factors(terms), call(registers)]);
}

/** Unrolled loops over the butterflies of a thread. */
const butterflyLoops = (
  radix: number,
  axes: readonly LoopAxis[],
  body: (registers: string, exponentTerms: readonly string[]) => readonly string[],
): readonly string[] =>
  registerLoops(axes, ({ register, offset }) =>
    body(register.length === 0 ? "v" : `v + ${radix} * ${bracketed(register.join(" + "))}`, offset),
  );
