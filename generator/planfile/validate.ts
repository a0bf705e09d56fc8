// Turns the literal of a plan file into a transform, the texts of its kernels and its evidence. Does not understand the
// kernels: their notation has a parser of its own.
import { DIMENSION_NAMES, type Dimension, type Transform } from "../plan/transform.js";
import { transformDefaults, type KernelText, type PlanFileContents } from "./contents.js";
import type { Evidence } from "./definition.js";
import { choiceOf, fieldsOf, isPositiveInteger, itemsOf, numberOf, objectOf, requiredValue, textOf } from "./fields.js";
import { described, mistake, positionAt, type Literal, type Source } from "./literal.js";

/** @throws InputError at the first place that is not as it should be */
export function validatePlan(source: Source, literal: Literal): Omit<PlanFileContents, "docComment"> {
  const fields = fieldsOf(source, literal, "the plan", ["transform", "kernels"], ["evidence"]);
  const evidence = fields.entries.get("evidence")?.value;
  return {
    transform: validateTransform(source, requiredValue(fields, "transform")),
    kernels: validateKernels(source, requiredValue(fields, "kernels")),
    evidence:
      evidence === undefined ? [] : itemsOf(source, evidence, "evidence").map((item) => validateEvidence(source, item)),
  };
}

function validateTransform(source: Source, literal: Literal): Transform {
  const defaults = transformDefaults;
  const fields = fieldsOf(source, literal, "the transform", ["lengths", "precision"], Object.keys(defaults));
  const isScale = (value: number): boolean => value !== 0;
  return {
    kind: "c2c",
    dimensions: validateLengths(source, requiredValue(fields, "lengths")),
    precision: choiceOf(fields, "precision", ["f32", "f64"]),
    direction: choiceOf(fields, "direction", ["forward", "inverse"], defaults.direction),
    order: choiceOf(fields, "order", ["natural", "digit-reversed"], defaults.order),
    placement: choiceOf(fields, "placement", ["out-of-place", "in-place"], defaults.placement),
    scale: numberOf(fields, "scale", isScale, "a number other than 0", defaults.scale),
    batch: numberOf(fields, "batch", isPositiveInteger, "a positive integer", defaults.batch),
  };
}

/** Contiguous dimension first, as `Transform` has them. */
function validateLengths(source: Source, literal: Literal): readonly Dimension[] {
  const { elements, span } = objectOf(source, literal, "lengths");
  if (elements.length === 0 || elements.length > DIMENSION_NAMES.length) {
    const names = DIMENSION_NAMES.toReversed().join(", ");
    throw mistake(
      source,
      span.start,
      `lengths has ${elements.length} dimensions; a transform has 1 to ${DIMENSION_NAMES.length}: ${names}`,
    );
  }
  const names = DIMENSION_NAMES.slice(0, elements.length).toReversed();
  const wrong = elements.find((entry, index) => entry.key !== names[index]);
  if (wrong !== undefined) {
    const written = elements.map((entry) => entry.key).join(", ");
    const right = `${elements.length === 1 ? "one dimension is named" : `${elements.length} dimensions are named`} ${names.join(", ")}`;
    throw mistake(
      source,
      wrong.keySpan.start,
      `lengths are named ${written}; ${right}: the slowest first, X contiguous`,
    );
  }
  const dimensions: Dimension[] = [];
  let total = 1;
  for (const { key, value } of elements) {
    if (value.kind !== "number" || !isPositiveInteger(value.value)) {
      throw mistake(source, value.span.start, `length ${key} is ${described(value)}; it must be a positive integer`);
    }
    total *= value.value;
    if (!Number.isSafeInteger(total)) {
      throw mistake(
        source,
        value.span.start,
        "the lengths multiply to more than 2 ** 53 - 1 elements; make them smaller",
      );
    }
    dimensions.push({ name: key, length: value.value });
  }
  return dimensions.toReversed();
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
