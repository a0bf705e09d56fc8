// What numbers are that have names, for given ones.
import { evaluated } from "../../generator/plan/index-expression.js";
import type { Let } from "../../generator/kernel/let.js";

export type Given = Readonly<Record<string, number>>;

/** All of them, by name. Numbers of threads are never below zero. */
export function valuesOf(lets: readonly Let[], given: Given): (name: string) => number {
  const values = new Map(Object.entries(given));
  const of = (name: string): number => {
    const value = values.get(name);
    if (value === undefined || value < 0) throw new Error(`${name} is ${String(value)}`);
    return value;
  };
  for (const { name, value } of lets) values.set(name, evaluated(value, { get: of }));
  return of;
}
