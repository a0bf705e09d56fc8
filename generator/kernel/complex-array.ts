// Complex data in memory, as programs are evaluated on it.

/** Complex data in two parallel arrays. */
export interface ComplexArray {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export const complexArray = (length: number): ComplexArray => ({
  re: new Float64Array(length),
  im: new Float64Array(length),
});

/** Numbers in pairs as complex data: what is written to a part is written to its place in the pair. */
export const interleaved = (numbers: Float64Array): ComplexArray => ({
  re: everyOther(numbers, 0),
  im: everyOther(numbers, 1),
});

/** The even numbers of an array, or the odd ones, as an array that reads and writes them there. */
function everyOther(numbers: Float64Array, first: 0 | 1): Float64Array {
  const placeOf = (key: string | symbol): number =>
    typeof key === "string" && /^\d+$/.test(key) ? 2 * Number(key) + first : NaN;
  return new Proxy(new Float64Array(0), {
    get: (_, key) => (key === "length" ? Math.floor(numbers.length / 2) : numbers[placeOf(key)]),
    set: (_, key, value: number) => {
      numbers[placeOf(key)] = value;
      return true;
    },
  });
}
