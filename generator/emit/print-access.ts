// Prints how registers are read from an array and written to one: global memory, shared memory, the other blocks of a cluster.
// Decides nothing.
import { unreachable } from "../failure/errors.js";
import type { Access, Index, Read, Send, Write } from "../kernel/access.js";
import { bufferNamed, SOURCE, TARGET, type Kernel, type PhaseStep, type PlaceMap } from "../kernel/program.js";
import { asHeld, asStored, fromShared } from "./element-text.js";
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

/** What registers hold while a phase reads and writes. */
export type Held = PhaseStep["holds"];

export const isGlobal = (array: string): boolean => array === SOURCE || array === TARGET;

export function readLines(kernel: Kernel, step: Read, holds: Held): readonly string[] {
  const { array, place, axes, guards, run } = step;
  const asIs = holds === "exchanged";
  const lines = isGlobal(array)
    ? run > 1
      ? runLoops(axes, run, ({ register, offset, guards: parts, lengths }) => [
          guarded(guards, parts, `load_run<${lengths}>(${register}, ${[array, place, ...offset].join(" + ")});`),
        ])
      : elementLoops(step, (register, at) => {
          const value = `load(${array} + ${at})`;
          return [`v[${register}] = ${asIs ? value : asHeld(kernel.elements.input, kernel.elements.held, value)};`];
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
  const { array, place, axes, guards, run, policy, send } = step;
  const asIs = holds === "exchanged";
  if (isGlobal(array)) {
    const stream = policy === "streaming" ? "_streaming" : "";
    const store = (register: string, at: string): string =>
      `store${stream}(${array} + ${at}, ${asIs ? `v[${register}]` : asStored(kernel.elements.held, kernel.elements.output, `v[${register}]`)});`;
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

/** The variable of the thread's place in the array, where the phase has none of that name yet. */
export function placeLines(
  kernel: Kernel,
  { array, place, index }: Access,
  defined: ReadonlySet<string>,
): readonly string[] {
  if (defined.has(place)) return [];
  const type = offsetType(isGlobal(array) && kernel.wideOffsets);
  const { mapped } = index;
  if (mapped.length === 0) return [`const ${type} ${place} = ${indexText(index)};`];
  return mapped.map(({ map, sum }, part) => {
    const own = map.kind === "sequency" ? `sequency_place(${sumText(sum)})` : sumText(sum);
    return `const ${type} ${partName(place, part)} = ${own};`;
  });
}

/** The variable of what goes through a map: of the first one as if it were the place. */
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

/** The place of a register in the array, whatever maps lie between. */
function mappedText({ sum, mapped }: Index, place: string, access: LoopAccess): string {
  if (mapped.length === 0) return placeText(place, access);
  const others = sum.length === 0 ? [] : [sumText(sum)];
  const parts = mapped.map(({ map, stride, by }, part) => {
    const own = mapText(map, partName(place, part), access.mapped[part] ?? []);
    return [...(stride === 1 ? [] : [unsignedLiteral(stride)]), ...(by === undefined ? [] : [by]), own].join(" * ");
  });
  return [...others, ...parts, ...access.offset].join(" + ");
}

/** `offset`: what the register adds. */
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
    case "zigzag":
      return `zigzag<${unsignedLiteral(map.length)}>(${own})`;
    default:
      return unreachable(map);
  }
}

/** To the blocks of the cluster, asynchronously; to the block's own buffer by plain stores, where it keeps its own. */
const sendLoops = (
  kernel: Kernel,
  { array, axes, place }: Write,
  { barrier, keepsOwn, rank }: Send,
  value: (register: string) => string,
): readonly string[] =>
  registerLoops(axes, (access) => {
    const register = access.register.join(" + ") || "0";
    const at = placeText(place, access);
    const terms = [...(rank.length === 0 ? [] : [sumText(rank)]), ...access.rank];
    const [only] = terms;
    const simple = terms.length === 1 && only !== undefined && !only.includes(" ");
    const owner = simple ? only : "owner";
    const sent = `send(peers[${owner}], ${array} + (${at}), ${value(register)}, ${barrierText(kernel, barrier)});`;
    return [
      ...(simple ? [] : [`const unsigned owner = ${terms.join(" + ")};`]),
      ...(keepsOwn
        ? [`if (${owner} == rank)`, `  ${array}[${at}] = ${value(register)};`, "else", `  ${sent}`]
        : [sent]),
    ];
  });
