// Random numbers that are the same on every machine.

/** Numbers spread evenly over [-1, 1), the same for the same seed (mulberry32). */
export function uniformNumbers(length: number, seed: number): Float64Array {
  let state = seed >>> 0;
  return Float64Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 31 - 1;
  });
}
