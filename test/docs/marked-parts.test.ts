import { describe, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { left, markdownTable, right } from "../../generator/docs/markdown-table.js";
import { markedParts, withParts } from "../../generator/docs/marked-parts.js";

const parts = new Map([
  ["one", "first"],
  ["two", "second\n"],
]);
const document = "a\n<!-- generated: one -->\n<!-- end -->\nb\n<!-- generated: two -->\n\nold\n\n<!-- end -->\nc\n";

describe("marked parts", () => {
  test("are replaced, and nothing else is", () => {
    expect(markedParts(document)).toEqual(["one", "two"]);
    const made = withParts(document, parts);
    expect(made).toBe(
      "a\n<!-- generated: one -->\n\nfirst\n\n<!-- end -->\nb\n<!-- generated: two -->\n\nsecond\n\n<!-- end -->\nc\n",
    );
    expect(withParts(made, parts)).toBe(made);
  });

  test("keep what looks like a pattern of a replacement", () => {
    expect(withParts(document, new Map([...parts, ["one", "$& $1"]]))).toContain("\n$& $1\n");
  });

  test("need a maker and an end", () => {
    expect(() => withParts(document, new Map())).toThrow(InputError);
    expect(() => withParts("<!-- generated: one -->\n", parts)).toThrow("a document has 1 generated parts, 0 end");
  });

  test("begin a line: words about them are no parts", () => {
    expect(withParts("between `<!-- generated: x -->` and `<!-- end -->`\n", parts)).toContain(
      "`<!-- generated: x -->`",
    );
  });
});

test("tables are laid out as prettier has them", () => {
  expect(markdownTable([left("a"), right("of it")], [["long", "1"]])).toBe(
    "| a    | of it |\n| ---- | ----: |\n| long |     1 |",
  );
});
