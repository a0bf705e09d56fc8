// What the user asks of the search besides a transform, as the search takes it.
import { InputError } from "../failure/errors.js";
import { isShort, type Transform } from "../plan/transform.js";
import type { SearchOptions } from "../search/search.js";
import { algorithmOf, type WalshArguments } from "./asked-walsh.js";

export interface WishArguments extends WalshArguments {
  /** How butterflies of Fourier transforms are computed; undefined where the user did not say. */
  readonly unit: "fma" | "mma" | "split-f16" | undefined;
}

export type Wishes = Pick<SearchOptions, "algorithm" | "butterflies">;

/** @throws InputError for wishes that do not go with the transform, or with each other */
export function searchWishes(parameters: WishArguments, transform: Transform): Wishes {
  const { unit } = parameters;
  if (unit === undefined) return algorithmOf(parameters);
  const { kind, precision, arithmetic } = transform;
  if (kind === "fwht")
    throw new InputError("--unit goes with Fourier transforms: Walsh-Hadamard steps are not products of matrices here");
  if (unit === "mma" && !isShort(precision))
    throw new InputError(
      `--unit mma multiplies numbers of 16 bits, and this transform is of ${precision}; --precision f16 or bf16${precision === "f32" ? ", or --unit split-f16" : ""}`,
    );
  if (unit !== "fma" && arithmetic === "native" && isShort(precision))
    throw new InputError(
      `--unit ${unit} does not go with --arithmetic native: tensor cores have an arithmetic of their own; leave one of them out`,
    );
  if (unit === "split-f16" && precision !== "f32")
    throw new InputError(`--unit split-f16 splits f32 into halves, and this transform is of ${precision}`);
  return { butterflies: [unit === "split-f16" ? "split" : unit] };
}
