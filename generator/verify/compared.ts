// Compares the memory after a call with the required content.
import { numberPlaces, type Call } from "../definition/numbers.js";
import { slackOf, type At } from "../definition/element-function.js";
import { indexAlong } from "../definition/layout.js";
import { halfStep, within } from "../definition/number-types.js";
import type { Memories } from "./evaluated.js";

/** The error in words without numbers, so that failures of one kind have one text; and its place. */
export interface Fault {
  readonly what: string;
  readonly detail: string;
}

/**
 * How far a number may be from what it is to be. Unsigned inputs have a mean, as what expressions make of inputs may have, and the outputs
 * that add all of them up are many times as large as the others: their errors are relative to themselves, to a quarter of them.
 */
const allowedError = ({ types, rms, hasLoad }: Call, wanted: number, bound: number): number =>
  bound * Math.max(rms, hasLoad || ["u8", "u16"].includes(types.input) ? Math.abs(wanted) / 4 : 0);

/** Of what an expression gives: it is computed, and stored, with as many bits as bf16 has at least. */
const STORE_ERROR = 2 ** -7;

/** What the output is to hold of a result. */
const storedOf = (call: Call, one: Call["meant"][number]): readonly [re: number, im: number] =>
  call.store === undefined ? [one.re, one.im] : call.store.of(one.re, one.im, placeOf(call, one));

const placeOf =
  ({ layout }: Call, { index }: Call["meant"][number]): At =>
  (name) =>
    indexAlong(layout.output, index, name);

/** `bound`: of the largest error of an element, over the root mean square of all outputs. Undefined if there is no fault. */
export function faultOf(call: Call, before: Memories, after: Memories, bound: number): Fault | undefined {
  const { layout, room, given, meant, rms, types } = call;
  const isInPlace = after.input === after.output;
  const written = new Map<number, number>();
  const slack = new Map<number, number>();
  for (const one of meant) {
    const stored = storedOf(call, one);
    const size = Math.hypot(one.re, one.im);
    const own =
      call.store === undefined
        ? undefined
        : 1.25 * slackOf(call.store, one.re, one.im, allowedError(call, size, bound), placeOf(call, one)) +
          STORE_ERROR * Math.hypot(...stored);
    numberPlaces(layout.output, room.output, one.place).forEach((place, part) => {
      written.set(place, part === 0 ? stored[0] : stored[1]);
      if (own !== undefined) slack.set(place, own);
    });
  }
  if (!isInPlace) {
    const changed = after.input.findIndex((value, place) => !Object.is(value, before.input[place]));
    if (changed >= 0) return { what: "the input was written", detail: `number ${changed} of the input` };
  }
  // In place, numbers of the input that are not of the output may have any value.
  const free = new Set(isInPlace ? given.flatMap(({ place }) => numberPlaces(layout.input, room.input, place)) : []);
  let [worst, where] = [0, -1];
  for (const [place, value] of after.output.entries()) {
    const wanted = written.get(place);
    if (wanted === undefined) {
      if (!free.has(place) && !Object.is(value, before.output[place]))
        return { what: "written outside the output", detail: `number ${place} of the output became ${value}` };
      continue;
    }
    if (Number.isNaN(value))
      return { what: "an output is NaN", detail: `number ${place} of the output, expected ${wanted}` };
    const allowed = halfStep(types.output) + (slack.get(place) ?? allowedError(call, wanted, bound));
    const error = Math.abs(value - within(wanted, types.output)) / allowed;
    if (error > worst) [worst, where] = [error, place];
  }
  if (worst <= 1) return undefined;
  const found = after.output[where] ?? NaN;
  if (Object.is(found, before.output[where]) && !isInPlace)
    return {
      what: "an output is not written",
      detail: `number ${where} of the output, expected ${written.get(where)}`,
    };
  const error = (Math.abs(found - (written.get(where) ?? NaN)) / rms).toPrecision(3);
  return {
    what: "an output is wrong",
    detail: `number ${where} of the output is ${found}, expected ${written.get(where)}: ${error} of the root mean square, bound ${bound.toPrecision(2)}`,
  };
}

/** The error of all outputs that are written, relative to the root mean square of them. */
export function errorIn(call: Call, { output }: Memories): number {
  const { layout, room, meant } = call;
  let [difference, norm] = [0, 0];
  for (const one of meant) {
    const stored = storedOf(call, one);
    numberPlaces(layout.output, room.output, one.place).forEach((place, part) => {
      const wanted = part === 0 ? stored[0] : stored[1];
      difference += ((output[place] ?? NaN) - wanted) ** 2;
      norm += wanted ** 2;
    });
  }
  return norm === 0 ? Math.sqrt(difference) : Math.sqrt(difference / norm);
}
