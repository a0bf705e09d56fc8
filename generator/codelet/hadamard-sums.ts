// Computes several signed sums of the same values with few additions: the pair that occurs in most sums, up to sign,
// becomes a value of its own, until no pair occurs twice (Paar 1997, "Optimized arithmetic for Reed-Solomon encoders").

/** Values by number, each with its sign, 1 or -1. */
export type SignedSum = ReadonlyMap<number, number>;

/** left + sign * right. */
export interface PairSum {
  readonly left: number;
  readonly right: number;
  readonly sign: number;
}

export interface SharedSums {
  /** So many values are given; number `count + i` is the i-th shared sum. */
  readonly count: number;
  readonly shared: readonly PairSum[];
  readonly sums: readonly SignedSum[];
}

/**
 * The sums, of values 0 ... count-1, over shared ones. A term with one of `leaders` in it keeps that value's sign, so that
 * a sum can begin with it if the value is positive. No sum may have two leaders. Whatever the leaders, a sum that `keepsPlus`
 * does not lose its last positive term.
 */
export function shareSums(
  sums: readonly SignedSum[],
  count: number,
  leaders: readonly number[],
  keepsPlus: (index: number) => boolean,
): SharedSums {
  const shared: PairSum[] = [];
  const leading = new Set(leaders);
  let current = sums;
  for (;;) {
    const pair = mostFrequentPair(current, leading, keepsPlus);
    if (pair === undefined) return { count, shared, sums: current };
    const value = count + shared.push(pair) - 1;
    if (leading.has(pair.left)) leading.add(value);
    current = current.map((sum, index) =>
      contains(sum, pair) && !(keepsPlus(index) && losesPlus(sum, pair)) ? withPair(sum, pair, value) : sum,
    );
  }
}

const contains = (sum: SignedSum, { left, right, sign }: PairSum): boolean => {
  const [a, b] = [sum.get(left), sum.get(right)];
  return a !== undefined && b !== undefined && a * b === sign;
};

/** Whether the only positive terms are those of the pair, and the pair's left one is none of them. */
const losesPlus = (sum: SignedSum, { left, right }: PairSum): boolean =>
  (sum.get(left) ?? 1) < 0 && [...sum].every(([term, sign]) => sign < 0 || term === right);

function withPair(sum: SignedSum, { left, right }: PairSum, value: number): SignedSum {
  const sign = sum.get(left) ?? 1;
  return new Map([...sum].filter(([term]) => term !== left && term !== right).concat([[value, sign]]));
}

/** The first of the most frequent pairs, if one occurs twice at all. */
function mostFrequentPair(
  sums: readonly SignedSum[],
  leading: ReadonlySet<number>,
  keepsPlus: (index: number) => boolean,
): PairSum | undefined {
  const occurrences = new Map<string, { readonly pair: PairSum; count: number }>();
  sums.forEach((sum, number) => {
    const terms = [...sum].toSorted(([a], [b]) => a - b);
    terms.forEach(([a, signOfA], index) => {
      for (const [b, signOfB] of terms.slice(index + 1)) {
        const sign = signOfA * signOfB;
        const [left, right] = leading.has(b) ? [b, a] : [a, b];
        const key = `${left} ${right} ${sign}`;
        const known = occurrences.get(key);
        const pair = { left, right, sign };
        if (keepsPlus(number) && losesPlus(sum, pair)) continue;
        if (known === undefined) occurrences.set(key, { pair, count: 1 });
        else known.count += 1;
      }
    });
  });
  let best: { readonly pair: PairSum; readonly count: number } | undefined;
  for (const candidate of occurrences.values()) {
    if (candidate.count > (best?.count ?? 1)) best = candidate;
  }
  return best?.pair;
}
