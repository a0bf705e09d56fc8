// What the command line makes is what the verification program knows.
import { expect, test } from "vitest";
import { requireVerifiable } from "../../generator/cli/verifiable.js";
import { InputError } from "../../generator/failure/errors.js";
import { makeTransform, makeWalshTransform } from "../../generator/plan/transform.js";

test("Fourier transforms along some dimensions, and of arrays that lie apart, are refused with their place", () => {
  const refuse = (options: Parameters<typeof makeTransform>[2]) => () => {
    requireVerifiable(makeTransform([16, 4], "f32", options), "a.plan.ts");
  };
  expect(refuse({ axes: ["X"] })).toThrow(InputError);
  expect(refuse({ axes: ["X"] })).toThrow(/^a\.plan\.ts: a transform along X only: the verification program/);
  expect(refuse({ distance: 65 })).toThrow(/^a\.plan\.ts: arrays that lie 65 elements apart: /);
  expect(refuse({})).not.toThrow();
});

test("Walsh-Hadamard transforms are not", () => {
  expect(() => {
    requireVerifiable(makeWalshTransform([16, 4], "f32", { axes: ["X"], distance: 65 }), "a.plan.ts");
  }).not.toThrow();
});
