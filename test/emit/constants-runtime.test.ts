// What packages compute themselves, beside what would be printed: fftgen_constants.h in double precision, and the generator in twice as
// many digits, rounded once.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { FrequencyDigit } from "../../generator/arithmetic/frequency-order.js";
import { entryCount, listedEntries, type ConstantEntries } from "../../generator/kernel/constant-table.js";
import { build, BUILD_TIMEOUT, run } from "../emulator/build.js";
import { runs } from "../effort.js";
import { relativeError } from "../../generator/definition/direct-dft.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { parts } from "./interleaved.js";

type Computed = Exclude<ConstantEntries, { readonly kind: "listed" }>;

const directions = fc.constantFrom("forward" as const, "inverse" as const);

/** Digits of frequencies, whose places are another order of them. */
const orders: fc.Arbitrary<readonly FrequencyDigit[]> = fc
  .array(fc.constantFrom(2, 3, 4, 5, 7, 11, 13, 16, 25, 28), { minLength: 1, maxLength: 4 })
  .filter((radices) => radices.reduce((product, radix) => product * radix, 1) <= 4096)
  .chain((radices) =>
    fc.shuffledSubarray([...radices.keys()], { minLength: radices.length }).map((order) => {
      const places = new Map<number, number>();
      order.reduce((weight, index) => {
        places.set(index, weight);
        return weight * (radices[index] ?? 1);
      }, 1);
      let frequency = 1;
      return radices.map((radix, index) => {
        const digit = { radix, place: places.get(index) ?? 0, frequency };
        frequency *= radix;
        return digit;
      });
    }),
  );

const spectra: fc.Arbitrary<Computed> = fc
  .record({ order: orders, direction: directions, share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ order, direction, share }) => {
    const length = order.reduce((product, { radix }) => product * radix, 1);
    return {
      kind: "chirp-spectrum",
      direction,
      order,
      points: Math.max(1, Math.floor((share * (length + 1)) / 2)),
    };
  });

const weighted: fc.Arbitrary<Computed> = fc.record({
  kind: fc.constant("roots" as const),
  count: fc.integer({ min: 1, max: 20_000 }),
  weight: fc.constantFrom(1, 2),
  step: fc.integer({ min: 1, max: 9 }),
  first: fc.integer({ min: 0, max: 9 }),
  denominator: fc.integer({ min: 1, max: 2 ** 20 }),
});

const chirps: fc.Arbitrary<Computed> = fc.record({
  kind: fc.constant("chirp" as const),
  points: fc.integer({ min: 1, max: 20_000 }),
  direction: directions,
});

function argumentsFor(entries: Computed): readonly (string | number)[] {
  if (entries.kind === "roots") {
    const { count, step, first, denominator, weight } = entries;
    return ["roots", count, 0, step, first, denominator, weight];
  }
  const sign = entries.direction === "forward" ? -1 : 1;
  if (entries.kind === "chirp") return ["chirp", entries.points, sign];
  const digits = entries.order.flatMap(({ radix, place, frequency }) => [radix, place, frequency]);
  return ["spectrum", entries.points, sign, ...digits];
}

describe.skipIf(hostCompiler === undefined)(`fftgen_constants.h${withoutCompiler}`, () => {
  let program = "";
  beforeAll(async () => {
    program = await build("constants", ["constants.cu"], hostCompiler ?? "");
  }, BUILD_TIMEOUT);

  const computed = (entries: Computed): ReturnType<typeof parts> => {
    const { status, stdout, stderr } = run(program, argumentsFor(entries).map(String));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return parts(stdout.trim().split(/\s+/).map(Number));
  };

  const expected = (entries: Computed): ReturnType<typeof parts> => {
    const { re, im } = listedEntries({ name: "table", storage: "f64", entries });
    return { re, im: im ?? new Float64Array(re.length) };
  };

  test.each([
    ["chirps", chirps],
    ["roots", weighted],
  ])("%s: each part within one unit in its last place", (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (entries) => {
        const [actual, exact] = [computed(entries), expected(entries)];
        expect(actual.re.length).toBe(entryCount(entries));
        for (const part of ["re", "im"] as const)
          exact[part].forEach((value, index) => {
            const unit = 2 ** (Math.floor(Math.log2(Math.max(Math.abs(value), 2 ** -40))) - 52);
            expect(Math.abs((actual[part][index] ?? NaN) - value)).toBeLessThanOrEqual(unit);
          });
      }),
      { numRuns: runs(4, 40) },
    );
  });

  test("spectra: in the order of their digits, within 1e-15", () => {
    fc.assert(
      fc.property(spectra, (entries) => {
        const actual = computed(entries);
        expect(actual.re.length).toBe(entryCount(entries));
        expect(relativeError(actual, expected(entries))).toBeLessThan(1e-15);
      }),
      { numRuns: runs(12, 60) },
    );
  });

  test("are computed once for a GPU, whatever fails before, and anew where that is asked for", () => {
    expect(run(program, ["calls"])).toEqual({ status: 0, stdout: "all is so\n", stderr: "" });
  });
});
