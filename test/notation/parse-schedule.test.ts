// The cluster's part of a schedule: `cluster N after M` and what only kernels on clusters may say.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { parseKernel } from "../../generator/notation/parse.js";
import { printKernel } from "../../generator/notation/print.js";
import type { Schedule } from "../../generator/plan/plan.js";

const kernel = (schedule: string): string => `{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on ${schedule}`;

describe("cluster schedules", () => {
  it("are read in whatever order they speak", () => {
    const { schedule } = parseKernel(kernel("powers, prefetch, 8 columns, cluster 4 after 1, 256 threads"));
    expect(schedule).toMatchObject({ threads: 256, columns: 8, cluster: { size: 4, after: 1 }, prefetch: true });
    expect(printKernel(parseKernel(kernel("powers, prefetch, 8 columns, cluster 4 after 1, 256 threads")))).toBe(
      kernel("256 threads, cluster 4 after 1, prefetch, 8 columns, powers"),
    );
  });

  it("do not prefetch unless they say so", () => {
    expect(parseKernel(kernel("256 threads, cluster 2 after 1")).schedule).not.toHaveProperty("prefetch");
  });

  it("are absent from plain kernels", () => {
    expect(parseKernel(kernel("256 threads")).schedule).not.toHaveProperty("cluster");
  });

  it("print as they were read", () => {
    const count = fc.integer({ min: 1, max: 4096 });
    const schedules: fc.Arbitrary<Schedule> = fc.record({
      threads: count,
      cluster: fc
        .record({
          size: count,
          after: count,
          order: fc.constantFrom("static", "ticket"),
        })
        .chain((cluster) =>
          fc.constantFrom(
            cluster,
            { ...cluster, undivided: true as const },
            { ...cluster, ahead: 5, groups: 4, buffers: 3 },
            { ...cluster, groups: 8 },
          ),
        ),
      columns: count,
      blocksPerSm: count,
      twiddles: fc.constantFrom("table", "powers", "fast-sincos"),
      stores: fc.constantFrom("default", "streaming"),
    });
    const numbers = fc.record(
      { entries: count, sectors: count, prefetch: fc.constant(true as const) },
      { requiredKeys: [] },
    );
    const subComputations = parseKernel("{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) }").subComputations;
    fc.assert(
      fc.property(fc.tuple(schedules, numbers), ([said, rest]) => {
        const schedule = { ...said, ...rest };
        const text = printKernel({ subComputations, schedule });
        expect(parseKernel(text)).toEqual({ subComputations, schedule });
        expect(printKernel(parseKernel(text))).toBe(text);
      }),
      { seed: 9 },
    );
  });
});

describe("mistakes", () => {
  const START = kernel("").length + 1;

  it.each([
    [
      "256 threads, cluster",
      20,
      "expected the number of blocks of a cluster, a positive integer, found the end of the text",
    ],
    ["256 threads, cluster 0 after 1", 21, "expected the number of blocks of a cluster, a positive integer, found `0`"],
    [
      "256 threads, cluster eight after 1",
      21,
      "expected the number of blocks of a cluster, a positive integer, found `eight`",
    ],
    ["256 threads, cluster 8", 22, "expected `after` after the size of the cluster, found the end of the text"],
    ["256 threads, cluster 8, prefetch", 22, "expected `after` after the size of the cluster, found `,`"],
    [
      "256 threads, cluster 8 aftre 1",
      23,
      "expected `after` after the size of the cluster, found `aftre`; did you mean `after`?",
    ],
    [
      "256 threads, cluster 8 after",
      28,
      "expected a number of sub-computations, a positive integer, found the end of the text",
    ],
    ["256 threads, cluster 8 after 0", 29, "expected a number of sub-computations, a positive integer, found `0`"],
    ["256 threads, cluster 8 after 1, cluster 4 after 1", 32, "the schedule says its cluster twice"],
    ["256 threads, cluster 8 after 1, prefetch, prefetch", 42, "the schedule says its prefetch twice"],
    ["256 threads, ticket", 0, "only a kernel on clusters can `ticket`: the schedule needs `cluster N after M`"],
    ["cluster 8 after 1, prefetch", 0, "the schedule needs the threads of a block: `on 256 threads`"],
  ])("%s", (schedule, column, message) => {
    expect(() => parseKernel(kernel(schedule))).toThrow(InputError);
    expect(() => parseKernel(kernel(schedule))).toThrow(`1:${START + column}: ${message}\n`);
  });
});
