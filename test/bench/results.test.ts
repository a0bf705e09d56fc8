// Reports of plans that were really measured; what has no measurement is made from these by changing an outcome.
import { describe, expect, test } from "vitest";
import { judgeCostModel } from "../../generator/bench/cost-model.js";
import { leastPasses } from "../../generator/bench/least-passes.js";
import { choosePlatform } from "../../generator/bench/platforms.js";
import { attentionOrder, isMeasured, suiteResults, type MeasuredCase } from "../../generator/bench/results.js";
import { findSuite } from "../../generator/bench/shipped-suites.js";
import { expandSuite, type Suite, type SuiteEntry } from "../../generator/bench/suite.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseSize } from "../../generator/notation/size.js";
import { makeTransform } from "../../generator/plan/transform.js";
import type { Measurement, Outcome } from "../../generator/tune/measurement.js";
import { h200Measurements, h200Platform } from "./measured-plans.js";

const h200 = findGpu("H200");
const shipped = findSuite("peers");
/** With a target, as a suite of the user's may have. */
const peers: Suite = {
  ...shipped,
  cases: shipped.cases.map((one) => ({ ...one, target: { atLeast: 1.2, aim: 1.5 } })),
};
const measured = h200Measurements();
const results = suiteResults(peers, h200Platform, h200, measured);

const suiteOf = (...entries: readonly SuiteEntry[]) => expandSuite({ name: "test", title: "test", entries });

const caseOf = (label: string): MeasuredCase => {
  const found = results.cases.filter(isMeasured).find(({ benchCase }) => benchCase.label === label);
  if (found === undefined) throw new Error(`no case ${label}`);
  return found;
};

const plansOf = (name: string): readonly Measurement[] => measured.filter(({ candidate }) => candidate.name === name);

const withOutcome = (measurement: Measurement, outcome: Outcome): Measurement => ({ ...measurement, outcome });

describe("a case", () => {
  test("is its fastest plan beside cuFFT of the same run", () => {
    // f32 2^16: the table's fastest plan takes 1.0262 ms, cuFFT 1.1508; VkFFT was recorded at 1.3923.
    const result = caseOf("f32 2^16 x2048");
    const fastest = Math.min(
      ...plansOf("c2c_f32_65536").map(({ outcome }) =>
        outcome.kind === "measured" ? outcome.timing.milliseconds : NaN,
      ),
    );
    expect(result.timing.milliseconds).toBe(fastest);
    expect(result.bestPeer).toEqual({ library: "cuFFT", milliseconds: result.timing.cufftMilliseconds, sameRun: true });
    expect(result.ratio).toBeCloseTo((result.timing.cufftMilliseconds ?? NaN) / fastest, 12);
    expect(result.verdict).toBe("short");
  });

  test("a recorded peer that is faster counts instead, on the same GPU only", () => {
    expect(caseOf("f32 256x256x256").bestPeer).toEqual({
      library: "VkFFT, tuned",
      milliseconds: 0.2139,
      sameRun: false,
    });
    const elsewhere = suiteResults(peers, { ...h200Platform, gpu: "NVIDIA H100 80GB HBM3" }, h200, measured);
    for (const { bestPeer } of elsewhere.cases.filter(isMeasured)) expect(bestPeer?.sameRun).toBe(true);
  });

  test("without cuFFT in the run its recorded time stands in", () => {
    const blind = plansOf("c2c_f32_65536").map((measurement) => {
      const { outcome } = measurement;
      if (outcome.kind !== "measured") return measurement;
      const { milliseconds, copyMilliseconds, repeat } = outcome.timing;
      return withOutcome(measurement, { ...outcome, timing: { milliseconds, copyMilliseconds, repeat } });
    });
    const [result] = suiteResults(peers, h200Platform, h200, blind).cases.filter(isMeasured);
    expect(result?.bestPeer).toEqual({ library: "cuFFT 12.0", milliseconds: 1.1592, sameRun: false });
  });

  test("bandwidth is the data twice over the time, its limit the copy's over the fewest passes", () => {
    const { bandwidth, bandwidthLimit, timing } = caseOf("f32 512x512x512");
    expect(bandwidth).toBeCloseTo((2 * 2 ** 30) / 1e6 / timing.milliseconds, 6);
    expect(bandwidthLimit).toBeCloseTo((2 * 2 ** 30) / 1e6 / timing.copyMilliseconds / 2, 6);
  });

  test("a wrong plan never stands for its case, however fast", () => {
    const [first, ...others] = plansOf("c2c_f32_65536").toSorted((a, b) => timeOf(a) - timeOf(b));
    if (first === undefined) throw new Error("no plans");
    const wrong = withOutcome(first, { kind: "wrong", relativeL2Error: 1, bound: 1e-7 });
    const [result] = suiteResults(peers, h200Platform, h200, [wrong, ...others]).cases.filter(isMeasured);
    expect(result?.fastest.candidate.text).toBe(others[0]?.candidate.text);
    const alone = suiteResults(peers, h200Platform, h200, [wrong]);
    expect(alone.summary).toMatchObject({ measured: 0, failed: 1, geometricMean: undefined });
    expect(attentionOrder(alone)).toMatchObject([{ kind: "failed", reasons: ["wrong: error 1.0e+0, bound 1.0e-7"] }]);
  });

  test("a stopped plan stands for its case only where there is nothing else", () => {
    const [first, second] = plansOf("c2c_f32_65536").toSorted((a, b) => timeOf(a) - timeOf(b));
    if (first?.outcome.kind !== "measured" || second === undefined) throw new Error("no plans");
    const stopped = withOutcome(first, { ...first.outcome, kind: "stopped" });
    const fastestOf = (...plans: readonly Measurement[]) =>
      suiteResults(peers, h200Platform, h200, plans).cases.filter(isMeasured)[0]?.fastest;
    expect(fastestOf(stopped, second)).toBe(second);
    expect(fastestOf(stopped)).toBe(stopped);
  });

  test("what has no plan and what has no measurement are different things", () => {
    const { cases } = suiteResults(suiteOf({ size: ["10007", "10000"], precision: "f32" }), h200Platform, h200, []);
    expect(cases).toMatchObject(
      [{ kind: "unsupported", reason: /10007/ }, { kind: "missing" }].map((one) => ({ kind: one.kind })),
    );
  });
});

const timeOf = ({ outcome }: Measurement): number => (outcome.kind === "measured" ? outcome.timing.milliseconds : NaN);

describe("verdicts", () => {
  /** The ratio of this case is 1.1215 or so; what is asked of it is varied. */
  const verdict = (entry: Partial<SuiteEntry>, floor?: number) => {
    const suite = expandSuite({
      name: "test",
      title: "test",
      entries: [{ size: "2^16", precision: "f32", batch: 2048, ...entry }],
      ...(floor === undefined ? {} : { floor }),
    });
    const [result] = suiteResults(suite, h200Platform, h200, measured).cases.filter(isMeasured);
    return result?.verdict;
  };

  test.each([
    [{ target: { atLeast: 1.05, aim: 1.1 } }, undefined, "aim"],
    [{ target: { atLeast: 1.05, aim: 1.5 } }, undefined, "met"],
    [{ target: { atLeast: 1.05 } }, undefined, "met"],
    [{ target: { atLeast: 1.5, aim: 1.6 } }, undefined, "short"],
    [{ target: { atLeast: 1.05 } }, 1.3, "loses"],
    [{}, 1.3, "loses"],
    [{}, 0.98, "ahead"],
    [{}, undefined, "ahead"],
    [{ peers: [{ library: "x", milliseconds: 0.5, gpu: "NVIDIA H200", date: "" }] }, undefined, "behind"],
  ] as const)("%j with the floor %s: %s", (entry, floor, expected) => {
    expect(verdict(entry, floor)).toBe(expected);
  });
});

describe("the suite", () => {
  test("losing cases come first, the farthest from what is asked first of them; the rest keeps its order", () => {
    const order = attentionOrder(results).filter(isMeasured);
    const losing = order.filter(({ verdict }) => ["loses", "short", "behind"].includes(verdict));
    expect(order.slice(0, losing.length)).toEqual(losing);
    const reach = losing.map(({ ratio, benchCase }) => (ratio ?? NaN) / (benchCase.target?.atLeast ?? NaN));
    expect(reach).toEqual(reach.toSorted((a, b) => a - b));
    const rest = order.slice(losing.length).map(({ benchCase }) => peers.cases.indexOf(benchCase));
    expect(rest).toEqual(rest.toSorted((a, b) => a - b));
    expect(losing.length).toBeGreaterThan(1);
    expect(rest.length).toBeGreaterThan(1);
  });

  test("is summed up over what was measured", () => {
    const cases = results.cases.filter(isMeasured);
    const product = cases.reduce((sum, { ratio }) => sum * (ratio ?? NaN), 1);
    expect(results.summary.geometricMean).toBeCloseTo(product ** (1 / cases.length), 12);
    expect(results.summary.worst?.label).toBe("f32 2^15 x4096");
    const { measured: count, failed, missing, unsupported, targetsMet, withTarget } = results.summary;
    expect(count + failed + missing + unsupported).toBe(peers.cases.length);
    expect(targetsMet).toBe(
      cases.filter(({ benchCase: { target }, ratio }) => target !== undefined && (ratio ?? 0) >= target.atLeast).length,
    );
    expect(withTarget).toBeGreaterThan(targetsMet);
  });
});

describe("the cost model", () => {
  test("has its best choices on the H200 within 10 % of the best measured", () => {
    const { costModel } = results;
    expect(costModel.shareWithinTolerance).toBe(1);
    expect(costModel.worst?.loss).toBeLessThan(0.1);
    expect(costModel.cases.length).toBe(results.summary.measured);
  });

  test("one that predicts the measured times is perfect, one that predicts their inverse is not", () => {
    const pretend = (predict: (time: number) => number) =>
      judgeCostModel(
        peers.cases,
        measured.map((measurement) => ({
          ...measurement,
          candidate: { ...measurement.candidate, predictedMilliseconds: predict(timeOf(measurement)) },
        })),
      );
    const perfect = pretend((time) => time);
    expect(perfect.meanSpearman).toBeCloseTo(1, 12);
    expect(perfect.pooledSpearman).toBeCloseTo(1, 12);
    expect(perfect.worst?.loss).toBe(0);
    const wrong = pretend((time) => 1 / time);
    expect(wrong.meanSpearman).toBeCloseTo(-1, 12);
    expect(wrong.shareWithinTolerance).toBeLessThan(1);
  });

  test("a first choice that failed is a miss, not nothing", () => {
    const [first, ...others] = plansOf("c2c_f32_65536");
    if (first === undefined) throw new Error("no plans");
    const judgement = judgeCostModel(peers.cases, [withOutcome(first, { kind: "spills", bytes: 64 }), ...others]);
    expect(judgement.cases).toMatchObject([{ plans: others.length, loss: undefined }]);
    expect(judgement.shareWithinTolerance).toBe(0);
  });

  test("one plan of a case judges nothing", () => {
    expect(judgeCostModel(peers.cases, plansOf("c2c_f32_65536").slice(0, 1))).toMatchObject({
      cases: [],
      meanSpearman: undefined,
      shareWithinTolerance: undefined,
    });
  });
});

describe("the fewest passes", () => {
  const passes = (size: string, precision: "f32" | "f64", gpu: string): number =>
    leastPasses(makeTransform(parseSize(size), precision), findGpu(gpu));

  test.each([
    ["2", "f32", "H200", 1],
    // 16 blocks of a cluster with 228 KiB of shared memory and 256 KiB of registers each: 7.6 MiB.
    ["2^19", "f32", "H200", 1],
    ["2^20", "f32", "H200", 2],
    ["2^18", "f64", "H200", 1],
    ["2^19", "f64", "H200", 2],
    ["512x512x512", "f32", "H200", 2],
    // No clusters: 164 KiB and 256 KiB.
    ["2^15", "f32", "A100", 1],
    ["2^16", "f32", "A100", 2],
    ["2^30", "f32", "A100", 2],
    ["2^32", "f32", "A100", 3],
  ] as const)("%s %s on %s: %d", (size, precision, gpu, expected) => {
    expect(passes(size, precision, gpu)).toBe(expected);
  });

  test("no measured plan does with fewer", () => {
    for (const result of results.cases.filter(isMeasured))
      expect(result.passes).toBeGreaterThanOrEqual(result.leastPasses);
  });
});

describe("the platform", () => {
  const older = { ...h200Platform, driver: "550.54" };
  const two = plansOf("c2c_f32_65536").slice(0, 1);

  test("is the one that measured most cases; of several, the last", () => {
    const elsewhere = two.map((measurement) => ({ ...measurement, platform: older }));
    expect(choosePlatform(peers.cases, [...measured, ...elsewhere])?.platform).toEqual(h200Platform);
    expect(choosePlatform(peers.cases, [...two, ...elsewhere])?.platform).toEqual(older);
    expect(choosePlatform(peers.cases, [...elsewhere, ...two])?.platform).toEqual(h200Platform);
  });

  test("gives the latest measurement of each plan, and none of other transforms", () => {
    const [first] = two;
    if (first === undefined) throw new Error("no plans");
    const again = { ...first, buildSeconds: 4 };
    expect(choosePlatform(peers.cases, [first, again])?.measurements).toEqual([again]);
    expect(choosePlatform(suiteOf({ size: "16", precision: "f32" }).cases, measured)).toBeUndefined();
  });
});
