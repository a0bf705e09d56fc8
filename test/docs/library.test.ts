// The example of the public API runs, and the document has it word for word.
import { expect, test } from "vitest";
import { parseKernels } from "../../generator/notation/parse.js";
import { textOf } from "./documents.js";
import { files, notation } from "./library-example.js";

test("the example plans and compiles a transform", () => {
  expect(parseKernels(notation).length).toBe(1);
  expect(files.map(({ path }) => path)).toContain("my_fft.h");
});

test("the document has it", () => {
  const example = textOf("test/docs/library-example.ts").replace("../../generator/index.js", "fftgen");
  expect(textOf("generator/README.md")).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});
