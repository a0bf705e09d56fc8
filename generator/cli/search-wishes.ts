// What the user asks of the search besides a transform, as the search takes it.
import { InputError } from "../failure/errors.js";
import { isShort, type Transform, type WalshTransform } from "../plan/transform.js";
import type { SearchOptions } from "../search/search.js";
import { algorithmOf, type WalshArguments } from "./asked-walsh.js";

export interface WishArguments extends WalshArguments {
  /** How butterflies of Fourier transforms are computed; undefined where the user did not say. */
  readonly unit: "fma" | "mma" | "split-f16" | undefined;
}

export type Wishes = Pick<SearchOptions, "algorithms" | "butterflies">;

/** @throws InputError for wishes that do not go with the transform, or with each other */
export function searchWishes(parameters: WishArguments, transform: Transform): Wishes {
  const { unit } = parameters;
  if (unit === undefined) return algorithmOf(parameters);
  const { kind, precision, arithmetic } = transform;
  if (unit === "split-f16" && kind === "fwht")
    throw new InputError(
      "--unit split-f16 goes with Fourier transforms: Walsh-Hadamard steps are sums, which f32 has already",
    );
  if (unit === "mma" && !isShort(precision))
    throw new InputError(
      `--unit mma multiplies numbers of 16 bits, and this transform is of ${precision}; --precision f16 or bf16${precision === "f32" && kind === "c2c" ? ", or --unit split-f16" : ""}`,
    );
  if (unit !== "fma" && arithmetic === "native" && isShort(precision))
    throw new InputError(
      `--unit ${unit} does not go with --arithmetic native: tensor cores have an arithmetic of their own; leave one of them out`,
    );
  if (unit === "split-f16" && precision !== "f32")
    throw new InputError(`--unit split-f16 splits f32 into halves, and this transform is of ${precision}`);
  if (transform.kind === "fwht") return walshWish(unit === "mma", parameters, transform);
  return { butterflies: [unit === "split-f16" ? "split" : unit] };
}

/** On tensor cores, or not there. */
function walshWish(onTensorCores: boolean, parameters: WishArguments, transform: WalshTransform): Wishes {
  const { algorithm } = parameters;
  const { stabilisation, order } = transform;
  if (!onTensorCores) return { algorithms: ["folklore"], ...algorithmOf(parameters) };
  if (algorithm !== undefined)
    throw new InputError(
      `--unit mma does not go with --algorithm ${algorithm}: it is another way to compute butterflies; leave one of them out`,
    );
  if (stabilisation !== "none")
    throw new InputError(
      `--unit mma does not go with --stabilisation ${stabilisation}: products with matrices keep no rounding errors; leave one of them out`,
    );
  if (order !== "natural")
    throw new InputError(
      `--unit mma does not go with --order ${order}: tensor cores take neighbours together, which only natural order leaves so; leave one of them out`,
    );
  return { algorithms: ["mma"] };
}
