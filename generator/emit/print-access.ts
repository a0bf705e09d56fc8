// Prints how registers are read from an array and written to one: global memory, shared memory, the other blocks of a cluster.
// Decides nothing.
import { at, invariant } from "../failure/errors.js";
import type { Access, Index, Read, Send, Write } from "../kernel/access.js";
import { bufferNamed, globalArray, isOnClusters, type Kernel, type PhaseStep } from "../kernel/program.js";
import { sumExpression } from "../kernel/coordinates.js";
import { evenMap, type Part, type Parts } from "../plan/parts.js";
import { compare, constant, named, plus, remainder, times, type Integer } from "../plan/index-expression.js";
import { linearExpression, placeExpression, registerPlace, startOf, unpadded } from "../plan/place-map.js";
import type { ElementType } from "../plan/elements.js";
import { BATCH_INDEX } from "../pointwise/scope.js";
import { argumentInKernel } from "./argument-types.js";
import { asHeld, asStored, fromShared, numberHeld, numberStored, type Where } from "./element-text.js";
import { guarded, indexText, placeText, registerLoops, sumText, type LoopAccess } from "./print-index.js";
import { offsetType } from "./literals.js";
import { asNamed, conditionText, integerText, SUM } from "./print-expression.js";
import { runLoops } from "./print-run.js";
import { firstOfTile } from "./print-tile-order.js";
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
        : elementLoops(step, (register, at, access) => {
            const value = `load(${array} + ${at})`;
            const registers = asIs ? kernel.elements.exchanged : kernel.elements.held;
            const where = whereTexts(kernel, step, global.element, access);
            return [`v[${register}] = ${asHeld(global.element, registers, value, where)};`];
          })
      : run > 1
        ? runLoops(axes, run, ({ register, offset, lengths }) => [
            `read_run<${lengths}>(${register}, ${array}, ${[place, ...offset].join(" + ")});`,
          ])
        : elementLoops(step, (register, at, access) => {
            const value = `${array}[${at}]`;
            const { type } = bufferNamed(kernel, array);
            const where = whereTexts(kernel, step, type, access);
            return [`v[${register}] = ${asIs ? value : fromShared(type, kernel.elements.held, value, where)};`];
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
    const store = (register: string, at: string, access: LoopAccess): string => {
      const registers = asIs ? kernel.elements.exchanged : kernel.elements.held;
      const where = whereTexts(kernel, step, global.element, access);
      return `store${stream}(${array} + ${at}, ${asStored(registers, global.element, `v[${register}]`, where)});`;
    };
    return run > 1
      ? runLoops(axes, run, ({ register, offset, guards: parts, lengths }) => [
          guarded(
            guards,
            parts,
            `store_run${stream}<${lengths}>(${[array, place, ...offset].join(" + ")}, ${register});`,
          ),
        ])
      : elementLoops(step, (register, at, access) => [store(register, at, access)]);
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
    return `const ${type} ${partName(place, part)} = ${integerText(startOf(map, sumExpression(sum)))};`;
  });
}

/** The variable of the argument of a map; the first one has the name of the place. */
const partName = (place: string, part: number): string => (part === 0 ? place : `${place}_${part + 1}`);

/** Loops over single elements; `body` gets the register and its place. */
const elementLoops = (
  { axes, guards, index, place, only }: Access,
  body: (register: string, at: string, access: LoopAccess) => readonly string[],
): readonly string[] =>
  registerLoops(
    axes,
    (access) =>
      body(access.register.join(" + ") || "0", registerText(index, place, access), access).map((line) =>
        guarded(guards, access.guards, line),
      ),
    only,
  );

/** Of a complex number whose parts are not adjacent: where one of them is. */
interface PartAt {
  readonly part: Part;
  readonly number: Integer;
}

/** The indices of an element that its expression asks for, in that order. */
const whereTexts = (
  kernel: Kernel,
  { indices = [] }: Access,
  { by }: ElementType,
  access: LoopAccess,
  apart?: PartAt,
): Where => [
  ...(by?.indices ?? []).map((name) => {
    const terms = indices.flatMap((term, place): readonly Integer[] => {
      if (term.name !== name) return [];
      const sum = plus(sumExpression(term.sum), ...(access.indices[place] ?? []));
      const [map, argument] =
        term.ofParts === true && apart !== undefined ? [unpadded(apart.part.map), apart.number] : [term.map, sum];
      return [times(term.step, map === undefined ? argument : placeExpression(map, argument))];
    });
    const inTile = integerText(plus(...terms));
    if (name !== BATCH_INDEX) return inTile;
    const first = firstMember(kernel);
    return inTile === "0u" ? first : `${first} + ${inTile}`;
  }),
  ...(by?.arguments ?? []).map(argumentInKernel),
];

/** The number of the first member of the batch in a tile. */
const firstMember = (kernel: Kernel): string => (isOnClusters(kernel) ? firstOfTile(kernel.tiles) : "first");

/** Reads the parts of complex numbers that are not adjacent. */
const readPartsLines = (kernel: Kernel, step: Read, parts: Parts): readonly string[] =>
  partLoops(kernel, step, parts, (register, placed) => {
    const { held } = kernel.elements;
    const global = globalArray(kernel, step.array);
    const values = placed.map((part) => {
      if (part === undefined) return "0";
      const { at, sign, condition, where } = part;
      if (global === undefined) return sign(`${step.array}[${at}]`);
      const loaded =
        condition === undefined ? `load(${step.array} + ${at})` : `load_if(${condition}, ${step.array}, ${at})`;
      const number = numberHeld(global.element, held, loaded, where(global.element));
      // What is not there is 0, whatever an expression makes of it.
      return global.element.by === undefined || condition === undefined
        ? sign(number)
        : `${condition} ? ${sign(number)} : 0`;
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
      const { at, sign, condition, where } = part;
      const number = sign(`v[${register}].${index === 0 ? "x" : "y"}`);
      const store =
        global !== undefined
          ? `store${stream}(${step.array} + ${at}, ${numberStored(held, global.element, number, where(global.element))});`
          : `${step.array}[${at}] = ${number};`;
      return condition === undefined ? store : `if (${condition}) ${store}`;
    });
  });

/** A part as text: its place, its sign, and the condition under which it is present. */
interface PartText {
  readonly at: string;
  readonly sign: (value: string) => string;
  readonly condition: string | undefined;
  readonly where: (type: ElementType) => Where;
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
      const offset = access.mapped[0] ?? [];
      const argument = plus(named(place), ...offset);
      const number = numbers === undefined ? argument : placeExpression(numbers, argument);
      // The place in an even sequence contains the number several times.
      const isNamed =
        integerText(number) !== integerText(argument) ||
        (offset.length > 0 && parts.some((part) => part?.map.kind === "even"));
      const own = isNamed ? named(COMPLEX_NUMBER) : number;
      const ofOthers = others.map((_, part) => named(partName(place, part + 1)));
      const placed = parts.map((part): PartText | undefined =>
        part === undefined
          ? undefined
          : {
              at: mappedText({ ...index, mapped: [{ ...first, map: part.map }, ...others] }, [own, ...ofOthers], {
                ...access,
                mapped: [[], ...access.mapped.slice(1)],
              }),
              sign: (value) => signedText(part, value, own),
              condition: conditionOf(part, own),
              where: (type) => whereTexts(kernel, step, type, access, { part, number: own }),
            },
      );
      const lines = [
        ...(isNamed
          ? [
              `const ${offsetType(globalArray(kernel, array) !== undefined && kernel.wideOffsets)} ${COMPLEX_NUMBER} = ${integerText(number)};`,
            ]
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

/** `own`: the number of the complex number. */
function signedText({ map, sign }: Part, value: string, own: Integer): string {
  switch (sign) {
    case "plus":
      return value;
    case "minus":
      return `-${value}`;
    case "alternating":
      return `alternating(${value}, ${integerText(placeExpression(unpadded(map), own))})`;
    case "odd": {
      const { period, of } = evenMap(map);
      const isNegated = compare(linearExpression(of, own), ">", period / 2);
      return `negated_if(${conditionText(isNegated)}, ${value})`;
    }
  }
}

/** The condition under which a part is present; undefined if it always is. */
function conditionOf({ map, sign, from, below }: Part, own: Integer): string | undefined {
  if (below !== undefined) return conditionText(compare(own, "<", below));
  if (from > 0) return conditionText(compare(own, ">=", from));
  if (sign !== "odd") return undefined;
  const { period, of } = evenMap(map);
  const isNever = of.scale % 2 === 0 && of.offset % 2 === 1 && period % 4 === 0;
  return isNever ? undefined : conditionText(compare(remainder(linearExpression(of, own), period / 2), "!=", 0));
}

/** The place of a register from that of its thread. */
const registerText = (index: Index, place: string, access: LoopAccess): string =>
  index.mapped.length === 0
    ? placeText(place, access)
    : mappedText(
        index,
        index.mapped.map((_, part) => named(partName(place, part))),
        access,
      );

/** The place of a register in the array, maps included. */
function mappedText({ sum, mapped }: Index, starts: readonly Integer[], access: LoopAccess): string {
  const parts = mapped.map(({ map, stride, by }, part): Integer => {
    const own = registerPlace(map, at(starts, part), access.mapped[part] ?? []);
    const factors = [...(stride === 1 ? [] : [constant(stride)]), ...(by === undefined ? [] : [named(by)])];
    return factors.length === 0 ? own : { kind: "product", terms: [...factors, own] };
  });
  const terms = [...(sum.length === 0 ? [] : [sumExpression(sum)]), ...parts];
  const whole = [integerText(plus(...terms), asNamed, SUM), ...access.offset].join(" + ");
  // What a mirror of length 0 counts backwards wraps around, until all of the place is summed up.
  return mapped.some(({ map }) => map.kind === "mirrored" && map.length === 0) ? `(${whole})` : whole;
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
