// Real transforms as the text that nvcc would compile: what a search chooses of each kind and precision, in pairs and not, in place, of
// rows beside each other; and what is written is what the header says, nothing beside it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorBound } from "../../generator/verify/bound.js";
import { arraysOf, halfLength, usualStride } from "../../generator/plan/arrays.js";
import { isInPairs } from "../../generator/plan/core.js";
import { legPlans } from "../../generator/plan/legs.js";
import { parseKernel } from "../../generator/notation/parse.js";
import {
  elementCount,
  makeRealTransform,
  transformedCount,
  type RealTransform,
  type NumberFormat,
} from "../../generator/plan/transform.js";
import type { PlanKernel, Schedule } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { completePlan, searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";
import { dealt } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { interleaved } from "./interleaved.js";
import { gpu, type NamedPlan } from "./named-plan.js";
import { laid, unlaid } from "./array-calls.js";
import { describedRealCall, roomOf, type RealCall } from "./real-calls.js";

interface Case extends NamedPlan {
  readonly transform: RealTransform;
}

const BATCH = 3;

const nameOfPlace = ({ placement, planar }: RealTransform): string =>
  planar === "none" ? placement.slice(0, 2) : "planar";

function searched(
  kind: RealTransform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
  options: Partial<RealTransform> = {},
): Case {
  const transform = makeRealTransform(kind, lengths, precision, { batch: BATCH, axes: ["X"], ...options });
  const best = searchPlans(transform, gpu, { twiddles: ["table", "powers"], keep: 1 }).plans[0];
  if (best === undefined) throw new Error("no plan");
  return { name: [kind, precision, ...lengths, nameOfPlace(transform)].join("_"), plan: best.plan, transform };
}

/** The same of a row that is cut into kernels of these radices. */
function cut(
  kind: RealTransform["kind"],
  length: number,
  precision: NumberFormat,
  radices: readonly (readonly number[])[],
  options: Partial<RealTransform> = {},
  schedules: readonly (Schedule | undefined)[] = [],
): Case {
  const transform = makeRealTransform(kind, [length], precision, { batch: BATCH, ...options });
  const chain = makeMixedChain("X", radices.flat(), 0);
  const kernels = radices.map((own, index): PlanKernel => {
    const begin = radices.slice(0, index).flat().length;
    const [subComputations, schedule] = [chain.slice(begin, begin + own.length), schedules[index]];
    return { subComputations, ...(schedule === undefined ? {} : { schedule }) };
  });
  const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: ["table", "powers"], keep: 1 });
  return { name: ["cut", kind, precision, length, nameOfPlace(transform)].join("_"), plan, transform };
}

/** Rows and columns by kernels of their own: legs of which one is real, or rows of one dimension. */
function inLegs(
  kind: RealTransform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
  kernels: readonly string[],
  options: Partial<RealTransform> = {},
): Case {
  const transform = makeRealTransform(kind, lengths, precision, { batch: BATCH, ...options });
  const given = { transform, kernels: kernels.map((text) => parseKernel(text)) };
  expect(legPlans(given).length).toBe(given.kernels.some(({ hermitian }) => hermitian !== undefined) ? 1 : 2);
  const { plan } = completePlan(given, gpu, { twiddles: ["table", "powers"], keep: 1 });
  return { name: ["legs", kind, precision, ...lengths, nameOfPlace(transform)].join("_"), plan, transform };
}

/** By one kernel, with its schedule. */
function said(
  kind: RealTransform["kind"],
  lengths: readonly number[],
  precision: NumberFormat,
  kernel: string,
  options: Partial<RealTransform>,
): Case {
  const transform = makeRealTransform(kind, lengths, precision, { batch: BATCH, ...options });
  const { plan } = completePlan({ transform, kernels: [parseKernel(kernel)] }, gpu);
  return { name: ["said", kind, precision, ...lengths, nameOfPlace(transform)].join("_"), plan, transform };
}

const CONVOLUTION = "{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw)";

const onClusters: Schedule = {
  threads: 128,
  columns: 16,
  blocksPerSm: 1,
  twiddles: "table",
  stores: "default",
  cluster: { size: 2, after: 1, order: "static" },
};

const all: readonly Case[] = [
  searched("r2c", [512], "f32"),
  searched("r2c", [2, 90], "f64", { scale: 0.5 }),
  searched("r2c", [126], "f32", { placement: "in-place" }),
  searched("r2c", [75], "f32"),
  searched("c2r", [512], "f32", { placement: "in-place" }),
  searched("c2r", [98], "f64"),
  searched("c2r", [2, 45], "f32"),
  searched("c2r", [20], "f64", { placement: "in-place" }),
  // Rows of which all elements lie between kernels.
  cut("r2c", 135, "f32", [[9], [3, 5]]),
  cut("c2r", 135, "f64", [[9], [15]], { placement: "in-place" }),
  cut("c2r", 120, "f32", [[10], [12]]),
  cut("r2c", 1024, "f32", [[16], [4, 8]]),
  cut("r2c", 180, "f64", [[6], [5, 3]], { scale: 0.5 }),
  cut("r2c", 256, "f64", [[8], [16]], { placement: "in-place" }),
  cut("c2r", 1024, "f32", [
    [4, 8],
    [2, 8],
  ]),
  cut("c2r", 252, "f64", [[9], [7, 2]], { placement: "in-place" }),
  cut("c2r", 512, "f64", [[8], [4], [8]]),
  cut("r2c", 2048, "f32", [[8, 4], [32]], {}, [onClusters]),
  inLegs("r2c", [7, 72], "f32", ["{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }", "{ rader Y(1,6,1,6,no-tw) }"]),
  inLegs("c2r", [4, 7], "f64", ["{ Y(1,4,1,4,no-tw) }", "{ rader X(1,6,1,6,no-tw) }"], { placement: "in-place" }),
  inLegs(
    "r2c",
    [4, 5],
    "f64",
    ["{ bluestein X(4,3,4,12,no-tw) }", "{ bluestein X(3,4,1,4,pre-tw) }", "{ Y(1,4,1,4,no-tw) }"],
    { placement: "in-place", scale: 0.5 },
  ),
  inLegs("c2r", [5, 6], "f32", [
    "{ bluestein Y(4,3,4,12,no-tw) }",
    "{ bluestein Y(3,4,1,4,pre-tw) }",
    "{ X(1,6,1,6,no-tw) }",
  ]),
  inLegs("r2c", [296], "f32", [
    "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }",
    "{ Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) }",
  ]),
  inLegs("c2r", [296], "f64", [
    "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }",
    "{ Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) }",
  ]),
  inLegs("c2r", [111], "f32", ["{ bluestein X(8,10,8,80,no-tw) X(10,8,1,8,pre-tw) }", "{ Y(1,3,1,3,pre-tw) }"], {
    placement: "in-place",
  }),
  cut("c2r", 2048, "f32", [[32], [8, 4]], {}, [undefined, onClusters]),
  // A Hermitian step in a kernel of its own, and in that of the complex transform.
  inLegs("r2c", [134], "f32", [`${CONVOLUTION} }`, "{ pairs X(67,2,1,2,pre-tw) }"]),
  inLegs(
    "c2r",
    [202],
    "f64",
    ["{ pairs X(101,2,101,202,tw) }", "{ rader X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) }"],
    {
      placement: "in-place",
    },
  ),
  inLegs("r2c", [134], "f64", [`${CONVOLUTION} pairs X(67,2,1,2,pre-tw) } on 16 threads, table`], { planar: "output" }),
  inLegs("c2r", [134], "f32", [`{ pairs X(67,2,67,134,tw) ${CONVOLUTION.slice(2)} } on 48 threads, 4 columns, table`], {
    scale: 0.5,
  }),
  searched("r2c", [2, 90], "f64", { planar: "output" }),
  searched("r2c", [75], "f32", { planar: "output" }),
  searched("c2r", [512], "f32", { planar: "input" }),
  searched("c2r", [2, 45], "f32", { planar: "input" }),
  // Threads of a cluster load planar spectra.
  said(
    "c2r",
    [32, 96],
    "f32",
    "{ X(8,6,8,48,no-tw) X(6,8,1,8,pre-tw) Y(8,4,8,32,no-tw) Y(4,8,1,8,pre-tw) } on 128 threads, cluster 2 after 2, table",
    { planar: "input" },
  ),
  cut("r2c", 1024, "f32", [[16], [4, 8]], { planar: "output" }),
  cut("r2c", 2048, "f32", [[8, 4], [32]], { planar: "output" }, [onClusters]),
  cut("c2r", 252, "f64", [[9], [7, 2]], { planar: "input" }),
  inLegs("r2c", [7, 72], "f32", ["{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }", "{ rader Y(1,6,1,6,no-tw) }"], {
    planar: "output",
  }),
  inLegs(
    "c2r",
    [296],
    "f64",
    ["{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) }", "{ Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) }"],
    { planar: "input" },
  ),
];

/** Kinds, precisions, cuts, legs and planes follow each other, so that every second has some of each. */
const cases = dealt(all, (_, index) => index % 2 === 0);

const called = ({ name, transform }: Case): RealCall => ({ name, transform, batch: BATCH });

/** Of each row where it begins among numbers, as the side counts them. */
function rowsOf({ transform }: Case, side: "input" | "output"): readonly number[] {
  const { axes, distance, content } = arraysOf(transform)[side];
  const rows = axes[1] ?? { length: 1, stride: 0 };
  const numbers = content?.kind === "reals" ? 1 : 2;
  return Array.from({ length: BATCH * rows.length }, (_, row) => {
    const [member, own] = [Math.floor(row / rows.length), row % rows.length];
    return numbers * (member * usualStride(distance) + own * usualStride(rows.stride));
  });
}

describe.skipIf(hostCompiler === undefined)(`emulated real transforms${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  const byName = new Map(cases.map((one) => [one.name, one]));
  beforeAll(async () => {
    packages = await buildPackages(cases, {
      described: (name) => describedRealCall(called(byName.get(name) ?? cases[0] ?? searched("r2c", [2], "f32"))),
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { transform, plan, name } = one;
    const { precision, kind, scale, placement } = transform;
    const length = transform.dimensions[0]?.length ?? 1;
    const numbers = uniformNumbers(elementCount(transform) * BATCH, 5);
    const lengths = transform.dimensions.map((dimension) => dimension.length).toReversed();
    const along = transform.dimensions.map((dimension) => transform.axes.includes(dimension.name)).toReversed();
    const whole = directDft(numbers, new Float64Array(numbers.length), lengths, -1, along);
    const half = 2 * halfLength(length);
    const rowCount = numbers.length / length;
    const reals = (row: number): readonly number[] => [...numbers.subarray(row * length, (row + 1) * length)];
    // Imaginary parts of what is its own conjugate hold anything.
    const isAlone = (k: number): boolean => transform.axes.length === 1 && (k === 0 || 2 * k === length);
    const spectrum = (row: number, alone: number): readonly number[] =>
      Array.from({ length: half }, (__, at) => {
        const k = Math.floor(at / 2);
        if (at % 2 === 0) return whole.re[row * length + k] ?? NaN;
        return isAlone(k) ? alone : (whole.im[row * length + k] ?? NaN);
      });
    const isForward = kind === "r2c";
    const input = new Float64Array(2 * roomOf(called(one)));
    rowsOf(one, "input").forEach((begin, row) => input.set(isForward ? reals(row) : spectrum(row, 7), begin));
    // To the driver all of it is one array.
    const driven = { name, plan: { ...plan, transform: { ...transform, distance: roomOf(called(one)) } } };
    const { input: from, output: to } = arraysOf(transform);
    const given = interleaved(precision === "f64" ? "f64" : "f32", laid(from.planar, unlaid(false, input)));
    const { output: written, complaints } = await packages.transform(driven, given, placement);
    const output = laid(false, unlaid(to.planar, written));
    expect(complaints).toBe("");
    const meant = Float64Array.from(placement === "in-place" ? input : new Float64Array(input.length));
    const factor = isForward ? scale : scale * transformedCount(transform);
    rowsOf(one, "output").forEach((begin, row) =>
      meant.set(
        (isForward ? spectrum(row, 0) : reals(row)).map((value) => value * factor),
        begin,
      ),
    );
    expect(rowsOf(one, "output")).toHaveLength(rowCount);
    const zeros = new Float64Array(meant.length);
    const found = Float64Array.from(output);
    // What lies between stays, or in place was the input.
    if (placement === "in-place" && !isForward)
      found.forEach((__, at) => {
        if (at % half >= length) found[at] = meant[at] ?? NaN;
      });
    expect(relativeError({ re: found, im: zeros }, { re: meant, im: zeros })).toBeLessThan(errorBound(plan).l2 + 1e-14);
  });

  test("in pairs, which a Hermitian step takes apart, and one by one", () => {
    for (const kind of ["r2c", "c2r"])
      for (const isPaired of [true, false])
        expect(all.some(({ transform }) => transform.kind === kind && isInPairs(transform) === isPaired)).toBe(true);
  });
});
