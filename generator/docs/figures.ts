// How the documents print what was measured.

/** Milliseconds: 4 significant digits, below 0.1 ms 4 decimals, for clocks see no more. Empty for none. */
export const milliseconds = (value: number | undefined): string =>
  value === undefined ? "" : value >= 0.1 ? value.toPrecision(4) : value.toFixed(4);

/** `1.53`: the other's time over ours. Empty for none. */
export const timesFaster = (ours: number | undefined, theirs: number | undefined): string =>
  ours === undefined || theirs === undefined ? "" : (theirs / ours).toFixed(2);

/** `44 %`: of the speed of a copy, which reads and writes everything once. */
export const shareOfCopy = (ours: number, copy: number): string => `${Math.round((100 * copy) / ours)} %`;

/** `3.1e-4` */
export const errorText = (value: number | undefined): string => (value === undefined ? "" : value.toExponential(1));

/** `65536`, from 2^20 on `2^20`: one length that is a power of two, or any size as it stands. */
export function shortSize(size: string): string {
  const exponent = Math.log2(Number(size));
  return Number.isInteger(exponent) && exponent >= 20 ? `2^${exponent}` : size;
}
