// Layouts as FFTW's guru interfaces describe them, an array of (length, input stride, output stride): whatever users say of strides,
// parts, planes and places, the emitted text reads and writes what FFTW does, and nothing else.
import { writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitUnit, lowerPlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { InputError } from "../../generator/failure/errors.js";
import { signatureOfTransform } from "../../generator/emit/signature.js";
import { phasesOf } from "../../generator/kernel/program.js";
import { sharesPlaces } from "../../generator/plan/array-overlaps.js";
import { arraysOf } from "../../generator/plan/arrays.js";
import { BATCH_NAME } from "../../generator/plan/stride-names.js";
import { transformedAxes } from "../../generator/plan/axes.js";
import { isComplex, isShort, stabilisationOf } from "../../generator/plan/transform.js";
import { errorBound } from "../../generator/verify/bound.js";
import { layouts, type DrawnLayout, type LaidSide } from "../arbitrary/layouts.js";
import { raderPlans } from "../arbitrary/rader.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { walshPlans } from "../arbitrary/walsh.js";
import { canCompile, hostCompiler } from "../toolchain/compilers.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { requireSuccess } from "../toolchain/programs.js";
import { describedCall, laid } from "./array-calls.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { interleaved } from "./interleaved.js";
import { gpu, namedPlan, type NamedPlan } from "./named-plan.js";

const WARNINGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror"];
const FFTW = ["-lfftw3", "-lm"];
const hasFftw =
  hostCompiler !== undefined &&
  canCompile(hostCompiler, ["#include <fftw3.h>", "int main() { fftw_cleanup(); }"], FFTW);
const withoutFftw = hasFftw ? "" : " (skipped: no C++ compiler with fftw3)";

interface Case extends NamedPlan {
  readonly batch: number;
  readonly layout: DrawnLayout;
}

// FFTW knows no digit-reversed order.
const drawn = fc
  .tuple(
    scheduledPlans({ maxElements: 240, maxRank: 3, scales: [1], orders: ["natural"], subsets: true }),
    fc.integer({ min: 1, max: 3 }),
  )
  .chain(([{ transform, kernels }, batch]) =>
    layouts(transform, batch).map((layout) => ({
      plan: { transform: { ...transform, ...layout.fields }, kernels },
      batch,
      layout,
    })),
  );

/** Windows of a signal: arrays of the input begin before others end, from the first on. */
const drawnWindows = fc
  .tuple(
    drawn.filter(
      ({ plan: { transform }, batch, layout: { fields, input } }) =>
        batch > 1 &&
        fields.placement === "out-of-place" &&
        fields.strides === "fixed" &&
        transform.planar === "none" &&
        input.strides["X"] === 1,
    ),
    fc.nat(),
  )
  .map(([{ plan, batch, layout }, number]) => {
    const { input, fields } = layout;
    const length = rangeLength(input, plan.transform);
    const apart = { [BATCH_NAME]: 1 + (number % Math.max(1, length - 1)) };
    const inputStrides = { ...input.strides, ...apart };
    return {
      plan: { ...plan, transform: { ...plan.transform, inputStrides } },
      batch,
      layout: { ...layout, fields: { ...fields, inputStrides }, input: { ...input, strides: inputStrides } },
    };
  });

// It reads and writes all of its elements.
const drawnRader = fc.tuple(raderPlans(), fc.integer({ min: 1, max: 20 })).chain(([{ transform, kernels }, batch]) =>
  layouts(transform, batch)
    .filter(({ input, output }) => [input, output].every(({ ranges }) => Object.keys(ranges).length === 0))
    .map((layout) => ({ plan: { transform: { ...transform, ...layout.fields }, kernels }, batch, layout })),
);

// A Walsh-Hadamard transform of a power of two is a Fourier transform of as many dimensions of 2.
const drawnWalsh = fc
  .tuple(walshPlans(), fc.integer({ min: 1, max: 3 }))
  .filter(
    ([{ transform }]) =>
      !isShort(transform.precision) &&
      transform.order === "natural" &&
      stabilisationOf(transform) === "none" &&
      transformedAxes(transform).every(({ base }) => base === 1),
  )
  .chain(([{ transform, kernels }, batch]) =>
    layouts(transform, batch).map(({ fields: { planar: _, ...fields }, input, output }) => ({
      plan: { transform: { ...transform, ...fields, scale: 1 }, kernels },
      batch,
      layout: {
        fields: { ...fields, planar: "none" as const },
        input: { ...input, planar: false },
        output: { ...output, planar: false },
      },
    })),
  );

/** Elements along X that are there. */
function rangeLength({ ranges }: LaidSide, { dimensions }: Case["plan"]["transform"]): number {
  const [first, last] = ranges["X"] ?? [0, (dimensions[0]?.length ?? 1) - 1];
  return last - first + 1;
}

const canBeLowered = ({ name, plan }: Case): boolean => {
  try {
    lowerPlan(name, plan, gpu);
    return true;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return false;
  }
};

/** Threads that have no work, and meet those that have. */
const hasIdleThreads = ({ name, plan }: Case): boolean =>
  lowerPlan(name, plan, gpu)
    .host.launches.flatMap(({ kernel }) => phasesOf(kernel))
    .some((phase) => phase.workers?.others === "repeat");

/** What it shows of layouts, and what layouts tell apart. */
const kindsOf = (one: Case): readonly string[] => {
  const {
    plan: { transform, kernels },
    batch,
    layout: { fields, input, output },
  } = one;
  const isOnClusters = kernels.some(({ schedule }) => schedule.cluster !== undefined);
  return Object.entries({
    planar: input.planar || output.planar,
    parts: [input, output].some(({ ranges }) => Object.keys(ranges).length > 0),
    "strides at run time": fields.strides === "run-time",
    "in place": fields.placement === "in-place",
    "padded in place":
      fields.placement === "in-place" && Object.keys(fields.inputRange).length > Object.keys(fields.outputRange).length,
    "windows of a signal": batch > 1 && sharesPlaces(arraysOf(transform).input, batch),
    "batch innermost": batch > 1 && output.strides[BATCH_NAME] === 1,
    "along some": transform.axes.length < transform.dimensions.length,
    "several kernels": kernels.length > 1,
    "real numbers": !isComplex(transform),
    "through one point less": kernels.some(({ through }) => through === "rader"),
    "through longer ones by several": kernels.filter(({ through }) => through === "bluestein").length > 1,
    clusters: isOnClusters,
    "clusters from later on": isOnClusters && Object.values(input.ranges).some(([first]) => first > 0),
    "idle threads": hasIdleThreads(one),
  }).flatMap(([kind, shown]) => (shown ? [kind] : []));
};

/** Bulk copies bring zeros for what is not there, before what is and behind. */
const onClusters = (
  [
    ["clusters", 0, 0],
    ["clusters_later", 512, 1],
  ] as const
).map(([name, x, y]): Case => {
  const fields: DrawnLayout["fields"] = {
    inputStrides: { Y: 2050 },
    outputStrides: {},
    inputRange: { X: [x, x + 1023], Y: [y, y + 1] },
    outputRange: {},
    planar: "none",
    strides: "fixed",
    placement: "out-of-place",
  };
  const kernels = [
    "{ X(256,8,256,2048,no-tw) X(256,8,32,256,pre-tw) } on 128 threads, cluster 4 after 1, prefetch, 32 columns, powers",
    "{ X(512,4,8,32,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, 32 columns, powers, streaming stores",
  ];
  const input = { strides: { X: 1, Y: 2050, [BATCH_NAME]: 6150 }, ranges: fields.inputRange, planar: false };
  const output = { strides: { X: 1, Y: 2048, [BATCH_NAME]: 6144 }, ranges: {}, planar: false };
  const named = namedPlan(name, [3, 2048], "f32", kernels, { axes: ["X"], ...fields });
  return { ...named, batch: 2, layout: { fields, input, output } };
});

/** Rows between which longer ones lie, that do not begin where the next one ends. */
const throughLonger = ((): Case => {
  const fields: DrawnLayout["fields"] = {
    inputStrides: { X: 2, Y: 11 },
    outputStrides: { Y: 7 },
    inputRange: {},
    outputRange: {},
    planar: "none",
    strides: "fixed",
    placement: "out-of-place",
  };
  const kernels = [
    "{ bluestein X(4,3,4,12,no-tw) } on 8 threads, 8 columns",
    "{ bluestein X(6,2,2,4,pre-tw) X(6,2,1,2,pre-tw) } on 3 threads, 3 columns",
    "{ Y(1,4,1,4,no-tw) } on 5 threads, 5 columns",
  ];
  const input = { strides: { X: 2, Y: 11, [BATCH_NAME]: 44 }, ranges: {}, planar: false };
  const output = { strides: { X: 1, Y: 7, [BATCH_NAME]: 28 }, ranges: {}, planar: false };
  const named = namedPlan("through_longer", [4, 5], "f64", kernels, fields);
  return { ...named, batch: 3, layout: { fields, input, output } };
})();

/** Zeros that rows are padded with, and rows of them, whose room has other numbers before. */
const paddedInPlace = ((): Case => {
  const strides = { Y: 11, [BATCH_NAME]: 44 };
  const fields: DrawnLayout["fields"] = {
    inputStrides: strides,
    outputStrides: strides,
    inputRange: { X: [0, 4], Y: [1, 2] },
    outputRange: {},
    planar: "none",
    strides: "fixed",
    placement: "in-place",
  };
  const kernels = [
    "{ X(4,2,4,8,no-tw) X(2,4,1,4,pre-tw) } on 2 threads",
    "{ Y(1,4,1,4,no-tw) } on 8 threads, 8 columns",
  ];
  const input = { strides: { X: 1, ...strides }, ranges: fields.inputRange, planar: false };
  const output = { ...input, ranges: {} };
  return {
    ...namedPlan("padded_in_place", [4, 8], "f32", kernels, fields),
    batch: 3,
    layout: { fields, input, output },
  };
})();

const cases = fc
  .sample<Omit<Case, "name">>(drawn, { seed: 20261125, numRuns: 100 })
  .concat(fc.sample(drawnWalsh, { seed: 20261125, numRuns: 30 }))
  .concat(fc.sample(drawnRader, { seed: 20261125, numRuns: 40 }))
  .concat(fc.sample(drawnWindows, { seed: 20261125, numRuns: 20 }))
  .map((one, index): Case => ({ name: `layout_${index + 1}`, ...one }))
  .filter(canBeLowered)
  .concat(onClusters, throughLonger, paddedInPlace);

const rangeOf = ({ ranges }: LaidSide, name: string, length: number): readonly [number, number] =>
  ranges[name] ?? [0, length - 1];

/** The dimensions and the batch, as FFTW is told of them. */
const axesOf = ({ plan: { transform }, batch, layout }: Case): readonly string[] =>
  [...transform.dimensions, { name: BATCH_NAME, length: batch }].map(({ name, length }) => {
    const side = (one: LaidSide) => [one.strides[name], ...rangeOf(one, name, length)];
    const kind = transform.axes.includes(name) ? "t" : "l";
    return [kind, length, ...side(layout.input), ...side(layout.output)].join(",");
  });

/** Elements from the first to behind the last that either side has. */
const roomOf = ({ plan: { transform }, batch, layout }: Case): number =>
  Math.max(
    ...[layout.input, layout.output].map((side) =>
      [...transform.dimensions, { name: BATCH_NAME, length: batch }].reduce(
        (room, { name, length }) => room + rangeOf(side, name, length)[1] * (side.strides[name] ?? NaN),
        1,
      ),
    ),
  );

/** What callers say, by the names of parameters: stride_in_y, or stride_y where both sides are one array. */
const saidOf = ({ plan: { transform }, layout }: Case): ReadonlyMap<string, number> =>
  new Map(
    signatureOfTransform(transform).strides.map((parameter) => {
      const [, side, name = ""] = /^stride_(?:(in|out)_)?(\w+)$/.exec(parameter) ?? [];
      const { strides } = side === "out" ? layout.output : layout.input;
      return [parameter, strides[name === BATCH_NAME ? name : name.toUpperCase()] ?? NaN] as const;
    }),
  );

/** Each byte of an output, before it is written: numbers of both precisions, and no zeros. */
const FILLED = 0x3f;

const filled = (precision: string, count: number): Float64Array => {
  const bytes = new Uint8Array(count * (precision === "f64" ? 8 : 4)).fill(FILLED);
  return Float64Array.from(precision === "f64" ? new Float64Array(bytes.buffer) : new Float32Array(bytes.buffer));
};

describe.skipIf(!hasFftw)(`layouts against FFTW's guru interfaces${withoutFftw}`, () => {
  let packages: EmulatedPackages | undefined;
  const byName = new Map(cases.map((one) => [one.name, one]));

  beforeAll(async () => {
    packages = await buildPackages(cases, {
      emit: ({ name, plan }) => linkPackage([emitUnit(lowerPlan(name, plan, gpu), gpu)]),
      described: (name) => {
        const one = byName.get(name);
        if (one === undefined) throw new Error(`${name} is no case`);
        const { plan, batch } = one;
        const { host } = lowerPlan(name, plan, gpu);
        const call = { name, transform: plan.transform, host, batch, room: roomOf(one), said: saidOf(one) };
        return describedCall({ ...call, filledWith: FILLED });
      },
      optimisation: "-O0",
    });
    const unit = { source: join(import.meta.dirname, "fixtures", "guru_fftw.cpp"), flags: WARNINGS };
    await linkedProgram(hostCompiler ?? "", join(packages.directory, "guru_fftw"), [unit], FFTW);
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(cases.map((one) => [titleOf(one), one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { name, plan, layout } = one;
    const { precision, direction, placement } = plan.transform;
    const room = roomOf(one);
    const [re, im] = [uniformNumbers(room, 1), uniformNumbers(room, 2)];
    const isReal = !isComplex(plan.transform);
    const numbers = isReal ? re : laid(layout.input.planar, { re, im });
    const input = interleaved(precision === "f64" ? "f64" : "f32", numbers);

    // To the driver all of it is one array.
    const whole = { name, plan: { ...plan, transform: { ...plan.transform, distance: room } } };
    const { output, complaints } = await packages.transform(whole, input, placement);
    expect(complaints).toBe("");

    const before = placement === "in-place" ? Float64Array.from(input) : filled(precision, input.length);
    const file = (kind: string): string => join(packages?.directory ?? "", `${name}.${kind}`);
    writeFileSync(file("input"), Float64Array.from(input));
    writeFileSync(file("output"), before);
    const isSplit = [layout.input, layout.output].map(({ planar }) => String(Number(planar)));
    const sense = isReal ? "walsh" : direction === "forward" ? "forward" : "backward";
    const { stdout } = await requireSuccess(join(packages.directory, "guru_fftw"), [
      ...[sense, String(room), ...isSplit, String(Number(placement === "in-place"))],
      ...[file("input"), file("output"), ...axesOf(one)],
    ]);
    const expected = new Float64Array(Uint8Array.from(readFileSync(file("output"))).buffer);

    let [squares, changed] = [0, 0];
    expected.forEach((value, place) => {
      squares += ((output[place] ?? NaN) - value) ** 2;
      // What FFTW leaves alone stays as it is, to the last bit.
      changed += Number(value === before[place] && output[place] !== value);
    });
    expect(Math.sqrt(squares) / Number(stdout)).toBeLessThan(errorBound(plan).l2 + 1e-14);
    expect(changed).toBe(0);
  });

  test("show every kind", () => {
    expect(new Set(cases.flatMap(kindsOf)).size).toBe(15);
  });
});

function titleOf({ name, plan, batch, layout: { fields } }: Case): string {
  const { dimensions, axes } = plan.transform;
  const size = dimensions.map(({ length }) => length).toReversed();
  return `${name}: ${size.join("x")} along ${axes.join("")}, ${batch} of them, ${JSON.stringify(fields)}`;
}
