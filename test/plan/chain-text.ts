// Kernels in a short notation, for tables of plans: `X[8,4@mma]` stands for the sub-computations of X that have these radices, heaviest
// first, the factors applied before each. What several kernels say of a dimension is one chain.
const CHAIN = /([A-Z])\[([^\]]+)\]/g;

const radixOf = (item: string): number => Number.parseInt(item, 10);

export function withChains(kernels: string): string {
  const lengths = new Map<string, number>();
  for (const [, dimension = "", items = ""] of kernels.matchAll(CHAIN))
    for (const item of items.split(",")) lengths.set(dimension, (lengths.get(dimension) ?? 1) * radixOf(item));
  const extents = new Map(lengths);
  return kernels.replaceAll(CHAIN, (_, dimension: string, items: string) =>
    items
      .split(",")
      .map((item) => {
        const [length = 1, extent = 1] = [lengths.get(dimension), extents.get(dimension)];
        const radix = radixOf(item);
        extents.set(dimension, extent / radix);
        const numbers = `${length / radix},${item},${extent / radix},${extent}`;
        return dimension === "H"
          ? `H(${numbers})`
          : `${dimension}(${numbers},${extent === length ? "no-tw" : "pre-tw"})`;
      })
      .join(" "),
  );
}
