// What becomes of each element as it is loaded or stored.

/** The index of an element along a dimension, or in the batch: X, Y, batch. */
export type At = (name: string) => number;

export interface ElementFunction {
  /** Of a real number, or of a complex one, where it is. */
  readonly of: (re: number, im: number, at: At) => readonly [re: number, im: number];
  /** Of complex numbers it gives real ones. */
  readonly isReal: boolean;
}

/** By how much what becomes of a number may differ, where that differs by so much. */
export function slackOf({ of }: ElementFunction, re: number, im: number, by: number, at: At): number {
  const [ownRe, ownIm] = of(re, im, at);
  let most = 0;
  for (let direction = 0; direction < 16; direction++) {
    const angle = (direction * Math.PI) / 8;
    const [a, b] = of(re + by * Math.cos(angle), im + by * Math.sin(angle), at);
    most = Math.max(most, Math.abs(a - ownRe), Math.abs(b - ownIm));
  }
  return most;
}
