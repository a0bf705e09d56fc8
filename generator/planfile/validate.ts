// Turns the literal of a plan file into a transform, the texts of its kernels and its evidence. Does not understand the
// kernels: their notation has a parser of its own.
import type { KernelText, PlacedText, PlanFileContents } from "./contents.js";
import type { Evidence } from "./definition.js";
import { fieldsOf, isPositiveInteger, itemsOf, numberOf, requiredValue, textOf } from "./fields.js";
import { described, mistake, positionAt, type Literal, type Source } from "./literal.js";
import { validateTransform } from "./validate-transform.js";

/** @throws InputError at the first place that is not as it should be */
export function validatePlan(source: Source, literal: Literal): Omit<PlanFileContents, "docComment"> {
  const fields = fieldsOf(
    source,
    literal,
    "the plan",
    ["transform", "kernels"],
    ["gpu", "upToBatch", "directory", "evidence"],
  );
  const evidence = fields.entries.get("evidence")?.value;
  return {
    transform: validateTransform(source, requiredValue(fields, "transform")),
    gpu: validateGpu(source, fields.entries.get("gpu")?.value),
    upToBatch: fields.entries.has("upToBatch")
      ? numberOf(fields, "upToBatch", isPositiveInteger, "a positive integer, the largest batch that the plan is for")
      : undefined,
    directory: fields.entries.has("directory")
      ? textOf(fields, "directory", isPath, 'the path of a directory, such as "../src/fft"')
      : undefined,
    kernels: validateKernels(source, requiredValue(fields, "kernels")),
    evidence:
      evidence === undefined ? [] : itemsOf(source, evidence, "evidence").map((item) => validateEvidence(source, item)),
  };
}

const isPath = (text: string): boolean => text.trim() !== "" && !/[\u0000-\u001F\u007F]/.test(text);

/** Which GPUs there are is not known here. */
function validateGpu(source: Source, literal: Literal | undefined): PlacedText | undefined {
  if (literal === undefined) return undefined;
  if (literal.kind !== "string")
    throw mistake(source, literal.span.start, `gpu is ${described(literal)}; it must be a string`);
  return { text: literal.value, ...positionAt(source.text, literal.span.start + 1) };
}

function validateKernels(source: Source, literal: Literal): readonly KernelText[] {
  const items = itemsOf(source, literal, "kernels");
  if (items.length === 0) throw mistake(source, literal.span.start, "kernels is empty; a plan has at least one kernel");
  return items.map((item, index) => {
    const what = `kernel ${index + 1}`;
    if (item.kind !== "string")
      throw mistake(source, item.span.start, `${what} is ${described(item)}; it must be a string`);
    if (item.escaped) {
      throw mistake(source, item.span.start, `${what} has an escape sequence; the notation needs none`);
    }
    const { line, column } = positionAt(source.text, item.span.start + 1);
    return { text: item.value, line, column };
  });
}

function validateEvidence(source: Source, literal: Literal): Evidence {
  const needed = ["gpu", "driver", "toolchain", "text", "milliseconds", "ratioToCopy", "relativeL2Error"];
  const fields = fieldsOf(source, literal, "evidence", needed, ["ratioToCufft"]);
  const isName = (text: string): boolean => text.trim() !== "";
  const isPositive = (value: number): boolean => value > 0;
  const positive = (key: string): number => numberOf(fields, key, isPositive, "a positive number");
  return {
    gpu: textOf(fields, "gpu", isName, 'the name of a GPU, such as "NVIDIA H200"'),
    driver: textOf(fields, "driver", isName, 'a version, such as "580"'),
    toolchain: textOf(fields, "toolchain", isName, 'a compiler and its version, such as "nvcc 13.0"'),
    text: textOf(
      fields,
      "text",
      (text) => /^sha256:[0-9a-f]{8,64}$/.test(text),
      'a hash, "sha256:" and 8 to 64 hexadecimal digits',
    ),
    milliseconds: positive("milliseconds"),
    ratioToCopy: positive("ratioToCopy"),
    ...(fields.entries.has("ratioToCufft") ? { ratioToCufft: positive("ratioToCufft") } : {}),
    relativeL2Error: numberOf(fields, "relativeL2Error", (value) => value >= 0, "a number of at least 0"),
  };
}
