// Turns what the user wrote after `fftgen plan` into the transform that is meant.
import { InputError } from "../failure/errors.js";
import { parseSize } from "../notation/size.js";
import {
  arithmeticProblem,
  elementCount,
  makeTransform,
  settledArithmetic,
  STORAGES,
  type Arithmetic,
  type FourierTransform,
  type Storage,
  type Transform,
  ORDERS,
} from "../plan/transform.js";
import { askedWalshTransform, givenWalshOption } from "./asked-walsh.js";
import type { WishArguments } from "./search-wishes.js";
import { TRANSFORM_KINDS } from "./kinds.js";
import { choiceFrom, countFrom, scaleFrom } from "./option-values.js";

export interface TransformArguments extends WishArguments {
  readonly kind: Transform["kind"];
  readonly size: string;
  readonly precision: string;
  /** Undefined where the user did not say. */
  readonly arithmetic: Arithmetic | undefined;
  readonly batch: string | undefined;
  readonly inverse: boolean;
  readonly scale: string;
  readonly inPlace: boolean;
  readonly order: string;
}

/** A size, and the word before it: the last one that is there holds for all sizes behind it. */
export type AskedSize = Pick<TransformArguments, "kind" | "size">;

/**
 * `fwht 4096 2^20` -> two sizes. What stands there besides may be names of plans: nothing is read here.
 * @throws InputError for a kind without a size
 */
export function askedSizes(words: readonly string[]): readonly AskedSize[] {
  const sizes: AskedSize[] = [];
  let kind: Transform["kind"] = "c2c";
  words.forEach((word, index) => {
    const named = TRANSFORM_KINDS.find((candidate) => candidate === word);
    if (named === undefined) {
      sizes.push({ kind, size: word });
      return;
    }
    kind = named;
    if (!/^\d/.test(words[index + 1] ?? ""))
      throw new InputError(`${word} needs a size behind it, such as ${word} 4096`);
  });
  return sizes;
}

/** Without --batch, as many arrays as make this many points: enough to fill any GPU. */
const DEFAULT_POINTS = 2 ** 24;

/** @throws InputError for options that do not go together, or not with this kind of transform */
export function askedTransform(parameters: TransformArguments): Transform {
  const lengths = lengthsFrom(parameters.size);
  const transform =
    parameters.kind === "fwht" ? askedWalshTransform(lengths, parameters) : askedFourierTransform(lengths, parameters);
  const batch =
    parameters.batch === undefined
      ? Math.max(1, Math.floor(DEFAULT_POINTS / elementCount(transform)))
      : countFrom("--batch", parameters.batch);
  return { ...transform, batch };
}

function askedFourierTransform(lengths: readonly number[], parameters: TransformArguments): FourierTransform {
  const stray = givenWalshOption(parameters);
  if (stray !== undefined)
    throw new InputError(
      `--${stray} goes with Walsh-Hadamard transforms: \`fwht ${parameters.size}\` is one, ${parameters.size} alone a complex Fourier transform`,
    );
  const points = elementCount(makeTransform(lengths, "f32"));
  if (points === 1) throw new InputError(`size ${parameters.size}: a transform of one point has nothing to compute`);
  const precision = choiceFrom("--precision", parameters.precision, STORAGES);
  return makeTransform(lengths, precision, {
    arithmetic: askedArithmetic(parameters.arithmetic, precision),
    direction: parameters.inverse ? "inverse" : "forward",
    order: choiceFrom("--order", parameters.order, ORDERS),
    placement: parameters.inPlace ? "in-place" : "out-of-place",
    scale: scaleFrom(parameters.scale, points, precision),
  });
}

function askedArithmetic(asked: Arithmetic | undefined, precision: Storage): Arithmetic {
  const problem = asked === undefined ? undefined : arithmeticProblem({ precision, arithmetic: asked });
  if (problem !== undefined) throw new InputError(`--arithmetic ${asked}: ${problem}`);
  return settledArithmetic(precision, asked);
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
