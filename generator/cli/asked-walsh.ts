// Turns the lengths and options of `fftgen plan fwht <size>` into the Walsh-Hadamard transform that is meant.
import { InputError } from "../failure/errors.js";
import type { HadamardChoice } from "../plan/hadamard-matrix.js";
import {
  makeWalshTransform,
  settledArithmetic,
  transformedCount,
  type Arithmetic,
  type Stabilisation,
  type WalshTransform,
  WALSH_ORDERS,
} from "../plan/transform.js";
import { transformProblem, type TransformProblem } from "../plan/transform-problem.js";
import type { SearchOptions } from "../search/search.js";
import { choiceFrom, countFrom, scaleFrom } from "./option-values.js";

/** What only Walsh-Hadamard transforms have; undefined where the user did not say. */
export interface WalshArguments {
  readonly stabilisation: Stabilisation | undefined;
  /** Not of the transform: a wish to the search. */
  readonly algorithm: "folklore" | "alman-rao" | undefined;
  readonly axes: string | undefined;
  readonly hadamard: HadamardChoice | undefined;
  readonly rowStride: string | undefined;
}

/** The options that all transforms have. */
interface ArrayArguments {
  readonly size: string;
  readonly precision: string;
  readonly arithmetic: Arithmetic | undefined;
  readonly inverse: boolean;
  readonly scale: string;
  readonly inPlace: boolean;
  readonly order: string;
}

/** The name of an option that was given and goes with Walsh-Hadamard transforms only. */
export function givenWalshOption(parameters: WalshArguments): string | undefined {
  const { stabilisation, algorithm, axes, hadamard, rowStride } = parameters;
  const options = { stabilisation, algorithm, axes, hadamard, "row-stride": rowStride };
  return Object.entries(options).find(([, value]) => value !== undefined)?.[0];
}

/** The wish as the search takes it. */
export function algorithmOf({ algorithm, stabilisation }: WalshArguments): Pick<SearchOptions, "algorithms"> {
  if (algorithm === "alman-rao" && stabilisation !== undefined && stabilisation !== "none")
    throw new InputError(
      `--algorithm alman-rao does not go with --stabilisation ${stabilisation}: its fused operations leave errors that compensated sums do not keep; leave one of them out`,
    );
  return algorithm === undefined ? {} : { algorithms: [algorithm] };
}

/** For a batch of 1. `lengths`: slowest first. */
export function askedWalshTransform(
  lengths: readonly number[],
  parameters: ArrayArguments & WalshArguments,
): WalshTransform {
  const precision = choiceFrom("--precision", parameters.precision, ["f32", "f64", "f16", "bf16"]);
  const usual = makeWalshTransform(lengths, precision);
  const asked: WalshTransform = {
    ...usual,
    arithmetic: parameters.arithmetic ?? usual.arithmetic,
    direction: parameters.inverse ? "inverse" : "forward",
    hadamard: parameters.hadamard ?? "standard",
    order: choiceFrom("--order", parameters.order, WALSH_ORDERS),
    stabilisation: parameters.stabilisation ?? "none",
    axes: parameters.axes === undefined ? usual.axes : axesFrom(parameters.axes, usual.axes),
    distance: parameters.rowStride === undefined ? usual.distance : countFrom("--row-stride", parameters.rowStride),
    placement: parameters.inPlace ? "in-place" : "out-of-place",
  };
  const problem = transformProblem(asked);
  if (problem !== undefined) throw mistakeOf(problem, parameters);
  return {
    ...asked,
    arithmetic: settledArithmetic(precision, asked.arithmetic),
    scale: scaleFrom(parameters.scale, transformedCount(asked), precision),
  };
}

/** `Y,X`: names of dimensions, in any order and any case. In the order of the dimensions; repetitions stay, to be judged. */
function axesFrom(text: string, names: readonly string[]): readonly string[] {
  const axes = text.split(",").map((word) => word.trim().toUpperCase());
  const stranger = axes.find((axis) => !names.includes(axis));
  if (stranger !== undefined) {
    const slowestFirst = names.toReversed().join(", ");
    const named = names.length === 1 ? "one dimension, X" : `dimensions ${slowestFirst}, of which X is contiguous`;
    throw new InputError(`--axes ${text}: expected names such as X or Y,X; this array has ${named}`);
  }
  return axes.toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
}

function mistakeOf({ field, message }: TransformProblem, parameters: ArrayArguments & WalshArguments): InputError {
  const { size, axes, hadamard, order, arithmetic, rowStride } = parameters;
  const places = {
    dimensions: `size ${size}`,
    axes: `--axes ${axes ?? ""}`,
    hadamard: `--hadamard ${hadamard ?? ""}`,
    direction: "--inverse",
    order: `--order ${order}`,
    arithmetic: `--arithmetic ${arithmetic ?? ""}`,
    scale: `--scale ${parameters.scale}`,
    distance: `--row-stride ${rowStride ?? ""}`,
  } as const;
  return new InputError(`${places[field]}: ${message}`);
}
