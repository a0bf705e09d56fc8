// Cosine and sine transforms by their definitions, as FFTW's manual states them ("What FFTW Really Computes"): sums, one dimension after
// the other.
export type TrigonometricKind = `${"dct" | "dst"}-${1 | 2 | 3 | 4}`;

/** What input j adds to output k, of n numbers. */
function entry(kind: TrigonometricKind, n: number, j: number, k: number): number {
  const { PI, cos, sin } = Math;
  // Multiples of pi over a denominator, reduced in integers.
  const angle = (numerator: number, denominator: number): number =>
    (PI * (numerator % (2 * denominator))) / denominator;
  const sign = (exponent: number): number => (exponent % 2 === 0 ? 1 : -1);
  switch (kind) {
    case "dct-1":
      return j === 0 ? 1 : j === n - 1 ? sign(k) : 2 * cos(angle(j * k, n - 1));
    case "dct-2":
      return 2 * cos(angle((2 * j + 1) * k, 2 * n));
    case "dct-3":
      return j === 0 ? 1 : 2 * cos(angle(j * (2 * k + 1), 2 * n));
    case "dct-4":
      return 2 * cos(angle((2 * j + 1) * (2 * k + 1), 4 * n));
    case "dst-1":
      return 2 * sin(angle((j + 1) * (k + 1), n + 1));
    case "dst-2":
      return 2 * sin(angle((2 * j + 1) * (k + 1), 2 * n));
    case "dst-3":
      return j === n - 1 ? sign(k) : 2 * sin(angle((j + 1) * (2 * k + 1), 2 * n));
    case "dst-4":
      return 2 * sin(angle((2 * j + 1) * (2 * k + 1), 4 * n));
  }
}

/** The matrix, orthonormal where asked for: rows of length 1, those of frequencies that stand alone included. */
export function trigonometricMatrix(kind: TrigonometricKind, n: number, orthonormal = false): readonly Float64Array[] {
  const rows = Array.from({ length: n }, (_, k) => Float64Array.from({ length: n }, (_, j) => entry(kind, n, j, k)));
  if (!orthonormal) return rows;
  // SciPy: what stands alone on either side is divided by the square root of 2, what it is counted twice for made up.
  const isAlone = (index: number): boolean =>
    (kind === "dct-1" && (index === 0 || index === n - 1)) ||
    ((kind === "dct-2" || kind === "dct-3") && index === 0) ||
    ((kind === "dst-2" || kind === "dst-3") && index === n - 1);
  const [alone, each] = [isAlone, (index: number) => (isAlone(index) ? Math.SQRT1_2 : 1)];
  const norm = Math.sqrt(2 / (kind === "dct-1" ? n - 1 : kind === "dst-1" ? n + 1 : n));
  const isOut = kind === "dct-2" || kind === "dst-2";
  const isIn = kind === "dct-3" || kind === "dst-3";
  return rows.map((row, k) =>
    row.map((value, j) => {
      const cosine = isOut ? value / 2 : alone(j) ? value : value / 2;
      return norm * cosine * (isOut ? 1 : each(j)) * (isIn ? 1 : each(k));
    }),
  );
}

/** Along every dimension, of lengths that are listed slowest first; `kinds` alike. */
export function directTrigonometric(
  numbers: Float64Array,
  lengths: readonly number[],
  kinds: readonly (TrigonometricKind | undefined)[],
  orthonormal = false,
): Float64Array {
  let inner = 1;
  return lengths.toReversed().reduce((current, n, index) => {
    const kind = kinds.toReversed()[index];
    const step = inner;
    inner *= n;
    if (kind === undefined) return current;
    const matrix = trigonometricMatrix(kind, n, orthonormal);
    return current.map((_, place) => {
      const k = Math.floor(place / step) % n;
      const first = place - k * step;
      return (matrix[k] ?? new Float64Array()).reduce(
        (sum, value, j) => sum + value * (current[first + j * step] ?? Number.NaN),
        0,
      );
    });
  }, numbers);
}
