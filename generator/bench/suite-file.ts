// Turns the text of a user's suite file, JSON, into a suite. Every mistake is an InputError that names the file, the place as
// a path into the value, what was found and what would be right.
import { InputError } from "../failure/errors.js";
import {
  ARITHMETICS,
  STORAGES,
  type Direction,
  type Stabilisation,
  type Storage,
  type WalshOrder,
} from "../plan/transform.js";
import { JsonFields } from "./json-fields.js";
import { expandSuite, type PeerTime, type Suite, type SuiteDefinition, type SuiteEntry, type Target } from "./suite.js";

const COMMON_FIELDS = ["kind", "size", "precision", "batch", "points", "target", "peers"] as const;
const FOURIER_FIELDS: readonly string[] = [...COMMON_FIELDS, "arithmetic", "direction"];
const WALSH_FIELDS: readonly string[] = [...COMMON_FIELDS, "order", "arithmetic", "stabilisation"];

/** What other libraries offer and people will ask for. */
const UNSUPPORTED_PRECISIONS: readonly string[] = ["tf32", "f128"];
const DIRECTIONS: readonly Direction[] = ["forward", "inverse"];
const WALSH_ORDERS: readonly WalshOrder[] = ["natural", "sequency", "dyadic"];
const STABILISATIONS: readonly Stabilisation[] = ["none", "kahan", "neumaier", "semi-kahan", "semi-neumaier"];

/** `file` is for messages. */
export function parseSuite(text: string, file: string): Suite {
  const fields = new JsonFields(parseJson(text, file), file, "", [
    "name",
    "title",
    "entries",
    "floor",
    "geometricMean",
  ]);
  const name = fields.text("name");
  return expandSuite({
    name,
    title: fields.has("title") ? fields.text("title") : name,
    entries: fields.list("entries").map((value, index) => entryOf(value, `entries[${index}]`, file)),
    ...(fields.has("floor") ? { floor: fields.positive("floor") } : {}),
    ...(fields.has("geometricMean")
      ? { geometricMean: targetOf(fields.value("geometricMean"), "geometricMean", file) }
      : {}),
  } satisfies SuiteDefinition);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // Some versions of Node quote the lines around the fault.
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
    const offset = /at position (\d+)/.exec(reason)?.[1];
    if (offset === undefined) throw new InputError(`${file}: not JSON: ${reason}`);
    const before = text.slice(0, Number(offset)).split("\n");
    throw new InputError(`${file}:${before.length}:${(before.at(-1) ?? "").length + 1}: not JSON: ${reason}`);
  }
}

function entryOf(value: unknown, path: string, file: string): SuiteEntry {
  const head = new JsonFields(value, file, path, [...new Set([...FOURIER_FIELDS, ...WALSH_FIELDS])]);
  const kind = head.has("kind") ? choice(head.text("kind"), ["c2c", "fwht"] as const, head.place("kind")) : "c2c";
  const [own, others, otherKind] =
    kind === "c2c"
      ? ([FOURIER_FIELDS, WALSH_FIELDS, "fwht"] as const)
      : ([WALSH_FIELDS, FOURIER_FIELDS, "c2c"] as const);
  const stray = others.find((name) => !own.includes(name) && head.has(name));
  if (stray !== undefined)
    throw new InputError(`${head.place(stray)}: goes with kind ${otherKind}, and this entry is of kind ${kind}`);
  const fields = new JsonFields(value, file, path, own);
  const one = <T extends string>(name: string, choices: readonly T[]): T =>
    choice(fields.text(name), choices, fields.place(name));
  const common = {
    size: fields.oneOrMore("size", (word) => word),
    ...(fields.has("batch") ? { batch: fields.count("batch") } : {}),
    ...(fields.has("points") ? { points: fields.count("points") } : {}),
    ...(fields.has("target") ? { target: targetOf(fields.value("target"), `${path}.target`, file) } : {}),
    ...(fields.has("peers")
      ? { peers: fields.list("peers").map((peer, index) => peerOf(peer, `${path}.peers[${index}]`, file)) }
      : {}),
  };
  if (kind === "c2c")
    return {
      ...common,
      precision: fields.oneOrMore("precision", (word, place) => precisionOf(word, STORAGES, place)),
      ...(fields.has("arithmetic") ? { arithmetic: one("arithmetic", ARITHMETICS) } : {}),
      ...(fields.has("direction") ? { direction: one("direction", DIRECTIONS) } : {}),
    };
  return {
    ...common,
    kind,
    precision: fields.oneOrMore("precision", (word, place) => precisionOf(word, STORAGES, place)),
    ...(fields.has("order") ? { order: one("order", WALSH_ORDERS) } : {}),
    ...(fields.has("arithmetic") ? { arithmetic: one("arithmetic", ARITHMETICS) } : {}),
    ...(fields.has("stabilisation") ? { stabilisation: one("stabilisation", STABILISATIONS) } : {}),
  };
}

function precisionOf<T extends Storage>(word: string, choices: readonly T[], place: string): T {
  const known = choices.find((candidate) => candidate === word);
  if (known === undefined && UNSUPPORTED_PRECISIONS.includes(word))
    throw new InputError(`${place}: ${word} is not supported yet; expected ${choices.join(" or ")}`);
  return choice(word, choices, place);
}

function targetOf(value: unknown, path: string, file: string): Target {
  const fields = new JsonFields(value, file, path, ["atLeast", "aim"]);
  const atLeast = fields.positive("atLeast");
  if (!fields.has("aim")) return { atLeast };
  const aim = fields.positive("aim");
  if (aim < atLeast) throw new InputError(`${fields.place("aim")}: the aim ${aim} is below atLeast, ${atLeast}`);
  return { atLeast, aim };
}

function peerOf(value: unknown, path: string, file: string): PeerTime {
  const fields = new JsonFields(value, file, path, ["library", "milliseconds", "gpu", "date"]);
  return {
    library: fields.text("library"),
    milliseconds: fields.positive("milliseconds"),
    gpu: fields.text("gpu"),
    date: fields.text("date"),
  };
}

function choice<T extends string>(word: string, choices: readonly T[], place: string): T {
  const found = choices.find((candidate) => candidate === word);
  if (found !== undefined) return found;
  throw new InputError(`${place}: found ${JSON.stringify(word)}, expected ${choices.join(" or ")}`);
}
