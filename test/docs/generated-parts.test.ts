// What the documents say is generated is what the tables and measurements give now. `npm run docs` rewrites it.
import { describe, expect, test } from "vitest";
import { documentParts } from "../../generator/docs/document-parts.js";
import { markedParts, withParts } from "../../generator/docs/marked-parts.js";
import { DOCUMENTS, documentSources, root, textOf } from "./documents.js";

const parts = documentParts(documentSources());

describe("the generated parts are not stale", () => {
  test.each(DOCUMENTS)("%s", async (path) => {
    await expect(withParts(textOf(path), parts)).toMatchFileSnapshot(`${root}/${path}`);
  });
});

test("every part stands in a document", () => {
  const used = new Set(DOCUMENTS.flatMap((path) => markedParts(textOf(path))));
  expect([...used].toSorted()).toEqual([...parts.keys()].toSorted());
});
