// Turns what the user wrote after `fftgen plan` into the transform that is meant.
import { InputError } from "../failure/errors.js";
import { parseSize } from "../notation/size.js";
import { elementCount, makeTransform, type Order, type Precision, type Transform } from "../plan/transform.js";

export interface TransformArguments {
  readonly size: string;
  readonly precision: Precision;
  readonly batch: string | undefined;
  readonly inverse: boolean;
  readonly scale: string;
  readonly inPlace: boolean;
  readonly order: Order;
}

/** Without --batch, as many arrays as make this many points: enough to fill any GPU. */
const DEFAULT_POINTS = 2 ** 24;

export function askedTransform(parameters: TransformArguments): Transform {
  const transform = makeTransform(lengthsFrom(parameters.size), parameters.precision, {
    direction: parameters.inverse ? "inverse" : "forward",
    order: parameters.order,
    placement: parameters.inPlace ? "in-place" : "out-of-place",
  });
  const points = elementCount(transform);
  if (points === 1) throw new InputError(`size ${parameters.size}: a transform of one point has nothing to compute`);
  return {
    ...transform,
    scale: scaleFrom(parameters.scale, points, parameters.precision),
    batch:
      parameters.batch === undefined
        ? Math.max(1, Math.floor(DEFAULT_POINTS / points))
        : countFrom("--batch", parameters.batch),
  };
}

/** A positive integer, `2^10` included. `what` names it in the message. */
export function countFrom(what: string, text: string): number {
  const [count, ...more] = sizeOrUndefined(text) ?? [];
  if (count === undefined || more.length > 0)
    throw new InputError(`${what} ${text}: expected one positive integer, such as 8 or 2^10`);
  return count;
}

function sizeOrUndefined(text: string): readonly number[] | undefined {
  try {
    return parseSize(text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function lengthsFrom(text: string): readonly number[] {
  try {
    return parseSize(text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // One word of a command line has no line and column: the caret below it shows the place.
    throw new InputError(`size ${text}: ${error.message.replace(/^\d+:\d+: /, "")}`);
  }
}

function scaleFrom(text: string, points: number, precision: Precision): number {
  if (text.toUpperCase() === "1/N") return 1 / points;
  const value = Number(text);
  const stored = precision === "f32" ? Math.fround(value) : value;
  if (text.trim() === "" || !Number.isFinite(stored) || stored === 0)
    throw new InputError(`--scale ${text}: expected a number that ${precision} can hold, not 0; or 1/N`);
  return value;
}
