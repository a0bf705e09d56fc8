// A plan as fields of a line, for tables that hold plans: kind, precision, size, what else is not usual as JSON; kernels in the
// notation.
import { parseKernel } from "../../generator/notation/parse.js";
import { parseSize } from "../../generator/notation/size.js";
import type { ScheduledKernel } from "../../generator/plan/plan.js";
import { usualTransform } from "../../generator/plan/families.js";
import { sizeText, NUMBER_FORMATS, TRANSFORM_KINDS, type Transform } from "../../generator/plan/transform.js";

export const transformFields = (transform: Transform): readonly [string, string, string, string] => [
  transform.kind,
  transform.precision,
  sizeText(transform),
  JSON.stringify(optionsOf(transform)),
];

/** What a transform has beside kind, precision and size, where it is not the usual. */
function optionsOf(transform: Transform): Record<string, unknown> {
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const usual: Readonly<Record<string, unknown>> = { ...usualTransform(transform.kind, lengths, transform.precision) };
  return Object.fromEntries(
    Object.entries(transform)
      .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]))
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );
}

export function transformOfFields([word, precision, size, options]: readonly string[]): Transform {
  const storage = NUMBER_FORMATS.find((one) => one === precision);
  const kind = TRANSFORM_KINDS.find((one) => one === word);
  if (kind === undefined || storage === undefined || size === undefined || options === undefined)
    throw new Error(`not the fields of a transform: ${[word, precision, size, options].join(" ")}`);
  const others = JSON.parse(options) as Partial<Transform>;
  return { ...usualTransform(kind, parseSize(size), storage), ...others } as Transform;
}

export function kernelOfField(notation: string): ScheduledKernel {
  const { schedule, ...kernel } = parseKernel(notation);
  if (schedule === undefined) throw new Error(`no schedule: ${notation}`);
  return { ...kernel, schedule };
}
