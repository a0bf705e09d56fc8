// Where the elements of a request lie, by plans/README.md, "Layouts", and the formulas of emitted headers: of each side lengths, strides and
// the part that is there. Shares nothing with the generator.
import { axesOf, BATCH, dimensionsOf, type Request } from "./request.js";

export type SideName = "input" | "output";

/** One dimension of a side. */
export interface SideAxis {
  readonly name: string;
  /** Elements along it. */
  readonly length: number;
  readonly stride: number;
  /** The first and the last index that are there; behind the end of the dimension comes its beginning. */
  readonly first: number;
  readonly last: number;
  /** Index i is at place (i + shift) mod length. */
  readonly shift: number;
}

/** Whether an index is there. In numbers: of 512, of which 496 to 15 are there, 500 and 3 are, and 100 is not. */
export const hasIndex = ({ first, last }: Pick<SideAxis, "first" | "last">, index: number): boolean =>
  first <= last ? index >= first && index <= last : index >= first || index <= last;

/** The last place that may be there. */
const lastPlace = ({ first, last, length, shift }: SideAxis): number =>
  first <= last && shift === 0 ? last : length - 1;

export interface Side {
  /** What an element is: one number, two neighbours, or one of each of two arrays. */
  readonly element: "real" | "complex" | "planar";
  /** The contiguous dimension first. */
  readonly axes: readonly SideAxis[];
  readonly batch: number;
}

export interface Layout {
  readonly input: Side;
  readonly output: Side;
}

/** The dimension that has half a spectrum on one side: the first that is transformed. */
export const halvedAxis = (request: Request): string | undefined =>
  request.kind === "r2c" || request.kind === "c2r" ? axesOf(request)[0]?.name : undefined;

/** Elements of a spectrum along it. */
export const spectrumLength = (length: number, isPacked: boolean): number =>
  Math.max(1, Math.floor(length / 2) + (isPacked ? 0 : 1));

/** As it is planned. */
export const plannedLayout = (request: Request): Layout => ({
  input: sideOf(request, "input"),
  output: sideOf(request, "output"),
});

/** As it is called: where strides are said in calls, all but those of 1 may be longer. */
export function calledLayout(request: Request): Layout {
  const planned = plannedLayout(request);
  if (request.said.strides !== "run-time") return planned;
  const input = stretched(request, planned.input, "input");
  const isOne = request.said.inPlace === true;
  const output = isOne
    ? { ...planned.output, ...strideValues(planned.output, input) }
    : stretched(request, planned.output, "output");
  return { input, output };
}

const strideValues = (of: Side, like: Side): Pick<Side, "axes" | "batch"> => ({
  axes: of.axes.map((axis, index) => ({ ...axis, stride: like.axes[index]?.stride ?? axis.stride })),
  batch: like.batch,
});

function elementOf({ kind, said }: Request, side: SideName): Side["element"] {
  const isComplex = kind === "c2c" || kind === (side === "input" ? "c2r" : "r2c");
  if (!isComplex) return "real";
  return said.planar === side || said.planar === "both" ? "planar" : "complex";
}

function sideOf(request: Request, side: SideName): Side {
  const { said } = request;
  const element = elementOf(request, side);
  const isSingle = side === "output" && element === "complex" && request.functions?.store?.isReal === true;
  const halved = halvedAxis(request);
  const strides = (side === "input" ? said.inputStrides : said.outputStrides) ?? {};
  const ranges = (side === "input" ? said.inputRange : said.outputRange) ?? {};
  const isPacked = said.spectrum === "packed";
  const transformed = new Set(axesOf(request).map(({ name }) => name));
  let behind = 1;
  const axes = dimensionsOf(request).map(({ name, length: whole }): SideAxis => {
    const length = name === halved && element !== "real" ? spectrumLength(whole, isPacked) : whole;
    // In place rows of real numbers have room for those of complex ones.
    const isRoomy = said.inPlace === true && name === halved && element === "real";
    const room = isRoomy ? 2 * spectrumLength(whole, isPacked) : length;
    const stride = strides[name] ?? behind;
    behind = Math.max(behind, stride * room);
    const [first, last] = (ranges[name] ?? [0, length - 1]).map((index) => (index < 0 ? length + index : index));
    // The frequencies along the halved dimension begin with 0.
    const isShifted = (said.shift === side || said.shift === "both") && name !== halved && transformed.has(name);
    const shift = isShifted ? Math.floor(length / 2) : 0;
    return { name, length, stride, first: first ?? 0, last: last ?? length - 1, shift };
  });
  return { element: isSingle ? "real" : element, axes, batch: strides[BATCH] ?? said.rowStride ?? behind };
}

/** From the shortest stride to the longest, each behind what lies below it and so much further. */
function stretched({ further, arrays }: Request, side: Side, name: SideName): Side {
  const all = [
    ...side.axes.map((axis) => ({ name: axis.name, stride: axis.stride, count: axis.length })),
    { name: BATCH, stride: side.batch, count: arrays },
  ].toSorted((a, b) => a.stride - b.stride);
  let behind = 1;
  const called = new Map<string, number>();
  for (const one of all) {
    const stride = one.stride === 1 ? 1 : Math.max(one.stride, behind) + (further[`${name} ${one.name}`] ?? 0);
    called.set(one.name, stride);
    behind = Math.max(behind, stride * one.count);
  }
  return {
    ...side,
    axes: side.axes.map((axis) => ({ ...axis, stride: called.get(axis.name) ?? axis.stride })),
    batch: called.get(BATCH) ?? side.batch,
  };
}

/** Values of the arguments that are strides, by their names in the header. */
export function strideArguments({ said }: Request, { input, output }: Layout): ReadonlyMap<string, number> {
  const of = ({ axes, batch }: Side, prefix: string): readonly (readonly [string, number])[] => [
    [`${prefix}_batch`, batch],
    ...axes.map(({ name, stride }) => [`${prefix}_${name.toLowerCase()}`, stride] as const),
  ];
  return new Map([
    ...(said.inPlace === true ? of(input, "stride") : [...of(input, "stride_in"), ...of(output, "stride_out")]),
    ...(said.outputScale === undefined ? [] : [["output_scale", said.outputScale] as const]),
  ]);
}

/** An element of a side: its index in a dense batch of whole arrays, and its place in memory; only those that are there. */
export interface Placed {
  readonly index: number;
  readonly place: number;
}

export function placesOf({ axes, batch }: Side, arrays: number): readonly Placed[] {
  const elements = axes.reduce((product, { length }) => product * length, 1);
  const found: Placed[] = [];
  for (let index = 0; index < elements * arrays; index++) {
    let rest = index % elements;
    let place: number | undefined = Math.floor(index / elements) * batch;
    for (const axis of axes) {
      const along = rest % axis.length;
      rest = Math.floor(rest / axis.length);
      if (!hasIndex(axis, along)) place = undefined;
      else if (place !== undefined) place += ((along + axis.shift) % axis.length) * axis.stride;
    }
    if (place !== undefined) found.push({ index, place });
  }
  return found;
}

/** The index along a dimension, or in the batch, of element `index` of all arrays. */
export function indexAlong({ axes }: Side, index: number, name: string): number {
  let rest = index;
  for (const axis of axes) {
    if (axis.name === name) return rest % axis.length;
    rest = Math.floor(rest / axis.length);
  }
  return rest;
}

/** Elements that the memory of so many arrays has, from the pointer to the last one that is there. */
export const roomOf = ({ axes, batch }: Side, arrays: number): number =>
  axes.reduce((room, axis) => room + axis.stride * lastPlace(axis), 1) + batch * (arrays - 1);
