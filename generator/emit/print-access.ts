// Prints how registers are read from an array and written to one: global memory, shared memory, the other blocks of a cluster.
// Decides nothing.
import { mirroredText } from "./print-place.js";
import { invariant, unreachable } from "../failure/errors.js";
import type { Access, Index, Read, Send, Write } from "../kernel/access.js";
import { bufferNamed, globalArray, type Kernel, type PhaseStep, type PlaceMap } from "../kernel/program.js";
import { evenMap, type Part, type Parts } from "../plan/parts.js";
import type { ElementType } from "../plan/elements.js";
import { unpadded, type Linear } from "../plan/place-map.js";
import { asHeld, asStored, converted, fromShared } from "./element-text.js";
import {
  bracketed,
  guarded,
  indexText,
  offsetType,
  placeText,
  registerLoops,
  sumText,
  unsignedLiteral,
  type LoopAccess,
} from "./print-index.js";
import { runLoops } from "./print-run.js";
import { barrierText } from "./print-sync.js";

/** The type of the elements in registers while a phase reads and writes. */
export type Held = PhaseStep["holds"];

export function readLines(kernel: Kernel, step: Read, holds: Held): readonly string[] {
  const { array, place, axes, guards, run, parts } = step;
  if (parts !== undefined) return readPartsLines(kernel, step, parts);
  const asIs = holds === "exchanged";
  const global = globalArray(kernel, array);
  const lines =
    global !== undefined
      ? run > 1
        ? runLoops(axes, run, ({ register, offset, guards: parts, lengths }) => [
            guarded(guards, parts, `load_run<${lengths}>(${register}, ${[array, place, ...offset].join(" + ")});`),
          ])
        : elementLoops(step, (register, at) => {
            const value = `load(${array} + ${at})`;
            return [`v[${register}] = ${asIs ? value : asHeld(global.element, kernel.elements.held, value)};`];
          })
      : run > 1
        ? runLoops(axes, run, ({ register, offset, lengths }) => [
            `read_run<${lengths}>(${register}, ${array}, ${[place, ...offset].join(" + ")});`,
          ])
        : elementLoops(step, (register, at) => {
            const value = `${array}[${at}]`;
            return [
              `v[${register}] = ${asIs ? value : fromShared(bufferNamed(kernel, array).type, kernel.elements.held, value)};`,
            ];
          });
  return lines;
}

export function writeLines(kernel: Kernel, step: Write, holds: Held): readonly string[] {
  const { array, place, axes, guards, run, policy, send, parts } = step;
  if (parts !== undefined) return writePartsLines(kernel, step, parts);
  const asIs = holds === "exchanged";
  const global = globalArray(kernel, array);
  if (global !== undefined) {
    const stream = policy === "streaming" ? "_streaming" : "";
    const store = (register: string, at: string): string =>
      `store${stream}(${array} + ${at}, ${asIs ? `v[${register}]` : asStored(kernel.elements.held, global.element, `v[${register}]`)});`;
    return run > 1
      ? runLoops(axes, run, ({ register, offset, guards: parts, lengths }) => [
          guarded(
            guards,
            parts,
            `store_run${stream}<${lengths}>(${[array, place, ...offset].join(" + ")}, ${register});`,
          ),
        ])
      : elementLoops(step, (register, at) => [store(register, at)]);
  }
  const value = (register: string): string =>
    asIs ? `v[${register}]` : asStored(kernel.elements.held, bufferNamed(kernel, array).type, `v[${register}]`);
  if (send !== undefined) return sendLoops(kernel, step, send, value);
  return run > 1
    ? runLoops(axes, run, ({ register, offset, lengths }) => [
        `write_run<${lengths}>(${array}, ${[place, ...offset].join(" + ")}, ${register});`,
      ])
    : elementLoops(step, (register, at) => [`${array}[${at}] = ${value(register)};`]);
}

/** The variable of the thread's place in the array, unless the phase has one of that name already. */
export function placeLines(
  kernel: Kernel,
  { array, place, index }: Access,
  defined: ReadonlySet<string>,
): readonly string[] {
  if (defined.has(place)) return [];
  const type = offsetType(globalArray(kernel, array) !== undefined && kernel.wideOffsets);
  const { mapped } = index;
  if (mapped.length === 0) return [`const ${type} ${place} = ${indexText(index)};`];
  return mapped.map(({ map, sum }, part) => {
    const own = map.kind === "sequency" ? `sequency_place(${sumText(sum)})` : sumText(sum);
    return `const ${type} ${partName(place, part)} = ${own};`;
  });
}

/** The variable of the argument of a map; the first one has the name of the place. */
const partName = (place: string, part: number): string => (part === 0 ? place : `${place}_${part + 1}`);

/** Loops over single elements; `body` gets the register and its place. */
const elementLoops = (
  { axes, guards, index, place, only }: Access,
  body: (register: string, at: string) => readonly string[],
): readonly string[] =>
  registerLoops(
    axes,
    (access) =>
      body(access.register.join(" + ") || "0", mappedText(index, place, access)).map((line) =>
        guarded(guards, access.guards, line),
      ),
    only,
  );

/** Reads the parts of complex numbers that are not adjacent. */
const readPartsLines = (kernel: Kernel, step: Read, parts: Parts): readonly string[] =>
  partLoops(kernel, step, parts, (register, placed) => {
    const { held } = kernel.elements;
    const global = globalArray(kernel, step.array);
    const values = placed.map((part) => {
      if (part === undefined) return "0";
      const { at, sign, condition } = part;
      if (global === undefined) return sign(`${step.array}[${at}]`);
      const loaded =
        condition === undefined ? `load(${step.array} + ${at})` : `load_if(${condition}, ${step.array}, ${at})`;
      return sign(converted(numberOf(global.element), numberOf(held), loaded));
    });
    return [`v[${register}] = {${values.join(", ")}};`];
  });

const writePartsLines = (kernel: Kernel, step: Write, parts: Parts): readonly string[] =>
  partLoops(kernel, step, parts, (register, placed) => {
    const { held } = kernel.elements;
    const global = globalArray(kernel, step.array);
    const stream = step.policy === "streaming" ? "_streaming" : "";
    return placed.flatMap((part, index) => {
      if (part === undefined) return [];
      const { at, sign, condition } = part;
      const number = sign(`v[${register}].${index === 0 ? "x" : "y"}`);
      const store =
        global !== undefined
          ? `store${stream}(${step.array} + ${at}, ${converted(numberOf(held), numberOf(global.element), number)});`
          : `${step.array}[${at}] = ${number};`;
      return condition === undefined ? store : `if (${condition}) ${store}`;
    });
  });

const numberOf = ({ storage }: ElementType): ElementType => ({ field: "real", storage, width: 1 });

/** A part as text: its place, its sign, and the condition under which it is present. */
interface PartText {
  readonly at: string;
  readonly sign: (value: string) => string;
  readonly condition: string | undefined;
}

/** The variable of the number of a complex number. */
const COMPLEX_NUMBER = "k";

function partLoops(
  kernel: Kernel,
  step: Access,
  parts: Parts,
  body: (register: string, placed: readonly (PartText | undefined)[]) => readonly string[],
): readonly string[] {
  const { array, axes, guards, index, place, only, numbers } = step;
  const [first, ...others] = index.mapped;
  invariant(first !== undefined, () => "print: parts of numbers that have no place");
  return registerLoops(
    axes,
    (access) => {
      const argument = [place, ...(access.mapped[0] ?? [])].join(" + ");
      const number = numbers === undefined ? argument : mapText(numbers, argument, []);
      // The place in an even sequence contains the number several times.
      const isNamed = number !== argument || (argument !== place && parts.some((part) => part?.map.kind === "even"));
      const own = isNamed ? COMPLEX_NUMBER : number;
      const named = isNamed ? { ...access, mapped: access.mapped.with(0, []) } : access;
      const start = isNamed ? COMPLEX_NUMBER : place;
      const placed = parts.map((part): PartText | undefined =>
        part === undefined
          ? undefined
          : {
              at: mappedText({ ...index, mapped: [{ ...first, map: part.map }, ...others] }, start, named),
              sign: (value) =>
                signedText(part, value, own, () => mapText(unpadded(part.map), start, named.mapped[0] ?? [])),
              condition: conditionText(part, own),
            },
      );
      const lines = [
        ...(isNamed
          ? [`const ${offsetType(globalArray(kernel, array) !== undefined && kernel.wideOffsets)} ${own} = ${number};`]
          : []),
        ...body(access.register.join(" + ") || "0", placed),
      ];
      if (guards.length === 0) return lines;
      const [only, ...more] = lines;
      if (only !== undefined && more.length === 0) return [guarded(guards, access.guards, only)];
      return [guarded(guards, access.guards, "{"), ...lines.map((line) => `  ${line}`), "}"];
    },
    only,
  );
}

/** `own`: the number of the complex number; `place`: the place of the part. */
function signedText({ map, sign }: Part, value: string, own: string, place: () => string): string {
  switch (sign) {
    case "plus":
      return value;
    case "minus":
      return `-${value}`;
    case "alternating":
      return `alternating(${value}, ${place()})`;
    case "odd": {
      const { period, of } = evenMap(map);
      return `negated_if(${linearText(of, own)} > ${unsignedLiteral(period / 2)}, ${value})`;
    }
  }
}

/** The condition under which a part is present; undefined if it always is. */
function conditionText({ map, sign, from, below }: Part, own: string): string | undefined {
  if (below !== undefined) return `${own} < ${unsignedLiteral(below)}`;
  if (from > 0) return `${own} >= ${unsignedLiteral(from)}`;
  if (sign !== "odd") return undefined;
  const { period, of } = evenMap(map);
  const isNever = of.scale % 2 === 0 && of.offset % 2 === 1 && period % 4 === 0;
  return isNever ? undefined : `(${linearText(of, own)}) % ${unsignedLiteral(period / 2)} != 0u`;
}

/** The place of a register in the array, maps included. */
function mappedText({ sum, mapped }: Index, place: string, access: LoopAccess): string {
  if (mapped.length === 0) return placeText(place, access);
  const others = sum.length === 0 ? [] : [sumText(sum)];
  const parts = mapped.map(({ map, stride, by }, part) => {
    const own = mapText(map, partName(place, part), access.mapped[part] ?? []);
    const steps = [...(stride === 1 ? [] : [unsignedLiteral(stride)]), ...(by === undefined ? [] : [by])];
    return steps.length === 0 ? own : [...steps, /^(?:zigzag|wrapped)</u.test(own) ? own : bracketed(own)].join(" * ");
  });
  const whole = [...others, ...parts, ...access.offset].join(" + ");
  // What a mirror of length 0 counts backwards wraps around, until all of the place is summed up.
  return mapped.some(({ map }) => map.kind === "mirrored" && map.length === 0) ? `(${whole})` : whole;
}

/** `1u + 2u * (from + r)`; downwards `15u - (from + r)`. */
function linearText({ scale, offset }: Linear, own: string): string {
  const steps = Math.abs(scale) === 1 ? own : `${unsignedLiteral(Math.abs(scale))} * ${bracketed(own)}`;
  if (scale < 0) return `${unsignedLiteral(offset)} - ${bracketed(steps)}`;
  if (offset === 0) return steps;
  return offset < 0 ? `${steps} - ${unsignedLiteral(-offset)}` : `${unsignedLiteral(offset)} + ${steps}`;
}

/** `offset`: the register's part. */
function mapText(map: PlaceMap, place: string, offset: readonly string[]): string {
  const own = [place, ...offset].join(" + ");
  switch (map.kind) {
    // Linear over exclusive or: the places of a thread's registers differ from that of its first by constants.
    case "sequency":
      return offset.length === 0 ? place : `(${place} ^ sequency_place(${offset.join(" + ")}))`;
    case "gather":
      return `${map.table.name}[${own}]`;
    case "reflect": {
      const length = unsignedLiteral(map.length);
      return `(${length} - ${bracketed(own)}) % ${length}`;
    }
    case "linear":
      return linearText(map, own);
    case "rotate":
      return `wrapped<${unsignedLiteral(map.length)}>(${own} + ${unsignedLiteral(map.by)})`;
    case "padded":
      return `padded<${unsignedLiteral(map.every)}>(${mapText(map.of, place, offset)})`;
    case "even":
      return `even<${unsignedLiteral(map.period)}>(${linearText(map.of, own)})${map.first === 0 ? "" : ` - ${unsignedLiteral(map.first)}`}`;
    case "mirrored":
      return mirroredText(map, own);
    case "zigzag":
      return `zigzag<${unsignedLiteral(map.length)}>(${map.of === undefined ? own : linearText(map.of, own)})`;
    default:
      return unreachable(map);
  }
}

/**
 * Writes to the blocks of the cluster, asynchronously or not; elements for the block itself by plain stores, where `keepsOwn`
 * says so.
 */
const sendLoops = (
  kernel: Kernel,
  { array, axes, place, only }: Write,
  { barrier, keepsOwn, rank }: Send,
  value: (register: string) => string,
): readonly string[] =>
  registerLoops(
    axes,
    (access) => {
      const register = access.register.join(" + ") || "0";
      const at = placeText(place, access);
      const terms = [...(rank.length === 0 ? [] : [sumText(rank)]), ...access.rank];
      const [first] = terms;
      const simple = terms.length === 1 && first !== undefined && !first.includes(" ");
      const owner = simple ? first : "owner";
      const arguments_ = `peers[${owner}], ${array} + (${at}), ${value(register)}`;
      const sent =
        barrier === undefined ? `store(${arguments_});` : `send(${arguments_}, ${barrierText(kernel, barrier)});`;
      return [
        ...(simple ? [] : [`const unsigned owner = ${terms.join(" + ")};`]),
        ...(keepsOwn
          ? [`if (${owner} == rank)`, `  ${array}[${at}] = ${value(register)};`, "else", `  ${sent}`]
          : [sent]),
      ];
    },
    only,
  );
