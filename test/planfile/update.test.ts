import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { format } from "prettier";
import { InputError, InvariantError } from "../../generator/failure/errors.js";
import type { PlanFileParts } from "../../generator/planfile/contents.js";
import { readPlanFile } from "../../generator/planfile/read.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { updatePlanFile, type PlanFileChanges } from "../../generator/planfile/update.js";
import { planFileFormat } from "../../generator/planfile/formatted.js";
import { writePlanFile } from "../../generator/planfile/write.js";
import { docComment, planFileParts } from "./arbitrary.js";
import {
  exampleDocComment,
  exampleEvidence,
  exampleKernels,
  exampleText,
  exampleTransform,
  handEditedText,
} from "./example.js";

const update = (text: string, changes: PlanFileChanges): Promise<string> =>
  updatePlanFile("plans/x.plan.ts", text, changes);

const partsOf = (text: string): PlanFileParts => {
  const { transform, kernels, evidence } = readPlanFile("plans/x.plan.ts", text);
  return { transform, kernels: kernels.map((kernel) => kernel.text), evidence };
};

/** Lines that `after` has and `before` has not, and the other way round, in order. */
function lineDifference(before: string, after: string): { readonly removed: string[]; readonly added: string[] } {
  const removed = before.split("\n");
  const added: string[] = [];
  for (const line of after.split("\n")) {
    const index = removed.indexOf(line);
    if (index < 0) added.push(line);
    else removed.splice(index, 1);
  }
  return { removed, added };
}

const commentsOf = (text: string): readonly string[] => text.match(/\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\//g) ?? [];

const handKernels = partsOf(handEditedText).kernels;
/** What the hand-edited file says: Fourier, all defaults. */
const handTransform = makeTransform([256, 256], "f32", { batch: 2048 });

describe("nothing to do", () => {
  test.each([exampleText, handEditedText])("the text comes back as it was", async (text) => {
    expect(await update(text, {})).toBe(text);
    const { docComment: comment } = readPlanFile("x", text);
    expect(await update(text, { ...partsOf(text), docComment: comment })).toBe(text);
  });
});

describe("one change in a file edited by hand", () => {
  test("the directory of the package: a line of its own, which goes as it came", async () => {
    const moved = await update(handEditedText, { directory: "../src/fft" });
    expect(lineDifference(handEditedText, moved)).toEqual({ removed: [], added: ['  directory: "../src/fft",'] });
    expect(readPlanFile("x", moved).directory).toBe("../src/fft");
    expect(await update(moved, { directory: "../a" })).toBe(moved.replace("../src/fft", "../a"));
    expect(await update(moved, { directory: null })).toBe(handEditedText);
  });

  test("the batch: one number", async () => {
    const updated = await update(handEditedText, { transform: { ...handTransform, batch: 7 } });
    expect(updated).toBe(handEditedText.replace("batch: 2048", "batch: 7"));
  });

  test("one length: the spelling of the other stays", async () => {
    const { dimensions, distance } = makeTransform([512, 256], handTransform.precision);
    const updated = await update(handEditedText, { transform: { ...handTransform, dimensions, distance } });
    expect(updated).toBe(handEditedText.replace("Y: 2 ** 8", "Y: 512"));
  });

  test("a dimension more stands in front", async () => {
    const lengths = [64, ...handTransform.dimensions.map(({ length }) => length).toReversed()];
    const { dimensions, axes, distance } = makeTransform(lengths, handTransform.precision);
    const updated = await update(handEditedText, { transform: { ...handTransform, dimensions, axes, distance } });
    expect(updated).toBe(handEditedText.replace("Y: 2 ** 8,   X", "Z: 64, Y: 2 ** 8,   X"));
  });

  test("a key that was left to its default", async () => {
    const updated = await update(handEditedText, { transform: { ...handTransform, direction: "inverse" } });
    expect(updated).toBe(
      handEditedText.replace(
        "precision: 'f32', // single is enough here\n",
        "precision: 'f32', // single is enough here\n    direction: \"inverse\",\n",
      ),
    );
  });

  test("one kernel: the comments beside it stay", async () => {
    const updated = await update(handEditedText, { kernels: ["{ X }", ...handKernels.slice(1)] });
    expect(updated).toBe(handEditedText.replace(handKernels[0] ?? "", "{ X }"));
  });

  test("a kernel more", async () => {
    const updated = await update(handEditedText, { kernels: [...handKernels, "{ Z }"] });
    expect(updated).toBe(handEditedText.replace('" // strided\n', '", // strided\n    "{ Z }",\n'));
  });

  test("a kernel in front", async () => {
    const updated = await update(handEditedText, { kernels: ["{ Z }", ...handKernels] });
    expect(updated).toBe(handEditedText.replace("kernels: [\n", 'kernels: [\n    "{ Z }",\n'));
  });

  test("a kernel less: no comment is lost", async () => {
    const updated = await update(handEditedText, { kernels: handKernels.slice(1) });
    expect(commentsOf(updated)).toEqual(commentsOf(handEditedText));
    expect(partsOf(updated).kernels).toEqual(handKernels.slice(1));
  });

  test("evidence: the rest byte for byte", async () => {
    const updated = await update(handEditedText, { evidence: [exampleEvidence] });
    expect(updated).toBe(
      handEditedText.replace(
        '" // strided\n    // that is all\n  ] /* two kernels */\n',
        `" // strided
    // that is all
  ], /* two kernels */
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:0123456789abcdef",
      milliseconds: 0.21,
      ratioToCopy: 3.1,
      ratioToCufft: 1.1,
      relativeL2Error: 2.1e-7,
    },
  ],
`,
      ),
    );
  });

  test("the comment before the plan", async () => {
    const updated = await update(handEditedText, { docComment: "Two planes.\n\nOf 256." });
    expect(updated).toBe(handEditedText.replace("/** A plane. */", "/**\n * Two planes.\n *\n * Of 256.\n */"));
    expect(readPlanFile("x", updated).docComment).toBe("Two planes.\n\nOf 256.");
    expect(await update(handEditedText, { docComment: "" })).toBe(handEditedText.replace("/** A plane. */\n", ""));
  });
});

describe("one change in a formatted file", () => {
  test("evidence of a second GPU: lines are added, none changes", async () => {
    const second = { ...exampleEvidence, gpu: "NVIDIA L4", milliseconds: 3.5 };
    const { removed, added } = lineDifference(
      exampleText,
      await update(exampleText, { evidence: [exampleEvidence, second] }),
    );
    expect(removed).toEqual([]);
    expect(added).toContain('      gpu: "NVIDIA L4",');
  });

  test("new evidence of the same GPU: the numbers that differ", async () => {
    const again = { ...exampleEvidence, milliseconds: 0.2, relativeL2Error: 2.0e-7 };
    const { removed, added } = lineDifference(exampleText, await update(exampleText, { evidence: [again] }));
    expect(removed).toEqual(["      milliseconds: 0.21,", "      relativeL2Error: 2.1e-7,"]);
    expect(added).toEqual(["      milliseconds: 0.2,", "      relativeL2Error: 2e-7,"]);
  });

  test("the first evidence; then none again", async () => {
    const without = await writePlanFile(
      { transform: exampleTransform, kernels: exampleKernels, evidence: [] },
      exampleDocComment,
    );
    expect(await update(without, { evidence: [exampleEvidence] })).toBe(exampleText);
    expect(partsOf(await update(exampleText, { evidence: [] })).evidence).toEqual([]);
  });

  test("a comment before a plan that had none", async () => {
    const bare = exampleText.replace(/\/\*\*[^]*\*\/\n/, "");
    expect(await update(bare, { docComment: exampleDocComment })).toBe(exampleText);
  });

  test("Windows line ends stay", async () => {
    const windows = exampleText.replaceAll("\n", "\r\n");
    const second = { ...exampleEvidence, gpu: "NVIDIA L4" };
    const changes = {
      kernels: [...exampleKernels, "{ W }"],
      evidence: [exampleEvidence, second],
      docComment: "One.\nTwo.",
    };
    const updated = await update(windows, changes);
    expect(updated).not.toMatch(/[^\r]\n/);
    expect(updated.replaceAll("\r\n", "\n")).toBe(await update(exampleText, changes));
  });
});

describe("any change", () => {
  test("reading gives the new contents, and formatted files stay formatted", async () => {
    await fc.assert(
      fc.asyncProperty(
        planFileParts,
        planFileParts,
        docComment,
        docComment,
        async (before, after, oldComment, newComment) => {
          const text = await writePlanFile(before, oldComment);
          const updated = await update(text, { ...after, docComment: newComment });
          expect(partsOf(updated)).toEqual(after);
          expect(readPlanFile("x", updated).docComment).toBe(newComment);
          expect(await format(updated, planFileFormat)).toBe(updated);
        },
      ),
      { seed: 6, numRuns: 50 },
    );
  });

  test("no comment of a file edited by hand is lost", async () => {
    await fc.assert(
      fc.asyncProperty(planFileParts, async (after) => {
        const updated = await update(handEditedText, after);
        expect(partsOf(updated)).toEqual(after);
        expect(commentsOf(updated).filter((comment) => !comment.includes('"'))).toEqual(commentsOf(handEditedText));
      }),
      { seed: 7, numRuns: 50 },
    );
  });

  test("compact files too", async () => {
    await fc.assert(
      fc.asyncProperty(planFileParts, planFileParts, async (before, after) => {
        const text = (await writePlanFile(before, "")).replaceAll(/\n\s*/g, " ");
        expect(partsOf(await update(text, after))).toEqual(after);
      }),
      { seed: 8, numRuns: 50 },
    );
  });
});

describe("refusing", () => {
  test("a file that is not a legal plan is not touched", async () => {
    await expect(update(exampleText.replace("precision", "precison"), { kernels: ["{ X }"] })).rejects.toThrow(
      InputError,
    );
    await expect(update("export default 1;", {})).rejects.toThrow(/^plans\/x\.plan\.ts:1:16: /);
  });

  test("a comment that would end itself is a bug", async () => {
    await expect(update(exampleText, { docComment: "*/" })).rejects.toThrow(InvariantError);
  });
});
