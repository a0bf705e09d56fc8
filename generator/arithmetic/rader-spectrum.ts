// The constants of Rader's transform (plan/rader.ts): the transform of exp(-2 pi i g^-j / p) over j, computed in pairs of doubles and
// rounded once.
import { pairTable, roundedOver, type ComplexTable } from "./chirp.js";
import { pairTransform } from "./pair-transform.js";
import { fixedRoot } from "./root-of-unity.js";
import { inversePowers, rootPowers } from "../plan/rader.js";
import type { Direction } from "../plan/transform.js";

/** In natural order, divided by p - 1. */
export function raderSpectrum(prime: number, direction: Direction): ComplexTable {
  const powers = rootPowers(prime);
  const length = powers.length;
  const sign = direction === "forward" ? -1n : 1n;
  const inverses = inversePowers(powers);
  const spectrum = pairTransform(
    pairTable(length, (j) => fixedRoot(inverses[j] ?? 1, prime), sign),
    pairTable(length, (k) => fixedRoot(k, length), -1n),
  );
  return roundedOver(length, spectrum);
}
