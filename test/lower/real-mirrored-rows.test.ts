// Rows of pairs along one of several dimensions, transformed after the others, or of spectra before them: a kernel holds rows and their
// mirrors, and along the other dimensions pairs are transformed as any complex numbers are.
import fc from "fast-check";
import { expect, test } from "vitest";
import { isInPairs } from "../../generator/plan/core.js";
import type { PlanKernel, TwiddleSource } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, type RealTransform } from "../../generator/plan/transform.js";
import { drawnSchedules } from "../arbitrary/schedules.js";
import { runs } from "../effort.js";
import { expectRealAgreement } from "./real-agreement.js";
import { launchTarget } from "../../generator/kernel/host-program.js";
import { outputArray } from "../../generator/kernel/program.js";

/** Radices of a row of pairs, and of the other dimensions, all of even lengths. */
const rowRadices = [
  [4, 10],
  [10, 4],
  [6, 6],
  [2, 3, 6],
  [6, 2, 3],
  [8, 8],
  [4, 9],
  [9, 4],
  [2, 2, 10],
] as const;
const acrossRadices = [[2], [4], [6], [2, 3], [3, 2], [2, 4], [4, 2], [10], [3, 2, 2], [2, 2, 3]] as const;

const drawn = fc
  .record({
    kind: fc.constantFrom("r2c" as const, "c2r" as const),
    row: fc.constantFrom<readonly number[]>(...rowRadices),
    across: fc.array(fc.constantFrom<readonly number[]>(...acrossRadices), { minLength: 1, maxLength: 2 }),
    /** A dimension that is not transformed, before the rows or behind them. */
    idle: fc.constantFrom("none" as const, "none" as const, "within" as const, "beyond" as const),
    together: fc.boolean(),
    /** One of the other dimensions of which the kernel of rows has a part. */
    inside: fc.nat(3),
    scale: fc.constantFrom(1, 0.25),
    placement: fc.constantFrom("out-of-place" as const, "in-place" as const),
    precision: fc.constantFrom("f32" as const, "f64" as const, "f16" as const),
    plain: fc.nat(),
    draws: fc.array(fc.nat(10_000), { minLength: 3, maxLength: 3 }),
    twiddles: fc.constantFrom<TwiddleSource>("table", "powers", "fast-sincos"),
    batch: fc.integer({ min: 1, max: 2 }),
    seed: fc.nat(),
  })
  .filter(({ kind, row }) => {
    const [first = 1, last = 1] = [row[0], row.at(-1)];
    const rest = row.reduce((product, radix) => product * radix, 1) / (kind === "r2c" ? last : first);
    return rest % 2 === 0;
  });

const productOf = (radices: readonly number[]): number => radices.reduce((product, radix) => product * radix, 1);

test("rows and their mirrors", () => {
  const seen = { r2c: 0, c2r: 0, inPlace: 0, across: 0, idle: 0, together: 0, inside: 0 };
  const numRuns = runs(14, 200);
  fc.assert(
    fc.property(
      drawn,
      ({ kind, row, across, idle, together, inside, plain, draws, twiddles, batch, seed, ...options }) => {
        const others = across.map((radices) => ({ radices, length: productOf(radices) }));
        const lengths = [
          ...(idle === "beyond" ? [3] : []),
          ...others.map(({ length }) => length).toReversed(),
          2 * productOf(row),
          ...(idle === "within" ? [2] : []),
        ];
        const named = makeRealTransform(kind, lengths, options.precision, options);
        const names = named.dimensions.map(({ name }) => name);
        const first = idle === "within" ? 1 : 0;
        const axes = names.slice(first, first + 1 + others.length);
        const transform: RealTransform = { ...named, axes };
        const steps = makeMixedChain(axes[0] ?? "X", row, plain % row.length);
        const chains = others.map(({ radices }, index) =>
          makeMixedChain(axes[index + 1] ?? "Y", radices, plain % radices.length),
        );
        // The last part of a dimension, or of spectra the first one, and other columns are left.
        const near = kind === "r2c" ? -1 : 0;
        const isCut = (radices: readonly number[]): boolean => {
          const own = radices.at(near) ?? 1;
          return (
            own % 2 === 0 && ((productOf(radices) / own) % 2 === 0 || (radices.length === 1 && others.length === 2))
          );
        };
        const cut = others.findIndex(({ radices }, index) => index === inside && isCut(radices));
        const part = chains[cut]?.at(near);
        const columns = chains.map((chain) => chain.filter((step) => step !== part));
        const beside = part === undefined ? [] : [part];
        const rows: PlanKernel = { subComputations: kind === "r2c" ? [...beside, ...steps] : [...steps, ...beside] };
        const along: readonly PlanKernel[] = together
          ? [{ subComputations: columns.flat() }]
          : columns.filter(({ length }) => length > 0).map((subComputations) => ({ subComputations }));
        const kernels = kind === "r2c" ? [...along, rows] : [rows, ...along];
        expect(isInPairs(transform, kernels)).toBe(idle !== "within");
        if (idle === "within") return;
        const plan = drawnSchedules({ transform, kernels }, draws, twiddles, { tileElements: 1300, threads: 256 });
        const host = expectRealAgreement(plan, transform, { batch, seed });
        // Between kernels there are half as many complex numbers as there are real ones.
        for (const launch of host.launches)
          if (launchTarget(launch) === "workspace")
            expect(outputArray(launch.kernel).distance).toBe(productOf(lengths) / 2);
        seen[kind] += 1;
        seen.inPlace += Number(transform.placement === "in-place");
        seen.across += Number(others.length === 2);
        seen.idle += Number(idle === "beyond");
        seen.together += Number(together && others.length === 2);
        seen.inside += Number(part !== undefined);
      },
    ),
    { seed: 20261125, numRuns },
  );
  for (const kind of ["r2c", "c2r", "inPlace", "across", "idle", "together", "inside"] as const)
    expect(seen[kind]).toBeGreaterThan(numRuns / 20);
});
