import type { Condition, Integer } from "../plan/index-expression.js";

/** A number of a thread, or a condition, that has a name. */
export interface Let {
  readonly kind: "let";
  readonly name: string;
  readonly value: Integer | Condition;
  readonly comment?: string;
}
