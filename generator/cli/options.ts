// The options that name a transform and a target, and what they mean.
import type { Options } from "yargs";
import { InputError } from "../failure/errors.js";
import { parseSize } from "../notation/size.js";
import {
  elementCount,
  makeTransform,
  type Direction,
  type Order,
  type Placement,
  type Precision,
  type Transform,
} from "../plan/transform.js";

export const transformOptions = {
  precision: { choices: ["f32", "f64"] as const, default: "f32" as const, describe: "single or double precision" },
  batch: {
    type: "string",
    describe: "arrays per call to plan for (any number works at run time); default: enough for 2^24 points",
  },
  inverse: { type: "boolean", default: false, describe: "exp(+2 pi i ...) instead of exp(-2 pi i ...)" },
  scale: { type: "string", default: "1", describe: "multiply every output: a number, or 1/N" },
  "in-place": { type: "boolean", default: false, describe: "the output may be the same memory as the input" },
  order: {
    choices: ["natural", "digit-reversed"] as const,
    default: "natural" as const,
    describe: "order of the output",
  },
} as const satisfies Record<string, Options>;

export const gpuOption = {
  gpu: {
    type: "string",
    default: "H200",
    describe: "the GPU to plan for: V100, A100, H100, H200, L4, L40S, RTX 4090, B200",
  },
} as const satisfies Record<string, Options>;

export const jsonOption = {
  json: { type: "boolean", default: false, describe: "print JSON for programs" },
} as const satisfies Record<string, Options>;

export interface TransformArguments {
  readonly size: string;
  readonly precision: Precision;
  readonly batch: string | undefined;
  readonly inverse: boolean;
  readonly scale: string;
  readonly inPlace: boolean;
  readonly order: Order;
}

const DEFAULT_POINTS = 2 ** 24;

export function transformFrom(parameters: TransformArguments): Transform {
  const lengths = parseSize(parameters.size);
  const direction: Direction = parameters.inverse ? "inverse" : "forward";
  const placement: Placement = parameters.inPlace ? "in-place" : "out-of-place";
  const transform = makeTransform(lengths, parameters.precision, { direction, order: parameters.order, placement });
  const points = elementCount(transform);
  return {
    ...transform,
    scale: scaleFrom(parameters.scale, points),
    batch:
      parameters.batch === undefined ? Math.max(1, Math.floor(DEFAULT_POINTS / points)) : batchFrom(parameters.batch),
  };
}

function scaleFrom(text: string, points: number): number {
  if (text.toUpperCase() === "1/N") return 1 / points;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value === 0) {
    throw new InputError(`--scale ${text}: expected a finite number other than 0, or 1/N`);
  }
  return value;
}

function batchFrom(text: string): number {
  const lengths = parseSize(text);
  const [batch] = lengths;
  if (lengths.length !== 1 || batch === undefined)
    throw new InputError(`--batch ${text}: expected one positive integer`);
  return batch;
}

export function countFrom(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1) throw new InputError(`--${name} ${value}: expected a positive integer`);
  return value;
}
