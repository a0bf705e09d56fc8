import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { format } from "prettier";
import { InvariantError } from "../../generator/failure/errors.js";
import { plan } from "../../generator/planfile/definition.js";
import { readPlanFile } from "../../generator/planfile/read.js";
import { planFileFormat } from "../../generator/planfile/formatted.js";
import { writePlanFile } from "../../generator/planfile/write.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { docComment, planFileParts } from "./arbitrary.js";
import { exampleDocComment, exampleEvidence, exampleKernels, exampleText, exampleTransform } from "./example.js";

const example = { transform: exampleTransform, kernels: exampleKernels, evidence: [exampleEvidence] };

describe("writing", () => {
  test("the example, letter by letter", async () => {
    expect(await writePlanFile(example, exampleDocComment)).toBe(exampleText);
  });

  test("without comment and evidence", async () => {
    const parts = {
      transform: makeTransform([4096], "f32", { batch: 32768 }),
      kernels: ["{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) }"],
      evidence: [],
    };
    expect(await writePlanFile(parts, "")).toMatchInlineSnapshot(`
      "import { plan } from "fftgen";

      export default plan({
        transform: {
          lengths: { X: 4096 },
          precision: "f32",
          direction: "forward",
          order: "natural",
          placement: "out-of-place",
          scale: 1,
          batch: 32768,
        },
        kernels: ["{ X(256,16,256,4096,no-tw) X(256,16,16,256,pre-tw) X(256,16,1,16,pre-tw) }"],
      });
      "
    `);
  });

  test("reading gives back what was written, and prettier has nothing to add", async () => {
    await fc.assert(
      fc.asyncProperty(planFileParts, docComment, async (parts, comment) => {
        const text = await writePlanFile(parts, comment);
        const contents = readPlanFile("x.plan.ts", text);
        expect({ ...contents, kernels: contents.kernels.map((kernel) => kernel.text) }).toEqual({
          ...parts,
          docComment: comment,
        });
        expect(await format(text, planFileFormat)).toBe(text);
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  test("a comment that would end itself is a bug", async () => {
    await expect(writePlanFile(example, "a */ b")).rejects.toThrow(InvariantError);
  });

  test("plan() returns its argument", () => {
    const definition = {
      transform: { lengths: { X: 8 }, precision: "f32" },
      kernels: ["{ X(1,8,1,8,no-tw) }"],
    } as const;
    expect(plan(definition)).toBe(definition);
  });
});
