// Prints what one thread does in a phase: accesses, butterflies with their twiddle factors, scaling. Decides nothing.
import { nearestLiteral } from "../arithmetic/float-literal.js";
import { shortLiteral } from "../arithmetic/short-bits.js";
import { codeletName } from "../codelet/codelet.js";
import { hadamardName } from "../codelet/hadamard.js";
import { invariant, unreachable } from "../failure/errors.js";
import { computesPairs } from "../layout/pairs.js";
import type { Sum } from "../kernel/coordinates.js";
import type { Guard, KernelHead, PipelineStep, RegisterAxis, ThreadStep } from "../kernel/program.js";
import { isShort } from "../plan/transform.js";
import { asExchanged, asHeld, asStored, fromExchanged } from "./element-text.js";
import { matrixButterflyLines } from "./print-matrix.js";
import { coordinateLine, offsetType, registerLoops, sumText, type IndexNames } from "./print-index.js";
import { pairedButterflyLines } from "./print-pairs.js";
import { runLoops } from "./print-run.js";
import { sequencyStores } from "./print-sequency.js";
import { twiddleLines } from "./print-twiddles.js";

/** The variables that hold the shared-memory address this thread reads at and the one it writes at; often they are one. */
export interface SharedSlots {
  readonly read: string;
  readonly write: string;
  readonly same: boolean;
}

export function sharedSlots(steps: readonly ThreadStep[]): SharedSlots {
  const [read, write] = steps.flatMap((step) =>
    step.kind === "shared-read" || step.kind === "shared-write" ? [step.address] : [],
  );
  const same = read !== undefined && write !== undefined && sameSum(read, write);
  return same ? { read: "slot", write: "slot", same } : { read: "get", write: "put", same };
}

const PIPELINE_STEPS = ["receive-read", "receive-write", "send", "fetch-next", "claim", "deal", "release"] as const;

export const isPipelineStep = (step: ThreadStep): step is PipelineStep =>
  PIPELINE_STEPS.some((kind) => kind === step.kind);

/** A step that both kinds of kernels have. */
export function printThreadStep(
  kernel: KernelHead,
  step: Exclude<ThreadStep, PipelineStep>,
  slots: SharedSlots,
  indices: IndexNames,
  holds: "held" | "exchanged" = "held",
): readonly string[] {
  switch (step.kind) {
    case "coordinates":
      return step.coordinates.map((coordinate) => coordinateLine(coordinate, kernel.wideOffsets, indices));
    case "load":
      return [
        `const ${offsetType(kernel.wideOffsets)} from = ${sumText(step.address)};`,
        ...(step.run > 1
          ? runLoops(step.axes, step.run, ({ register, offset, batch, lengths }) =>
              guarded(
                step.guard,
                batch,
                `load_run<${lengths}>(${register}, ${["source + from", ...offset].join(" + ")});`,
              ),
            )
          : accessLoops(step.axes, step.guard, "source + from", (register, address) => {
              const value = `load(${address})`;
              return `v[${register}] = ${holds === "held" ? asHeld(kernel.elements, value) : value};`;
            })),
      ];
    case "store": {
      const call = step.policy === "streaming" ? "store_streaming" : "store";
      const access = (register: string, address: string): string => {
        const value = `v[${register}]`;
        return `${call}(${address}, ${holds === "held" ? asStored(kernel.elements, value) : value});`;
      };
      const runCall = step.policy === "streaming" ? "store_run_streaming" : "store_run";
      if (step.sequency !== undefined) {
        const { address, sequency, axes, guard } = step;
        return sequencyStores(address, sequency, axes, guard, kernel.batchStride, kernel.wideOffsets, access);
      }
      return [
        `const ${offsetType(kernel.wideOffsets)} to = ${sumText(step.address)};`,
        ...(step.run > 1
          ? runLoops(step.axes, step.run, ({ register, offset, batch, lengths }) =>
              guarded(
                step.guard,
                batch,
                `${runCall}<${lengths}>(${["target + to", ...offset].join(" + ")}, ${register});`,
              ),
            )
          : accessLoops(step.axes, step.guard, "target + to", access)),
      ];
    }
    case "shared-write":
      return [
        ...(slots.same ? [] : [`const unsigned ${slots.write} = ${sumText(step.address)};`]),
        ...(step.run > 1
          ? runLoops(step.axes, step.run, ({ register, offset, lengths }) => [
              `write_run<${lengths}>(${step.array}, ${[slots.write, ...offset].join(" + ")}, ${register});`,
            ])
          : accessLoops(step.axes, undefined, slots.write, (register, address) => {
              const value = `v[${register}]`;
              return `${step.array}[${address}] = ${holds === "held" ? asExchanged(kernel.elements, value) : value};`;
            })),
      ];
    case "shared-read":
      return [
        `const unsigned ${slots.read} = ${sumText(step.address)};`,
        ...(step.run > 1
          ? runLoops(step.axes, step.run, ({ register, offset, lengths }) => [
              `read_run<${lengths}>(${register}, ${step.array}, ${[slots.read, ...offset].join(" + ")});`,
            ])
          : accessLoops(step.axes, undefined, slots.read, (register, address) => {
              const value = `${step.array}[${address}]`;
              return `v[${register}] = ${holds === "held" ? fromExchanged(kernel.elements, value) : value};`;
            })),
      ];
    case "butterfly":
      return computesPairs(kernel.elements) ? pairedButterflyLines(kernel, step) : butterflyLines(kernel, step);
    case "hadamard": {
      const { codelet, groups } = step;
      return groupLoops(codelet.matrix.order, groups, [], (registers) => [`${hadamardName(codelet)}(${registers});`]);
    }
    case "matrix-butterfly":
      return matrixButterflyLines(step, kernel);
    case "hadamard-within":
      return ["#pragma unroll", `for (unsigned r = 0; r < ${step.registers}; ++r) v[r] = hadamard_within(v[r]);`];
    case "scale":
      return [
        "#pragma unroll",
        `for (unsigned r = 0; r < ${step.registers}; ++r) v[r] = ${scaled(kernel, "v[r]", step.factor)}`,
      ];
    default:
      return unreachable(step);
  }
}

/** A value scaled, to the end of the line. In 16-bit arithmetic, what is no power of two is multiplied by in single precision. */
function scaled({ elements, precision }: KernelHead, value: string, factor: number): string {
  const { storage } = elements.held;
  if (computesPairs(elements) && isShort(storage) && Number.isInteger(Math.log2(factor)))
    return `scale_exactly(${value}, ${shortLiteral(factor, storage)});  // by ${factor}`;
  return `scale(${value}, ${nearestLiteral(factor, precision)});`;
}

const guarded = (guard: Guard | undefined, batch: readonly string[], line: string): readonly string[] => [
  guard === undefined ? line : `if (${sumText(guard.member, batch)} < present) ${line}`,
];

function accessLoops(
  axes: readonly RegisterAxis[],
  guard: Guard | undefined,
  base: string,
  access: (register: string, address: string) => string,
): readonly string[] {
  return registerLoops(axes, ({ register, offset, batch }) => {
    const line = access(register.join(" + ") || "0", [base, ...offset].join(" + "));
    return [guard === undefined ? line : `if (${sumText(guard.member, batch)} < present) ${line}`];
  });
}

function butterflyLines(kernel: KernelHead, step: Extract<ThreadStep, { kind: "butterfly" }>): readonly string[] {
  const { codelet, groups, twiddle } = step;
  const name = codeletName(codelet);
  if (twiddle === undefined) return groupLoops(codelet.radix, groups, [], (registers) => [`${name}(${registers});`]);
  invariant(
    twiddle.groupWeights.length === groups.length,
    () => `print: ${name} has ${groups.length} groups and ${twiddle.groupWeights.length} weights`,
  );
  const sameForAll = twiddle.groupWeights.every((weight) => weight === 0);
  if (sameForAll) {
    return [
      ...twiddleLines(twiddle, [], kernel),
      ...groupLoops(codelet.radix, groups, [], (registers) => [`${name}(${registers}, w);`]),
    ];
  }
  return groupLoops(codelet.radix, groups, twiddle.groupWeights, (registers, exponent) => [
    ...twiddleLines(twiddle, exponent, kernel),
    `${name}(${registers}, w);`,
  ]);
}

/** Unrolled loops over the butterflies of a thread. */
function groupLoops(
  radix: number,
  groups: readonly { readonly size: number }[],
  weights: readonly number[],
  body: (registers: string, exponentTerms: readonly string[]) => readonly string[],
): readonly string[] {
  const axes = groups.map((group, index) => ({ size: group.size, weight: weights[index] ?? 0, batch: 0 }));
  return registerLoops(axes, ({ register, offset }) =>
    body(register.length === 0 ? "v" : `v + ${radix} * ${parenthesised(register)}`, offset),
  );
}

const parenthesised = (terms: readonly string[]): string =>
  terms.length === 1 ? terms.join("") : `(${terms.join(" + ")})`;

const sameSum = (a: Sum, b: Sum): boolean =>
  a.length === b.length &&
  a.every((term, index) => term.coordinate === b[index]?.coordinate && term.weight === b[index]?.weight);
