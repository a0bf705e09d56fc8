// Numbers for a call of a request: what lies in the memory of both sides before it, and what must lie there behind it.
import { uniformNumbers } from "./uniform-numbers.js";
import type { ComplexNumbers } from "./direct-dft.js";
import { definition, type RadicesOf } from "./definition.js";
import { calledLayout, placesOf, roomOf, type Layout, type Placed, type Side } from "./layout.js";
import type { Request } from "./request.js";

export interface Call {
  readonly layout: Layout;
  /** Of each side the elements that its memory has room for; in place both are as large as the larger one. */
  readonly room: { readonly input: number; readonly output: number };
  /** Elements that are read, with their values; all else in the memory of the input is NaN. */
  readonly given: readonly (Placed & { readonly re: number; readonly im: number })[];
  /** Elements that are written, and what with; nothing else in the memory of the output changes. */
  readonly meant: readonly (Placed & { readonly re: number; readonly im: number })[];
  /** Root mean square of all outputs, those that are not written among them. */
  readonly rms: number;
}

/** `rounded`: to what the precision holds. */
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
  const given = from.map(({ index, place }) => ({
    index,
    place,
    re: rounded(re[place] ?? NaN),
    im: isReal ? 0 : rounded(im[place] ?? NaN),
  }));
  const dense: ComplexNumbers = { re: new Float64Array(elements), im: new Float64Array(elements) };
  for (const one of given) {
    dense.re[one.index] = one.re;
    dense.im[one.index] = one.im;
  }
  const result = definition(request, dense, radicesOf);
  const power = result.re.reduce((sum, value, index) => sum + value ** 2 + (result.im[index] ?? NaN) ** 2, 0);
  return {
    layout,
    room: roomsOf(request, layout),
    given,
    meant: to.map(({ index, place }) => ({ index, place, re: result.re[index] ?? NaN, im: result.im[index] ?? NaN })),
    rms: Math.sqrt(power / result.re.length),
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
