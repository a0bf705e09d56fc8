// Walsh-Hadamard plans of one kernel on a cluster: every cut of a few lengths, cluster size and place of the exchange that the
// layout accepts.
import { findGpu } from "../../generator/gpu/registry.js";
import { digitSetOf } from "../../generator/layout/digits.js";
import { placeKernel } from "../../generator/layout/geometry.js";
import type { Schedule, ScheduledPlan, SubComputation } from "../../generator/plan/plan.js";
import { MATRIX_WIDTH } from "../../generator/plan/units.js";
import { makeWalshTransform, type WalshTransform } from "../../generator/plan/transform.js";

const gpu = findGpu("H200");

/** Of the 2048 elements of an array: numbers, or vectors of some. */
const CUTS = [
  [16, 8, 16],
  [16, 16, 8],
  [8, 8, 8, 4],
] as const;

const CASES = [
  { precision: "f64", width: 1, order: "natural" },
  { precision: "f32", width: 2, order: "natural" },
  { precision: "f32", width: 4, order: "natural" },
  { precision: "f16", width: 4, order: "natural", exchange: "short" },
  { precision: "f16", width: 8, order: "natural", exchange: "short" },
  { precision: "f64", width: 1, order: "dyadic" },
  { precision: "f64", width: 1, order: "sequency" },
  // Memory has another format than what is exchanged.
  { precision: "f16", width: 4, order: "natural", arithmetic: "f32" },
  { precision: "f32", width: 1, order: "natural", stabilisation: "kahan" },
  { precision: "bf16", width: 2, order: "natural", arithmetic: "f32", stabilisation: "semi-neumaier" },
  // Neighbours are transformed by the last product with a matrix.
  { precision: "f16", width: MATRIX_WIDTH, order: "natural", unit: "mma" },
] as const satisfies readonly (Pick<Schedule, "exchange"> &
  Pick<WalshTransform, "precision" | "order"> &
  Partial<Pick<WalshTransform, "arithmetic" | "stabilisation">> & { width: number; unit?: "mma" })[];

export function walshClusterPlans(): readonly { readonly plan: ScheduledPlan; readonly kind: string }[] {
  return CASES.flatMap(({ precision, width, order, ...others }) =>
    // Where a digit is stored makes no difference to how it was cut.
    (order === "natural" ? CUTS : CUTS.slice(-1)).flatMap((cut) =>
      [2, 4].flatMap((size) =>
        [1, 2].flatMap((after) => {
          const length = 2048 * width;
          let extent = length;
          const { exchange, unit, ...numbers } = { exchange: undefined, unit: undefined, ...others };
          const radices =
            unit === undefined
              ? [...cut, ...(width > 1 ? [width] : [])]
              : cut.map((radix, index) => (index === cut.length - 1 ? width * radix : radix));
          const steps = radices.map((radix): SubComputation => {
            const stride = extent / radix;
            const step = { dimension: "H", count: length / radix, radix, stride, extent, twiddle: "no-tw" } as const;
            extent = stride;
            return unit === undefined ? step : { ...step, unit };
          });
          const cluster = { size, after, order: "static" } as const;
          const transform = makeWalshTransform([length], precision, { order, scale: 0.5, ...numbers });
          return [cluster, { ...cluster, undivided: true } as const].flatMap((structure) => {
            const schedule: Schedule = {
              threads: 128,
              cluster: structure,
              columns: 1,
              blocksPerSm: 1,
              twiddles: "table",
              stores: "default",
              ...(exchange === undefined ? {} : { exchange }),
              ...(width === 1 ? {} : { width }),
            };
            const kernel = { subComputations: steps, schedule };
            const placed = placeKernel(digitSetOf(transform, [kernel]), kernel, 0, gpu);
            const kind = `${[order, precision, ...Object.values(numbers), ...(unit === undefined ? [] : [unit])].join(" ")} x${width}${"undivided" in structure ? " undivided" : ""}`;
            return placed.ok ? [{ plan: { transform, kernels: [kernel] }, kind }] : [];
          });
        }),
      ),
    ),
  );
}
