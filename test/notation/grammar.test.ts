// The grammar that the documents print is the parser's: what is derived from it at random is read, and every word is used.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KERNEL_GRAMMAR, SIZE_GRAMMAR, type Production } from "../../generator/notation/grammar.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { parseSize } from "../../generator/notation/size.js";

const productions: ReadonlyMap<string, Production["alternatives"]> = new Map(
  [...SIZE_GRAMMAR, ...KERNEL_GRAMMAR].flatMap(({ name, alternatives }) =>
    name.split(", ").map((one) => [one, alternatives] as const),
  ),
);

/** The tokens of a right-hand side: quoted words, names, brackets. */
const symbolsOf = (alternative: string): readonly string[] => alternative.match(/"[^"]*"|[[\]{}]|[\w-]+/gu) ?? [];

/** Words of the language, derived from a name. `leaveOut`: symbols before which an optional part is left out. */
const sentence = (name: string, leaveOut: readonly string[] = []): fc.Arbitrary<readonly string[]> => {
  if (name === "integer") return fc.integer({ min: 1, max: 9 }).map((number) => [String(number)]);
  const alternatives = productions.get(name) ?? [];
  expect(alternatives.length, name).toBeGreaterThan(0);
  return fc.oneof(...alternatives.map((alternative) => sequence([...symbolsOf(alternative)], leaveOut)));
};

/** Takes symbols up to the end of the innermost bracket. */
function sequence(symbols: string[], leaveOut: readonly string[]): fc.Arbitrary<readonly string[]> {
  const parts: fc.Arbitrary<readonly string[]>[] = [];
  for (let symbol = symbols.shift(); symbol !== undefined && !"]}".includes(symbol); symbol = symbols.shift()) {
    if (symbol === "[" || symbol === "{") {
      const isLeftOut = leaveOut.includes(symbols[0] ?? "");
      const inner = sequence(symbols, leaveOut);
      const most = isLeftOut ? 0 : symbol === "[" ? 1 : 2;
      parts.push(fc.array(inner, { maxLength: most }).map((several) => several.flat()));
    } else if (symbol.startsWith('"')) parts.push(fc.constant([symbol.slice(1, -1)]));
    else parts.push(sentence(symbol, leaveOut));
  }
  return fc.tuple(...parts).map((words) => words.flat());
}

test("sizes", () => {
  fc.assert(
    fc.property(sentence("size"), (words) => {
      // At most eight dimensions, 1 to 2^53 elements, which a grammar does not say.
      const text = words.join("").replaceAll(/\d\^/gu, "2^").replaceAll("-", "+");
      expect(parseSize(text).length).toBe(text.split("x").length);
    }),
    { seed: 5 },
  );
});

test("kernels", () => {
  const seen = new Set<string>();
  fc.assert(
    // A schedule says nothing twice and needs its threads, which a grammar does not say: its parts are tested alone.
    fc.property(sentence("kernels", ['"on"']), (words) => {
      words.forEach((word) => seen.add(word));
      expect(parseKernels(words.join(" ")).length).toBe(words.filter((word) => word === "{").length);
    }),
    { seed: 6, numRuns: 300 },
  );
  for (const name of ["dimension", "twiddles", "unit", "rule"])
    for (const word of productions.get(name) ?? []) expect(seen).toContain(word.slice(1, -1));
});

describe("parts of a schedule", () => {
  const kernel = "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on";
  test.each(productions.get("part") ?? [])("%s", (alternative) => {
    const part = symbolsOf(alternative)
      .map((symbol) => (symbol === "integer" ? "1" : symbol.slice(1, -1)))
      .join(" ");
    const others = ["64 threads", "cluster 2 after 1"].filter((other) => other.split(" ")[0] !== part.split(" ")[0]);
    const needed = part.endsWith("threads") ? others.slice(1) : others;
    expect(() => parseKernels(`${kernel} ${[part, ...needed].join(", ")}`)).not.toThrow();
  });
});
