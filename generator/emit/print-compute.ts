// Prints what one thread computes in a phase: butterflies with their twiddle factors, scaling. Decides nothing.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { shortLiteral } from "../arithmetic/short-bits.js";
import { codeletName } from "../codelet/codelet.js";
import { hadamardName } from "../codelet/hadamard.js";
import { unreachable } from "../failure/errors.js";
import type { Kernel, ThreadStep } from "../kernel/program.js";
import { isShort } from "../plan/transform.js";
import { matrixButterflyLines } from "./print-matrix.js";
import { bracketed, offsetType, registerLoops, sumText, type LoopAxis } from "./print-index.js";
import { pairedButterflyLines } from "./print-vector.js";
import { butterflyAxes, twiddleLines } from "./print-twiddles.js";

/** Steps that know nothing but registers and coordinates. */
export type ComputeStep = Extract<
  ThreadStep,
  { readonly kind: "butterfly" | "hadamard" | "matrix-butterfly" | "scale" | "pointwise" }
>;

export function computeLines(kernel: Kernel, step: ComputeStep): readonly string[] {
  switch (step.kind) {
    case "butterfly":
      return step.atOnce > 1 ? pairedButterflyLines(kernel, step) : butterflyLines(kernel, step);
    case "hadamard": {
      const { codelet, butterflies, place } = step;
      if (place === "vector") return each(butterflies, "hadamard_within(v[r])");
      const axes = [{ size: butterflies, weight: 0 }];
      return butterflyLoops(codelet.matrix.order, axes, (registers) => [`${hadamardName(codelet)}(${registers});`]);
    }
    case "matrix-butterfly":
      return matrixButterflyLines(step, kernel);
    case "scale": {
      const { factor, as, registers } = step;
      return isShort(as)
        ? each(registers, `scale_exactly(v[r], ${shortLiteral(factor, as)})`, `  // by ${factor}`)
        : each(registers, `scale(v[r], ${nearestLiteral(factor, as)})`);
    }
    case "pointwise": {
      // A phase may have two of them.
      const place = `${step.table.name}_place`;
      return [
        `const ${offsetType(kernel.wideOffsets)} ${place} = ${sumText(step.place)};`,
        ...registerLoops(step.axes, ({ register, offset }) => {
          const value = `v[${register.join(" + ") || "0"}]`;
          return [`${value} = multiply(${value}, load_table(${[step.table.name, place, ...offset].join(" + ")}));`];
        }),
      ];
    }
    default:
      return unreachable(step);
  }
}

/** One line for all registers. */
const each = (registers: number, value: string, remark = ""): readonly string[] => [
  "#pragma unroll",
  `for (unsigned r = 0; r < ${registers}; ++r) v[r] = ${value};${remark}`,
];

function butterflyLines(kernel: Kernel, step: Extract<ThreadStep, { kind: "butterfly" }>): readonly string[] {
  const { codelet, twiddle } = step;
  const axes = butterflyAxes(step);
  const factors = (exponentTerms: readonly string[]): readonly string[] =>
    twiddle === undefined ? [] : twiddleLines(twiddle, exponentTerms, kernel);
  const call = (registers: string): string =>
    `${codeletName(codelet)}(${registers}${twiddle === undefined ? "" : ", w"});`;
  return axes.every(({ weight }) => weight === 0)
    ? [...factors([]), ...butterflyLoops(codelet.radix, axes, (registers) => [call(registers)])]
    : butterflyLoops(codelet.radix, axes, (registers, terms) => [...factors(terms), call(registers)]);
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
