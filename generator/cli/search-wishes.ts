// The user's options for the search, in the form that the search takes.
import { InputError } from "../failure/errors.js";
import { hasTwiddles, isShort, stabilisationOf, type Transform } from "../plan/transform.js";
import type { SearchOptions } from "../search/search.js";

/** Undefined where the user did not say. */
export interface WishArguments {
  /** The arithmetic of the butterflies. */
  readonly unit: "fma" | "mma" | "split-f16" | undefined;
  /** The algorithm of the Walsh-Hadamard butterflies. */
  readonly algorithm: "folklore" | "alman-rao" | undefined;
}

export type Wishes = Pick<SearchOptions, "algorithms" | "butterflies">;

/** @throws InputError for wishes that do not fit the transform, or each other */
export function searchWishes(parameters: WishArguments, transform: Transform): Wishes {
  const { unit } = parameters;
  if (unit === undefined) return algorithmOf(parameters, transform);
  const { precision, arithmetic } = transform;
  const hasFactors = hasTwiddles(transform);
  if (unit === "split-f16" && !hasFactors)
    throw new InputError(
      "--unit split-f16 requires a Fourier transform: Walsh-Hadamard steps are sums, for which tensor cores have no advantage in f32",
    );
  if (unit === "mma" && !isShort(precision))
    throw new InputError(
      `--unit mma multiplies numbers of 16 bits, and this transform is of ${precision}; --precision f16 or bf16${precision === "f32" && hasFactors ? ", or --unit split-f16" : ""}`,
    );
  if (unit !== "fma" && arithmetic === "native" && isShort(precision))
    throw new InputError(
      `--unit ${unit} does not go with --arithmetic native: tensor cores accumulate in their own format; leave one of them out`,
    );
  if (unit === "split-f16" && precision !== "f32")
    throw new InputError(`--unit split-f16 splits f32 into halves, and this transform is of ${precision}`);
  if (!hasFactors) return stepsWish(unit === "mma", parameters, transform);
  return { butterflies: [unit === "split-f16" ? "split" : unit] };
}

function algorithmOf({ algorithm }: WishArguments, transform: Transform): Wishes {
  const stabilisation = stabilisationOf(transform);
  if (algorithm === "alman-rao" && stabilisation !== "none")
    throw new InputError(
      `--algorithm alman-rao does not go with --stabilisation ${stabilisation}: its fused operations leave errors that compensated sums do not keep; leave one of them out`,
    );
  return algorithm === undefined ? {} : { algorithms: [algorithm] };
}

/** Whether butterflies run on tensor cores. */
function stepsWish(onTensorCores: boolean, parameters: WishArguments, transform: Transform): Wishes {
  const { algorithm } = parameters;
  const { order } = transform;
  const stabilisation = stabilisationOf(transform);
  if (!onTensorCores) return { algorithms: ["folklore"], ...algorithmOf(parameters, transform) };
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
