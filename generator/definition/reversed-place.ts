// Digit-reversed order, by its definition.

/** Index k = k1 + r1 k2 + r1 r2 k3 + ... is stored at k1 n/r1 + k2 n/(r1 r2) + ... . */
export function reversedPlace(k: number, length: number, radices: readonly number[]): number {
  let rest = k;
  let weight = length;
  let place = 0;
  for (const radix of radices) {
    weight /= radix;
    place += (rest % radix) * weight;
    rest = Math.floor(rest / radix);
  }
  return place;
}
