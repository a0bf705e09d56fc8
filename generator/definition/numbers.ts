// Numbers for a call of a request: what lies in the memory of both sides before it, and what must lie there behind it.
import { uniformNumbers } from "./uniform-numbers.js";
import type { ComplexNumbers } from "./direct-dft.js";
import { definition, type RadicesOf } from "./definition.js";
import { calledLayout, indexAlong, placesOf, roomOf, type Layout, type Placed, type Side } from "./layout.js";
import type { ElementFunction } from "./element-function.js";
import { heldTypes, isWhole, largestOf, wholeFrom, type HeldTypes } from "./number-types.js";
import type { Request } from "./request.js";

export interface Call {
  readonly layout: Layout;
  readonly types: HeldTypes;
  /** Of each side the elements that its memory has room for; in place both are as large as the larger one. */
  readonly room: { readonly input: number; readonly output: number };
  /** Elements that are read, with their values; all else in the memory of the input is NaN. */
  readonly given: readonly (Placed & { readonly re: number; readonly im: number })[];
  /** Whether something becomes of elements as they are loaded. */
  readonly hasLoad: boolean;
  /** What becomes of results as they are stored. */
  readonly store?: ElementFunction;
  /** Elements that are written, with their results; nothing else in the memory of the output changes. */
  readonly meant: readonly (Placed & { readonly re: number; readonly im: number })[];
  /** Root mean square of all outputs, those that are not written among them. */
  readonly rms: number;
}

/** So large numbers are nowhere too large. */
const LARGEST_FACTOR = 2 ** 10;

/** By how much more inputs are for whole outputs to have about a quarter of their range. */
function factorFor({ input, output }: HeldTypes, rms: number): number {
  if (!isWhole(output) || isWhole(input) || rms === 0) return 1;
  return Math.min(LARGEST_FACTOR, Math.max(1, 2 ** Math.round(Math.log2(largestOf(output) / 4 / rms))));
}

/** `rounded`: to what floating-point numbers of the input hold. */
export function callOf(request: Request, seed: number, radicesOf: RadicesOf, rounded: (value: number) => number): Call {
  const layout = calledLayout(request);
  const { input, output } = layout;
  const [from, to] = [placesOf(input, request.arrays), placesOf(output, request.arrays)];
  const elements = lengthOf(input) * request.arrays;
  const isReal = input.element === "real";
  // What lies at one place is one number, whichever elements read it.
  const [re, im] = [
    uniformNumbers(roomOf(input, request.arrays), seed),
    uniformNumbers(roomOf(input, request.arrays), seed + 1),
  ];
  const types = heldTypes(request.said);
  const isSmall = request.said.precision === "f16" || types.output === "f16";
  const drawn = (uniform: number): number =>
    isWhole(types.input) ? wholeFrom(uniform, types.input, isSmall) : rounded(uniform);
  const given = from.map(({ index, place }) => ({
    index,
    place,
    re: drawn(re[place] ?? NaN),
    im: isReal ? 0 : drawn(im[place] ?? NaN),
  }));
  const dense: ComplexNumbers = { re: new Float64Array(elements), im: new Float64Array(elements) };
  const { load, store } = request.functions ?? {};
  for (const one of given) {
    const [ownRe, ownIm] =
      load === undefined ? [one.re, one.im] : load.of(one.re, one.im, (name) => indexAlong(input, one.index, name));
    dense.re[one.index] = ownRe;
    dense.im[one.index] = isReal ? 0 : ownIm;
  }
  const result = definition(request, dense, radicesOf);
  const power = result.re.reduce((sum, value, index) => sum + value ** 2 + (result.im[index] ?? NaN) ** 2, 0);
  const rms = Math.sqrt(power / result.re.length);
  const factor = load === undefined && store === undefined ? factorFor(types, rms) : 1;
  return {
    layout,
    types,
    hasLoad: load !== undefined,
    ...(store === undefined ? {} : { store }),
    room: roomsOf(request, layout),
    given: given.map((one) => ({ ...one, re: factor * one.re, im: factor * one.im })),
    meant: to.map(({ index, place }) => ({
      index,
      place,
      re: factor * (result.re[index] ?? NaN),
      im: factor * (result.im[index] ?? NaN),
    })),
    rms: factor * rms,
  };
}

/** In place both sides have the room of the larger one. */
function roomsOf({ said, arrays }: Request, { input, output }: Layout): Call["room"] {
  const rooms = { input: roomOf(input, arrays), output: roomOf(output, arrays) };
  if (said.inPlace !== true || input.element !== output.element) return rooms;
  const both = Math.max(rooms.input, rooms.output);
  return { input: both, output: both };
}

const lengthOf = ({ axes }: Side): number => axes.reduce((product, { length }) => product * length, 1);

export const perElement = ({ element }: Side): 1 | 2 => (element === "real" ? 1 : 2);

/** Memory as flat numbers: a real element is one, a complex one two neighbours; of planar ones the imaginary parts follow all real ones. */
export function numberPlaces({ element }: Side, room: number, place: number): readonly number[] {
  switch (element) {
    case "real":
      return [place];
    case "complex":
      return [2 * place, 2 * place + 1];
    case "planar":
      return [place, room + place];
  }
}
