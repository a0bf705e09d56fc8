// Real transforms as the text that nvcc would compile, by kernels that hold columns or rows of pairs and their mirrors: along several
// dimensions, alone and beside a part of another dimension, in place and apart, of rows that lie apart; and on clusters.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arraysOf } from "../../generator/plan/arrays.js";
import { isInPairs } from "../../generator/plan/core.js";
import { parseKernel } from "../../generator/notation/parse.js";
import type { PlanKernel } from "../../generator/plan/plan.js";
import { makeMixedChain } from "../../generator/plan/sub-computations.js";
import { makeRealTransform, transformedCount, type RealTransform } from "../../generator/plan/transform.js";
import { completePlan } from "../../generator/search/search.js";
import { errorBound } from "../../generator/verify/bound.js";
import { relativeError, type ComplexNumbers } from "../../generator/definition/direct-dft.js";
import { gather, placesIn, signalOf } from "../lower/real-agreement.js";
import { dealt } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { interleaved } from "./interleaved.js";
import { gpu, type NamedPlan } from "./named-plan.js";
import { describedRealCall, roomOf, type RealCall } from "./real-calls.js";

interface Case extends NamedPlan, RealCall {}

/** Kernels as `X4 X8 Y2`, in order; a length is that of pairs along X. */
function made(
  kind: RealTransform["kind"],
  lengths: readonly number[],
  kernels: readonly string[],
  options: Partial<RealTransform> & Pick<RealTransform, "precision">,
): Case {
  const transform = makeRealTransform(kind, lengths, options.precision, { batch: 2, ...options });
  const steps = kernels.map((kernel) =>
    kernel.split(" ").map((step) => [step.slice(0, 1), Number(step.slice(1))] as const),
  );
  const chains = new Map(
    transform.axes.map((axis) => {
      const radices = steps.flat().flatMap(([name, radix]) => (name === axis ? [radix] : []));
      return [axis, [...makeMixedChain(axis, radices, 0)]];
    }),
  );
  const cut = steps.map((own): PlanKernel => {
    const subComputations = own.flatMap(([axis]) => chains.get(axis)?.splice(0, 1) ?? []);
    return { subComputations };
  });
  const { plan } = completePlan({ transform, kernels: cut }, gpu, { twiddles: ["table", "powers"], keep: 1 });
  const name = ["rows", kind, options.precision, ...lengths, transform.placement.slice(0, 2)].join("_");
  return { name, plan, transform, batch: 2 };
}

/** More rows than clusters have buffers for. */
function onCluster(
  name: string,
  lengths: readonly number[],
  precision: "f32" | "f64",
  texts: string | readonly string[],
  kind: RealTransform["kind"] = "r2c",
): Case {
  const transform = makeRealTransform(kind, [...lengths], precision, { batch: 17, scale: 0.5 });
  const kernels = [texts].flat().map((text) => parseKernel(text));
  const { plan } = completePlan({ transform, kernels }, gpu, { twiddles: ["table"], keep: 1 });
  return { name, plan, transform, batch: 17 };
}

/** Those of which others have the same structure in fewer elements. */
const LARGE = ["loading_by_ticket", "shared_rows_idle", "shared_rows_sent", "idle", "ticket"];

const all: readonly Case[] = [
  made("r2c", [8, 64], ["Y8", "X4 X8"], { precision: "f32" }),
  made("c2r", [8, 64], ["X8 X4", "Y8"], { precision: "f32", placement: "in-place" }),
  made("r2c", [6, 72], ["Y6", "X6 X6"], { precision: "f64", placement: "in-place", scale: 0.5 }),
  made("c2r", [6, 72], ["X6 X6", "Y3 Y2"], { precision: "f64" }),
  made("r2c", [16, 32], ["Y8", "Y2 X4 X4"], { precision: "f32", outputStrides: { Y: 24 } }),
  made("c2r", [16, 32], ["X4 X4 Y4", "Y4"], { precision: "f64", inputStrides: { Y: 18 } }),
  made("r2c", [4, 6, 32], ["Z4 Y6", "X4 X4"], { precision: "f32" }),
  made("c2r", [6, 4, 32], ["X4 X4", "Y4", "Z6"], { precision: "f32" }),
  made("r2c", [8, 4, 32], ["Y4 Z2", "Z4 X4 X4"], { precision: "f32" }),
  made("r2c", [4, 8, 32], ["Z4 Y4", "Y2 X4 X4"], { precision: "f64" }),
  made("c2r", [4, 8, 64], ["X8 X4 Y2", "Y4 Z4"], { precision: "f32" }),
  made("r2c", [4, 4, 48], ["Z4", "Y4 X4 X6"], { precision: "f32", placement: "in-place" }),
  onCluster(
    "undivided",
    [1024],
    "f64",
    "{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) } on 32 threads, cluster 2 after 2, undivided, prefetch, table",
  ),
  onCluster(
    "after_one",
    [4096],
    "f32",
    "{ X(128,16,128,2048,no-tw) X(128,16,8,128,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, powers",
  ),
  onCluster(
    "ticket",
    [8192],
    "f32",
    "{ X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw) } on 128 threads, cluster 4 after 2, prefetch, ticket, table",
  ),
  onCluster(
    "idle",
    [8192],
    "f32",
    "{ X(256,16,256,4096,no-tw) X(128,32,8,256,pre-tw) X(512,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, powers",
  ),
  onCluster(
    "sixes",
    [2304],
    "f32",
    "{ X(144,8,144,1152,no-tw) X(288,4,36,144,pre-tw) X(192,6,6,36,pre-tw) X(192,6,1,6,pre-tw) } on 64 threads, cluster 2 after 2, undivided, powers",
  ),
  onCluster(
    "loading",
    [4096],
    "f32",
    "{ X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2 after 1, prefetch, powers",
    "c2r",
  ),
  onCluster(
    "loading_by_ticket",
    [8192],
    "f64",
    "{ X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, ticket, table",
    "c2r",
  ),
  onCluster(
    "rows_sent",
    [64, 64],
    "f64",
    "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) } on 256 threads, cluster 2 after 2, table",
  ),
  onCluster(
    "rows_loaded",
    [64, 64],
    "f32",
    "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, prefetch, powers",
    "c2r",
  ),
  // Of kernels on clusters one has bulk copies fetch, and the other loads.
  onCluster("shared_rows_sent", [8, 64, 128], "f32", [
    "{ Z(2,4,2,8,no-tw) Z(4,2,1,2,pre-tw) Y(16,4,16,64,no-tw) } on 128 threads, cluster 2 after 1, 32 columns",
    "{ Y(4,16,1,16,pre-tw) X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, 2 columns, powers",
  ]),
  // Of the threads that send half has no butterfly of 8.
  onCluster("shared_rows_idle", [8, 64, 128], "f32", [
    "{ Z(2,4,2,8,no-tw) Z(4,2,1,2,pre-tw) Y(16,4,16,64,no-tw) } on 128 threads, cluster 2 after 1, 32 columns",
    "{ Y(32,2,8,16,pre-tw) Y(8,8,1,8,pre-tw) X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 256 threads, cluster 2 after 2, 2 columns, powers",
  ]),
  onCluster(
    "shared_rows_loaded",
    [8, 64, 64],
    "f64",
    [
      "{ X(4,8,4,32,no-tw) X(8,4,1,4,pre-tw) Y(16,4,16,64,no-tw) Y(16,4,4,16,pre-tw) } on 256 threads, cluster 2 after 2, 4 columns, table",
      "{ Y(16,4,1,4,pre-tw) Z(1,8,1,8,no-tw) } on 16 threads, 8 columns",
    ],
    "c2r",
  ),
];
const cases = dealt(all, ({ name }) => !LARGE.includes(name));

describe.skipIf(hostCompiler === undefined)(`emulated rows and their mirrors${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  const byName = new Map(cases.map((one) => [one.name, one]));
  beforeAll(async () => {
    packages = await buildPackages(cases, {
      described: (name) => {
        const one = byName.get(name);
        if (one === undefined) throw new Error(`no case ${name}`);
        return describedRealCall(one);
      },
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { name, plan, transform, batch } = one;
    expect(isInPairs(transform, plan.kernels)).toBe(true);
    const { numbers, half } = signalOf(transform, batch, 7);
    const [input, output] = [arraysOf(transform).input, arraysOf(transform).output];
    const isForward = transform.kind === "r2c";
    const room = roomOf(one);
    const complex = ({ re, im }: ComplexNumbers, place: number, index: number, all: Float64Array): void => {
      all[2 * place] = re[index] ?? NaN;
      all[2 * place + 1] = im[index] ?? NaN;
    };
    const given = new Float64Array(2 * room);
    placesIn(input, batch).forEach((place, index) => {
      if (isForward) given[place] = numbers[index] ?? NaN;
      else complex(half, place, index, given);
    });
    const driven = { name, plan: { ...plan, transform: { ...transform, distance: room } } };
    const precision = transform.precision === "f64" ? "f64" : "f32";
    const outcome = await packages.transform(driven, interleaved(precision, given), transform.placement);
    expect(outcome.complaints).toBe("");
    const found = Float64Array.from(outcome.output);
    const places = placesIn(output, batch);
    const [evens, odds] = [0, 1].map((part) => places.map((place) => 2 * place + part));
    const factor = isForward ? transform.scale : transform.scale * transformedCount(transform);
    const scaled = (values: Float64Array): Float64Array => values.map((value) => value * factor);
    const zeros = new Float64Array(places.length);
    const [have, meant] = isForward
      ? [
          { re: gather(found, evens ?? []), im: gather(found, odds ?? []) },
          { re: scaled(half.re), im: scaled(half.im) },
        ]
      : [
          { re: gather(found, places), im: zeros },
          { re: scaled(numbers), im: zeros },
        ];
    expect(relativeError(have, meant)).toBeLessThan(errorBound(plan).l2 + 1e-14);
    // Nothing is written beside the output; in place the rest was input.
    if (transform.placement === "out-of-place") {
      const written = new Set(isForward ? [...(evens ?? []), ...(odds ?? [])] : places);
      found.forEach((value, place) => (written.has(place) ? undefined : expect(value).toBe(0)));
    }
  });
});
