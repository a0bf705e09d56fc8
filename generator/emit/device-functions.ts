// The device functions that a text calls, and those that these call: the content of a device header, and a part of the evidence.
import { amalgamate, type Section } from "./amalgamate.js";
import {
  callsIn,
  codeOf,
  deviceNodes,
  partsOf,
  printedNodes,
  type DeviceNode,
  type DevicePart,
} from "./device-parts.js";
import type { Feature } from "./features.js";
import { readDeviceSource } from "./read-template.js";

export interface DeviceFunctions {
  /** `<cuda_runtime.h>`: the headers of these functions, and of the texts that call them. */
  readonly systemHeaders: readonly string[];
  /** Sources with at least one needed definition, without the namespace around them. */
  readonly sections: readonly (readonly string[])[];
  /** The definitions, each without the text around it. */
  readonly parts: readonly DevicePart[];
}

/** `texts`: the texts that call device functions. */
export function deviceFunctions(features: readonly Feature[], texts: readonly string[]): DeviceFunctions {
  const { systemHeaders, sections } = amalgamate(
    features.map(({ source }) => source),
    readDeviceSource,
  );
  const sources = sections.map(nodesOf);
  const calls = new Calls();
  for (const text of texts) calls.add(codeOf(text.split("\n")));
  const reached = reachedParts(sources.flatMap(partsOf), calls);
  const printed = sources
    .map((nodes) => printedNodes(nodes, (part) => reached.has(part)))
    .filter((lines) => lines.length > 0);
  return {
    systemHeaders: systemHeaders.filter((header) => isNeeded(header, calls)),
    sections: printed,
    parts: [...reached],
  };
}

/** Each source is parsed once in a process: many packages share it. */
const known = new Map<string, readonly DeviceNode[]>();

function nodesOf({ lines }: Section): readonly DeviceNode[] {
  const text = lines.join("\n");
  const nodes = known.get(text) ?? deviceNodes(lines);
  known.set(text, nodes);
  return nodes;
}

/** The names in some code, and the numbers of arguments of their calls. */
class Calls {
  readonly #counts = new Map<string, Set<number | "any">>();

  add(code: string): void {
    for (const [name, counts] of callsIn(code)) {
      const known = this.#counts.get(name) ?? new Set();
      for (const count of counts) known.add(count);
      this.#counts.set(name, known);
    }
  }

  has = (name: string): boolean => this.#counts.has(name);
  hasLike = (sign: RegExp): boolean => [...this.#counts.keys()].some((name) => sign.test(name));

  call({ name, arguments: taken }: DevicePart): boolean {
    const counts = [...(this.#counts.get(name) ?? [])];
    return counts.some(
      (count) => taken === undefined || count === "any" || (taken.least <= count && count <= taken.most),
    );
  }
}

/** Structures of two numbers, which convert to no other type. */
const PAIRS = [
  ...["float2", "double2", "__half2", "__nv_bfloat162"],
  ...["uchar2", "char2", "ushort2", "short2"],
] as const;

/**
 * Adds the calls of the reached parts to `calls`. Among functions of one name it leaves out those that no call can mean: with
 * another number of arguments, or of a structure that no text has.
 */
function reachedParts(parts: readonly DevicePart[], calls: Calls): ReadonlySet<DevicePart> {
  const reached = new Set<DevicePart>();
  const structures = new Set<string>([...PAIRS, ...parts.filter(({ isType }) => isType).map(({ name }) => name)]);
  for (;;) {
    const fresh = parts.filter((part) => !reached.has(part) && isReached(part, calls, structures));
    if (fresh.length === 0) return new Set(parts.filter((part) => reached.has(part)));
    for (const part of fresh) {
      reached.add(part);
      calls.add(part.body);
      for (const type of namesOf(part)) calls.add(type);
    }
  }
}

/** The types in a function's declaration. */
const namesOf = ({ code, body, name }: DevicePart): readonly string[] =>
  [...callsIn(code.slice(0, code.length - body.length)).keys()].filter((word) => word !== name);

const isReached = (part: DevicePart, calls: Calls, structures: ReadonlySet<string>): boolean =>
  (part.operand === undefined ? calls.call(part) : calls.has(part.operand)) &&
  part.taken.every((word) => !structures.has(word) || calls.has(word));

/** The patterns by which a header is needed, for headers that not every package needs. */
const SIGNS: ReadonlyMap<string, RegExp> = new Map([
  ["<cuda.h>", /^CU[a-z]|^cu[A-Z]/],
  ["<cuda_bf16.h>", /bfloat16|bf16/],
  ["<cuda_fp16.h>", /half/],
  ["<atomic>", /^atomic$/],
  ["<cstring>", /^memcpy$/],
  ["<type_traits>", /^conditional_t$/],
]);

function isNeeded(header: string, calls: Calls): boolean {
  const sign = SIGNS.get(header);
  return sign === undefined || calls.hasLike(sign);
}
