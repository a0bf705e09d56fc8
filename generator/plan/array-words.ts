// How names and titles of transforms say where their arrays lie.
import type { Shift } from "./call-choices.js";
import type { Kinds, Planar, Ranges, Strides } from "./transform.js";

export const isEmpty = (record: Strides | Ranges | Kinds): boolean => Object.keys(record).length === 0;

/** `Y=512,batch=2048` */
export const stridesText = (strides: Strides): string =>
  Object.entries(strides)
    .map(([name, stride]) => `${name}=${stride}`)
    .join(",");

/** `X=0..127` */
export const rangesText = (ranges: Ranges): string =>
  Object.entries(ranges)
    .map(([name, [first, last]]) => `${name}=${first}..${last}`)
    .join(",");

/** `in_y512_batch2048` */
export const stridesName = (side: string, strides: Strides): string | undefined =>
  isEmpty(strides)
    ? undefined
    : [side, ...Object.entries(strides).map(([name, stride]) => `${name.toLowerCase()}${stride}`)].join("_");

/** `of_x0_127` */
export const rangesName = (side: string, ranges: Ranges): string | undefined =>
  isEmpty(ranges)
    ? undefined
    : [side, ...Object.entries(ranges).map(([name, [first, last]]) => `${name.toLowerCase()}${first}_${last}`)].join(
        "_",
      );

export const SHIFT_TITLES: Readonly<Record<Shift, string | undefined>> = {
  none: undefined,
  input: "input frequency 0 in the middle",
  output: "output frequency 0 in the middle",
  both: "frequency 0 in the middle",
};

export const PLANAR_TITLES: Readonly<Record<Planar, string | undefined>> = {
  none: undefined,
  input: "planar input",
  output: "planar output",
  both: "planar",
};
