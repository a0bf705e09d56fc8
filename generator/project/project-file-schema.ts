// The schema of a project file, which reads it and describes it to editors.
import { z } from "zod";
import { bundleNameProblem, namespaceProblem, prefixProblem } from "../emit/symbols.js";

/** For editors, which know no more of names than this. */
const IDENTIFIER = "^[A-Za-z][A-Za-z0-9_]*$";

/** A text about which there may be something to say. */
const textThat = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

const pathProblem = (text: string): string | undefined => {
  if (text.trim() === "") return "a path is not empty; . is the directory of the project file";
  return /[\u0000-\u001F\u007F]/.test(text) ? "a path has no control characters" : undefined;
};

/** Relative to the project file. */
const path = textThat(pathProblem);

const noTwice = (items: readonly string[]): string | undefined => {
  const twice = items.find((item, index) => items.indexOf(item) !== index);
  return twice === undefined ? undefined : `${JSON.stringify(twice)} is given twice; keep one`;
};

const bundle = z.strictObject({
  name: textThat(bundleNameProblem).meta({
    pattern: IDENTIFIER,
    description: "Of the header, the target and the functions, such as fft.",
  }),
  plans: z
    .array(z.string())
    .min(1, "a bundle has at least one plan; without the key it has all plans of the project")
    .optional()
    .describe("Names as `fftgen list` shows them, or paths of plan files. Default: all plans of the project."),
  directory: path.optional().describe("Where the bundle goes. Default: a directory of its name among the packages."),
});

export const projectFileSchema = z
  .strictObject({
    $schema: z.string().optional().describe("For editors: where the description of these keys is."),
    plans: path.default("plans").describe("The directory of the plan files."),
    packages: path.default("generated").describe("The directory of the packages, each in one of its name."),
    gpus: z
      .array(z.string())
      .min(1, "name at least one GPU; without the key plans are for the H200")
      .superRefine((gpus, context) => {
        const problem = noTwice(gpus);
        if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
      })
      .default(["H200"])
      .meta({
        uniqueItems: true,
        description: "The GPUs that the project is for, as `fftgen list` has them: `fftgen plan` plans for each.",
      }),
    prefix: textThat(prefixProblem)
      .optional()
      .meta({ pattern: IDENTIFIER, description: "What names of C begin with, such as acme_." }),
    namespace: textThat(namespaceProblem)
      .optional()
      .describe("The C++ namespace around everything, such as acme::fft. Default: fftgen."),
    bundles: z
      .array(bundle)
      .superRefine((bundles, context) => {
        const problem =
          noTwice(bundles.map(({ name }) => name)) ??
          noTwice(bundles.flatMap(({ directory }) => (directory === undefined ? [] : [directory])));
        if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
      })
      .default([])
      .describe("Directories with several transforms each: `fftgen bundle` writes them."),
  })
  .meta({
    title: "fftgen project",
    description:
      "Where a project keeps its plans and packages, and what they are for. Paths are relative to this file.",
  });
