// What becomes of each element as it is loaded or stored.

export interface ElementFunction {
  /** Of a real number, or of a complex one. */
  readonly of: (re: number, im: number) => readonly [re: number, im: number];
  /** Of complex numbers it gives real ones. */
  readonly isReal: boolean;
}

/** By how much what becomes of a number may differ, where that differs by so much. */
export function slackOf({ of }: ElementFunction, re: number, im: number, by: number): number {
  const [ownRe, ownIm] = of(re, im);
  let most = 0;
  for (let direction = 0; direction < 16; direction++) {
    const angle = (direction * Math.PI) / 8;
    const [a, b] = of(re + by * Math.cos(angle), im + by * Math.sin(angle));
    most = Math.max(most, Math.abs(a - ownRe), Math.abs(b - ownIm));
  }
  return most;
}
