// Random ends of kernels: places that are gathered, reflected, or there only up to a length; and what that means for an array.
import fc from "fast-check";
import { lowerPlan, type CompiledPlan } from "../../generator/compile.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import type { Reach } from "../../generator/layout/reach.js";
import { hostProgram } from "../../generator/lower/host-program.js";
import { kernelPath } from "../../generator/lower/kernel-path.js";
import { lowerKernel } from "../../generator/lower/lower-kernel.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import type { ComplexNumbers } from "../../generator/definition/direct-dft.js";

/** What becomes of places, and how many are there. */
export type Reached = Pick<Reach, "map" | "below">;

/** Ends of an array of `elements` places; `name`: of the table that it may need. */
export const reaches = (elements: number, name: string): fc.Arbitrary<Reached> =>
  fc.record({
    map: fc.oneof(
      fc.constant(undefined),
      fc.constant({ kind: "reflect", length: elements } as const),
      fc
        .shuffledSubarray(
          Array.from({ length: elements }, (_, place) => place),
          { minLength: elements },
        )
        .map((places) => ({ kind: "gather", table: { name, places } }) as const),
    ),
    below: fc.option(fc.integer({ min: 1, max: elements }), { nil: undefined }),
  });

/** Where number i lies, by definition. */
function placeOf({ map }: Reached, i: number, elements: number): number {
  if (map === undefined) return i;
  if (map.kind === "reflect") return i === 0 ? 0 : elements - i;
  if (map.kind === "gather") return map.table.places[i] ?? NaN;
  throw new Error(`${map.kind} is no map of any array`);
}

/** What a transform sees of an array that it reads so, array by array of the batch. */
export const seen = (reach: Reached, numbers: Float64Array, elements: number): Float64Array =>
  numbers.map((_, at) => {
    const [i, first] = [at % elements, at - (at % elements)];
    return i < (reach.below ?? elements) ? (numbers[first + placeOf(reach, i, elements)] ?? NaN) : 0;
  });

/** What becomes of an array into which a result is written so. */
export function written(
  reach: Reached,
  result: ComplexNumbers,
  before: ComplexNumbers,
  elements: number,
): ComplexNumbers {
  const after = { re: before.re.slice(), im: before.im.slice() };
  for (let at = 0; at < result.re.length; at++) {
    const [i, first] = [at % elements, at - (at % elements)];
    if (i >= (reach.below ?? elements)) continue;
    const place = first + placeOf(reach, i, elements);
    after.re[place] = result.re[at] ?? NaN;
    after.im[place] = result.im[at] ?? NaN;
  }
  return after;
}

/**
 * A plan lowered with other ends: of its first kernel to the input, of its last to the output. What goes through a map is no longer
 * written by the block that has read it.
 */
export function lowerWith(name: string, plan: ScheduledPlan, gpu: Gpu, reads: Reached, writes: Reached): CompiledPlan {
  const { host, ...compiled } = lowerPlan(name, plan, gpu);
  const last = plan.kernels.length - 1;
  const programs = host.launches.map(({ kernel: { name: kernelName, notation, startsEarly } }, index) => {
    const [geometry, kernel] = [compiled.geometries[index], plan.kernels[index]];
    if (geometry === undefined || kernel === undefined) throw new Error("a launch without a kernel");
    const ends = {
      reads: { ...geometry.reads, ...(index === 0 ? reads : {}) },
      writes: { ...geometry.writes, ...(index === last ? writes : {}) },
    };
    const letsNext = host.launches[index + 1]?.kernel.startsEarly === true;
    const subComputation = (): string => "a butterfly";
    const texts = { notation, subComputation, startsEarly, letsNextStart: letsNext, tableSuffix: "" };
    const told = { schedule: kernel.schedule, texts, products: [] };
    const program = lowerKernel(kernelName, kernelPath({ placed: { ...geometry, ...ends }, told }));
    return { program, blockLocal: geometry.blockLocal && (index === 0 || index < last || writes.map === undefined) };
  });
  return { ...compiled, host: hostProgram(name, programs) };
}
