// A plan as fields of a line, for tables that hold plans: kind, precision, size, what else is not usual as JSON; kernels in the
// notation.
import { parseKernel } from "../../generator/notation/parse.js";
import { parseSize } from "../../generator/notation/size.js";
import type { ScheduledKernel } from "../../generator/plan/plan.js";
import {
  makeTransform,
  makeWalshTransform,
  sizeText,
  STORAGES,
  type FourierTransform,
  type Transform,
  type WalshTransform,
} from "../../generator/plan/transform.js";

export const transformFields = (transform: Transform): readonly [string, string, string, string] => [
  transform.kind,
  transform.precision,
  sizeText(transform),
  JSON.stringify(optionsOf(transform)),
];

/** What a transform has beside kind, precision and size, where it is not the usual. */
function optionsOf(transform: Transform): Record<string, unknown> {
  const lengths = transform.dimensions.map(({ length }) => length).toReversed();
  const usual: Readonly<Record<string, unknown>> =
    transform.kind === "c2c"
      ? { ...makeTransform(lengths, transform.precision) }
      : { ...makeWalshTransform(lengths, transform.precision) };
  return Object.fromEntries(
    Object.entries(transform)
      .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]))
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );
}

export function transformOfFields([kind, precision, size, options]: readonly string[]): Transform {
  const storage = STORAGES.find((one) => one === precision);
  if (storage === undefined || size === undefined || options === undefined)
    throw new Error(`not the fields of a transform: ${[kind, precision, size, options].join(" ")}`);
  const lengths = parseSize(size);
  return kind === "fwht"
    ? makeWalshTransform(lengths, storage, JSON.parse(options) as Partial<WalshTransform>)
    : makeTransform(lengths, storage, JSON.parse(options) as Partial<FourierTransform>);
}

export function kernelOfField(notation: string): ScheduledKernel {
  const { subComputations, schedule } = parseKernel(notation);
  if (schedule === undefined) throw new Error(`no schedule: ${notation}`);
  return { subComputations, schedule };
}
