// Plans as a user gets them: the fastest by prediction for a transform.
import { parseSize } from "../../generator/notation/size.js";
import type { TwiddleSource } from "../../generator/plan/plan.js";
import { makeTransform, type FourierTransform, type NumberFormat } from "../../generator/plan/transform.js";
import { searchPlans } from "../../generator/search/search.js";
import { gpu, type NamedPlan } from "./named-plan.js";

export interface Wanted {
  readonly size: string;
  readonly precision: NumberFormat;
  readonly twiddles: TwiddleSource;
  readonly options?: Partial<Omit<FourierTransform, "kind" | "dimensions" | "precision">>;
}

export const inverse = { direction: "inverse" } as const;
export const reversed = { order: "digit-reversed" } as const;
export const inPlace = { placement: "in-place" } as const;

export function searchedPlan({ size, precision, twiddles, options }: Wanted, index: number): NamedPlan {
  const transform = makeTransform(parseSize(size), precision, options);
  const best = searchPlans(transform, gpu, { twiddles: [twiddles], keep: 1 }).plans[0];
  if (best === undefined) throw new Error(`no plan for ${size}`);
  return { name: `searched_${index + 1}`, plan: best.plan };
}
