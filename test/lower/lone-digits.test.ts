// Twice a prime that has butterflies: half as many complex numbers are one digit, and a Hermitian step wants another beside it, so that
// numbers are taken one by one. All types against their definitions.
import { expect, test } from "vitest";
import { lowerPlan } from "../../generator/compile.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { evaluateHostProgram } from "../../generator/kernel/evaluate.js";
import { makeTrigonometricTransform, TRIGONOMETRIC_KINDS } from "../../generator/plan/transform.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { dealt } from "../effort.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { directTrigonometric } from "../../generator/definition/direct-trigonometric.js";

const gpu = findGpu("H200");
const PRIMES = [37, 41, 43, 47, 53, 59, 61];
/** Every third, so that each kind has some primes, in either precision. */
const cases = PRIMES.flatMap((prime) =>
  (["f32", "f64"] as const).flatMap((precision) =>
    TRIGONOMETRIC_KINDS.map((kind) => ({ length: 2 * prime, kind, precision })),
  ),
).filter((_, index) => index % 3 === 1);

test.each(dealt(cases, (_, index) => index % 7 === 0))(
  "$kind of $length, $precision",
  ({ length, kind, precision }) => {
    const transform = makeTrigonometricTransform(kind, [length], precision, { batch: 2 });
    const { plan } = at(searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans, 0);
    const numbers = uniformNumbers(2 * length, 1);
    const found = new Float64Array(2 * length).fill(NaN);
    evaluateHostProgram(lowerPlan("lone", plan, gpu).host, numbers, found, 2, 3);
    const meant = directTrigonometric(numbers, [length], [kind]);
    const zeros = new Float64Array(2 * length);
    // Constants of f32 are rounded.
    const bound = precision === "f64" ? 1e-12 : 1e-6;
    expect(relativeError({ re: found, im: zeros }, { re: meant, im: zeros })).toBeLessThan(bound);
  },
);
