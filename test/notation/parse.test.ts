import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { parseKernel, parseKernels } from "../../generator/notation/parse.js";
import { printKernel, printPlan } from "../../generator/notation/print.js";
import {
  WALSH,
  type ClusterSchedule,
  type PlanKernel,
  type Schedule,
  type SubComputation,
} from "../../generator/plan/plan.js";
import { DIMENSION_NAMES } from "../../generator/plan/transform.js";
import { legalPlans } from "../arbitrary/plans.js";

const CANONICAL =
  "{ X(64,4,64,256,tw) Y(16,16,1,16,no-tw) } on 256 threads, 32 columns, 4 blocks/SM, table, streaming stores";

describe("parseKernel", () => {
  it("reads braces and schedule", () => {
    expect(parseKernel(CANONICAL)).toEqual({
      subComputations: [
        { dimension: "X", count: 64, radix: 4, stride: 64, extent: 256, twiddle: "tw" },
        { dimension: "Y", count: 16, radix: 16, stride: 1, extent: 16, twiddle: "no-tw" },
      ],
      schedule: { threads: 256, columns: 32, blocksPerSm: 4, twiddles: "table", stores: "streaming" },
    });
  });

  it("leaves the schedule out where none is written", () => {
    expect(parseKernel("{ X(1,16,1,16,no-tw) }")).not.toHaveProperty("schedule");
  });

  it("fills in what a schedule does not say, in whatever order it speaks", () => {
    expect(parseKernel("{ X(1,16,1,16,no-tw) } on 64 threads").schedule).toEqual({
      threads: 64,
      columns: 1,
      blocksPerSm: 1,
      twiddles: "table",
      stores: "default",
    });
    const shuffled = parseKernel(
      "{ X(1,16,1,16,pre-tw) } on streaming stores, powers, 2 blocks/SM, 8 columns, 64 threads",
    );
    expect(printKernel(shuffled)).toBe(
      "{ X(1,16,1,16,pre-tw) } on 64 threads, 8 columns, 2 blocks/SM, powers, streaming stores",
    );
  });

  it("prints how clusters go from tile to tile, and an early start last", () => {
    const shuffled = parseKernel(
      "{ X(1,16,1,16,pre-tw) } on early, ticket, powers, cluster 2 after 1, prefetch, streaming stores, 64 threads",
    );
    expect(shuffled.schedule).toMatchObject({ cluster: { size: 2, after: 1, order: "ticket" }, prefetch: true });
    expect(printKernel(shuffled)).toBe(
      "{ X(1,16,1,16,pre-tw) } on 64 threads, cluster 2 after 1, prefetch, ticket, powers, streaming stores, early",
    );
    const plain = parseKernel("{ X(1,16,1,16,pre-tw) } on 64 threads, cluster 2 after 1, powers");
    expect(plain.schedule?.cluster?.order).toBe("static");
    expect(plain.schedule).not.toHaveProperty("early");
  });

  it("reads Walsh-Hadamard steps, with units and without twiddle factors", () => {
    const text = "{ H(512,8@alman-rao,64,512) H(256,16,1,16) } on 256 threads, 8 columns, 2 blocks/SM, vectors of 4";
    expect(parseKernel(text)).toEqual({
      subComputations: [
        { dimension: "H", count: 512, radix: 8, stride: 64, extent: 512, twiddle: "no-tw", unit: "alman-rao" },
        { dimension: "H", count: 256, radix: 16, stride: 1, extent: 16, twiddle: "no-tw" },
      ],
      schedule: { threads: 256, columns: 8, blocksPerSm: 2, twiddles: "table", stores: "default", width: 4 },
    });
    expect(printKernel(parseKernel(text))).toBe(text);
  });

  it("reads the units of Fourier butterflies after their radices", () => {
    const text = "{ X(256,16@mma,256,4096,tw) X(128,32,8,256,pre-tw) X(512,8@mma,1,8,no-tw) } on 256 threads, table";
    const { subComputations } = parseKernel(text);
    expect(subComputations.map(({ radix, unit }) => [radix, unit])).toEqual([
      [16, "mma"],
      [32, undefined],
      [8, "mma"],
    ]);
    expect(subComputations[1]).not.toHaveProperty("unit");
    expect(printKernel(parseKernel(text))).toBe(text);
  });

  it("takes vectors of one element for none", () => {
    expect(parseKernel("{ H(1,2,1,2) } on vectors of 1, 32 threads").schedule).not.toHaveProperty("width");
  });

  it.each([
    String.raw`\{X(64, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)\}`,
    String.raw`$\{X(64, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)\}$`,
    "{X(64,4,64,256,tw)Y(16,16,1,16,no-tw)}",
    "{\n  X( 64 , 4 , 64 , 256 , tw )\n\tY(16,16,1,16,no-tw)\n}\n",
  ])("reads the paper's ways of writing: %j", (text) => {
    expect(printKernel(parseKernel(text))).toBe("{ X(64,4,64,256,tw) Y(16,16,1,16,no-tw) }");
  });
});

describe("parseKernels", () => {
  it("reads several kernels, scheduled or not", () => {
    const kernels = parseKernels(
      "{ Y(16,16,16,256,tw) } on 64 threads, table\n{ Y(16,16,1,16,no-tw) } { X(1,8,1,8,no-tw) }",
    );
    expect(kernels.map(printKernel)).toEqual([
      "{ Y(16,16,16,256,tw) } on 64 threads, table",
      "{ Y(16,16,1,16,no-tw) }",
      "{ X(1,8,1,8,no-tw) }",
    ]);
  });
});

describe("printing what was parsed gives the same text", () => {
  it("for kernels with any numbers", () => {
    fc.assert(
      fc.property(kernels(), (kernel) => {
        const text = printKernel(kernel);
        expect(parseKernel(text)).toEqual(kernel);
        expect(printKernel(parseKernel(text))).toBe(text);
      }),
      { seed: 5 },
    );
  });

  it("for legal plans", () => {
    fc.assert(
      fc.property(legalPlans(), (plan) => {
        expect(parseKernels(printPlan(plan))).toEqual(plan.kernels);
      }),
      { seed: 6 },
    );
  });

  it("however the canonical text is spaced", () => {
    const blanks = fc.constantFrom("", " ", "\n", "  \t");
    fc.assert(
      fc.property(kernels(), fc.infiniteStream(blanks), (kernel, blank) => {
        const spaced = printKernel(kernel).replaceAll(
          /[{}(),@]/gu,
          (sign) => `${blank.next().value}${sign}${blank.next().value}`,
        );
        expect(parseKernel(spaced)).toEqual(kernel);
      }),
      { seed: 7 },
    );
  });
});

describe("mistakes", () => {
  const messageOf = (text: string): string => {
    try {
      parseKernel(text);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return error instanceof Error ? error.message : "";
    }
    throw new Error(`accepted: ${text}`);
  };

  it("show the line and point at the place", () => {
    expect(messageOf("{ X(4,4,4,16,twd) }")).toBe(
      [
        "1:14: expected `tw`, `pre-tw` or `no-tw`, found `twd`; did you mean `tw`?",
        "  { X(4,4,4,16,twd) }",
        "               ^",
      ].join("\n"),
    );
  });

  it.each([
    ["", "1:1: expected `{` to open a kernel, found the end of the text"],
    ["X(4,4,1,4,no-tw)", "1:1: expected `{` to open a kernel, found `X`"],
    [
      "{ }",
      "1:3: expected a sub-computation such as `X(64,4,64,256,tw)` (of dimension X, Y, Z, W, V, U, T, S), or a Walsh-Hadamard step such as `H(512,8,64,512)`, found `}`",
    ],
    [
      "{ Q(4,4,1,4,no-tw) }",
      "1:3: expected a sub-computation such as `X(64,4,64,256,tw)` (of dimension X, Y, Z, W, V, U, T, S), or a Walsh-Hadamard step such as `H(512,8,64,512)`, found `Q`",
    ],
    [
      "{ x(4,4,1,4,no-tw) }",
      "1:3: expected a sub-computation such as `X(64,4,64,256,tw)` (of dimension X, Y, Z, W, V, U, T, S), or a Walsh-Hadamard step such as `H(512,8,64,512)`, found `x`; did you mean `X`?",
    ],
    ["{ X 4,4,1,4,no-tw) }", "1:5: expected `(` after the dimension X, found `4`"],
    ["{ X(0,4,1,4,no-tw) }", "1:5: expected the count, a positive integer, found `0`"],
    ["{ X(4,-4,1,4,no-tw) }", "1:7: expected the radix, a positive integer, found `-4`"],
    ["{ X(4,4,1.5,4,no-tw) }", "1:9: expected the stride, a positive integer, found `1.5`"],
    ["{ X(4,4,1,1e3,no-tw) }", "1:11: expected the extent, a positive integer, found `1e3`"],
    ["{ X(4,4,1,9007199254740992,no-tw) }", "1:11: expected the extent below 2^53, found `9007199254740992`"],
    ["{ X(4,4,1,no-tw) }", "1:11: expected the extent, a positive integer, found `no-tw`"],
    ["{ X(4,4 1,4,no-tw) }", "1:9: expected `,` between radix and stride, found `1`"],
    ["{ X(4,4,1,4,) }", "1:13: expected `tw`, `pre-tw` or `no-tw`, found `)`"],
    ["{ X(4,4,1,4,notw) }", "1:13: expected `tw`, `pre-tw` or `no-tw`, found `notw`; did you mean `no-tw`?"],
    ["{ X(4,4,1,4,no-tw }", "1:19: expected `)` to close the sub-computation, found `}`"],
    ["{ X(4,4,1,4,no-tw)", "1:19: expected another sub-computation or `}`, found the end of the text"],
    ["{ X(4,4,1,4,no-tw) } { X(4,4,1,4,no-tw) }", "1:22: expected one kernel, found another pair of braces"],
    [
      "{ X(4,4,1,4,no-tw) } In 64 threads",
      "1:22: expected `on` and a schedule, or the end, found `In`; did you mean `on`?",
    ],
    [
      "{ X(4,4,1,4,no-tw) } on",
      "1:24: expected a part of the schedule (`N threads`, `N columns`, `N blocks/SM`, `vectors of N`, `cluster N after M`, `undivided`, `prefetch`, `distance N`, `ticket`, `ahead N`, `groups N`, `buffers N`, `entries N`, `sectors N`, `table`, `powers`, `fast-sincos`, `streaming stores`, `ordered stores`, `direct stores`, `shared N`, `short exchange`, `early` or `tiled`), found the end of the text",
    ],
    [
      "{ X(4,4,1,4,no-tw) } on 64 thread",
      "1:28: expected `threads`, `columns` or `blocks/SM`, found `thread`; did you mean `threads`?",
    ],
    ["{ X(4,4,1,4,no-tw) } on 0 threads", "1:25: expected a count, a positive integer, found `0`"],
    ["{ X(4,4,1,4,no-tw) } on 8 columns, table", "1:25: the schedule needs the threads of a block: `on 256 threads`"],
    [
      "{ X(4,4,1,4,no-tw) } on 64 threads, tabel",
      "1:37: expected a part of the schedule (`N threads`, `N columns`, `N blocks/SM`, `vectors of N`, `cluster N after M`, `undivided`, `prefetch`, `distance N`, `ticket`, `ahead N`, `groups N`, `buffers N`, `entries N`, `sectors N`, `table`, `powers`, `fast-sincos`, `streaming stores`, `ordered stores`, `direct stores`, `shared N`, `short exchange`, `early` or `tiled`), found `tabel`; did you mean `table`?",
    ],
    ["{ X(4,4,1,4,no-tw) } on 64 threads, table, powers", "1:44: the schedule says its twiddle source twice"],
    [
      "{ X(4,4,1,4,no-tw) } on 64 threads, ticket, table",
      "1:25: only a kernel on clusters can `ticket`: the schedule needs `cluster N after M`",
    ],
    ["{ X(4,4,1,4,no-tw) } on 64 threads, early, table, early", "1:51: the schedule says its early start twice"],
    ["{ X(4,4,1,4,no-tw) } on 64 threads, 32 threads", "1:37: the schedule says its threads twice"],
    [
      "{ X(4,4,1,4,no-tw) } on 64 threads, streaming",
      "1:46: expected `stores` after `streaming`, found the end of the text",
    ],
    ["{ H(4,4,1,4,no-tw) }", "1:12: expected `)` to close the Walsh-Hadamard step, which has no twiddles, found `,`"],
    ["{ H(4,4,1) }", "1:10: expected `,` between stride and extent, found `)`"],
    [
      "{ H(4,8@alman,1,8) }",
      "1:9: expected a unit (`alman-rao`, `mma`, `mma.f16`, `mma.m16n8k8`, `mma.m8n8k4`, `split`, `sorna` or `kang`), found `alman`",
    ],
    [
      "{ H(4,8@alman-roa,1,8) }",
      "1:9: expected a unit (`alman-rao`, `mma`, `mma.f16`, `mma.m16n8k8`, `mma.m8n8k4`, `split`, `sorna` or `kang`), found `alman-roa`; did you mean `alman-rao`?",
    ],
    [
      "{ X(4,8@,1,8,no-tw) }",
      "1:9: expected a unit (`alman-rao`, `mma`, `mma.f16`, `mma.m16n8k8`, `mma.m8n8k4`, `split`, `sorna` or `kang`), found `,`",
    ],
    ["{ X(4@mma,8,1,8,no-tw) }", "1:6: expected `,` between count and radix, found `@`"],
    ["{ X(4,8@mma 1,8,no-tw) }", "1:13: expected `,` between radix and stride, found `1`"],
    ["{ X(4,8,1@mma,8,no-tw) }", "1:10: expected `,` between stride and extent, found `@`"],
    ["{ H(4,4,1,4) } on 64 threads, powers", "1:31: Walsh-Hadamard steps have no twiddle factors: leave out `powers`"],
    ["{ H(4,4,1,4) } on 64 threads, vectors 4", "1:39: expected `of` after `vectors`, found `4`"],
    [
      "{ H(4,4,1,4) } on 64 threads, vector of 4",
      "1:31: expected a part of the schedule (`N threads`, `N columns`, `N blocks/SM`, `vectors of N`, `cluster N after M`, `undivided`, `prefetch`, `distance N`, `ticket`, `ahead N`, `groups N`, `buffers N`, `sectors N`, `streaming stores`, `ordered stores`, `direct stores`, `shared N`, `short exchange` or `early`), found `vector`; did you mean `vectors`?",
    ],
    ["{ H(4,4,1,4) } on vectors of 4, vectors of 2", "1:33: the schedule says its vectors twice"],
    [
      "{ X(4,4,1,4,no-tw) } on 64 threads 8 columns",
      "1:36: expected `,` and another part of the schedule, or the end, found `8`",
    ],
  ])("%s", (text, firstLine) => {
    expect(messageOf(text).split("\n")[0]).toBe(firstLine);
  });

  it("are placed in the file that the text is from", () => {
    const origin = { file: "plans/cube.plan.ts", line: 12, column: 6 };
    expect(() => parseKernel("{ X(4,4,4,16,twd) }", origin)).toThrow("plans/cube.plan.ts:12:19: expected `tw`");
    expect(() => parseKernel("{ X(4,4,4,16,tw)\n  Y(4,4,4,16,twd) }", origin)).toThrow(
      "plans/cube.plan.ts:13:14: expected `tw`, `pre-tw` or `no-tw`, found `twd`; did you mean `tw`?\n" +
        "    Y(4,4,4,16,twd) }\n" +
        "               ^",
    );
    expect(() => parseKernels("{ X(4,4,4,16,tw) } ;", origin)).toThrow(
      "plans/cube.plan.ts:12:25: expected `on` and a schedule",
    );
  });

  it("never escape as anything else than an input error", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "(",
      ")",
      ",",
      "X",
      "4",
      "16",
      "tw",
      "no-tw",
      "H",
      "@",
      "alman-rao",
      "on",
      "threads",
      "\\",
      " ",
      "\n",
      "é",
      "$",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          parseKernels(pieces.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 1000, seed: 8 },
    );
  });
});

function kernels(): fc.Arbitrary<PlanKernel> {
  const count = fc.oneof(
    fc.integer({ min: 1, max: 4096 }),
    fc.maxSafeNat().map((value) => Math.max(1, value)),
  );
  const subComputation: fc.Arbitrary<SubComputation> = fc.record({
    dimension: fc.constantFrom(...DIMENSION_NAMES),
    count,
    radix: count,
    stride: count,
    extent: count,
    twiddle: fc.constantFrom("tw", "pre-tw", "no-tw"),
  });
  const cluster: fc.Arbitrary<ClusterSchedule> = fc.record({
    size: count,
    after: count,
    order: fc.constantFrom("static", "ticket"),
  });
  const walshStep: fc.Arbitrary<SubComputation> = fc.record(
    {
      dimension: fc.constant(WALSH),
      count,
      radix: count,
      stride: count,
      extent: count,
      twiddle: fc.constant("no-tw" as const),
      unit: fc.constant("alman-rao" as const),
    },
    { requiredKeys: ["dimension", "count", "radix", "stride", "extent", "twiddle"] },
  );
  const schedule: fc.Arbitrary<Schedule> = fc.record(
    {
      threads: count,
      columns: fc.oneof(fc.constant(1), count),
      blocksPerSm: fc.oneof(fc.constant(1), count),
      twiddles: fc.constantFrom("table", "powers", "fast-sincos"),
      stores: fc.constantFrom("default", "streaming"),
      cluster,
      prefetch: fc.constant(true as const),
      width: fc.integer({ min: 2, max: 16 }),
      early: fc.constant(true as const),
      tiled: fc.constant(true as const),
    },
    { requiredKeys: ["threads", "columns", "blocksPerSm", "twiddles", "stores"] },
  );
  // Without twiddle factors a schedule cannot say where they come from, nor that it is of two Fourier kernels.
  const walshSchedule = schedule
    .filter(({ tiled }) => tiled === undefined)
    .map((one): Schedule => ({ ...one, twiddles: "table" }));
  const manyOf = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: 1, maxLength: 5 });
  return fc.oneof(
    fc.record({ subComputations: manyOf(fc.oneof(subComputation, walshStep)) }),
    fc.record({ subComputations: manyOf(subComputation), schedule }),
    fc.record({ subComputations: manyOf(walshStep), schedule: walshSchedule }),
  );
}
