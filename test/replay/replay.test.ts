// Process replay: what is emitted for drawn plans of every kind, byte for byte. A change of the generator that is to change no text
// changes no line of drawn.tsv, and one of words alone changes no hash of code; after one that is to change some,
// `FFTGEN_TEST=thorough npx vitest run test/replay --update` writes the new hashes. With FFTGEN_REPLAY=DIR the texts are written there, so that
// those of two versions can be compared: `diff -r before after`. With FFTGEN_REPLAY=draw the plans are drawn anew.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { printKernels } from "../../generator/notation/print.js";
import { TRANSFORM_KINDS } from "../../generator/plan/transform.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { emitUnit, lowerPlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { gpu, ownFiles, type NamedPlan } from "../emit/named-plan.js";
import { transformFields } from "../plan/plan-line.js";
import { isDefault } from "../effort.js";
import { halvesOf } from "./code-and-comments.js";
import { drawPlans } from "./drawn-plans.js";
import { recordedPlans, recordFile } from "./recorded-plans.js";
import { FEATURES, featuresOf as rulesAndStructures } from "./rules-and-structures.js";

const asked = process.env["FFTGEN_REPLAY"];
const directory = asked === "draw" ? undefined : asked;

const HEADING =
  "# Drawn plans: SHA-256 of the code of interface, launcher, kernels, tables and what is verified, and of its comments; name, transform, kernels. See replay.test.ts.";

const plans: readonly NamedPlan[] = asked === "draw" ? await drawPlans() : recordedPlans();

/** The line of a plan; `seen` hears what it has. */
function replayed({ name, plan }: NamedPlan, seen: (feature: string) => void): string {
  const compiled = lowerPlan(name, plan, gpu);
  rulesAndStructures(compiled).forEach(seen);
  const files = ownFiles(linkPackage([emitUnit(compiled, gpu)])).filter(({ path }) => /\.(?:cuh?|h)$/.test(path));
  const text = files.map((file) => `// ==== ${file.path}\n${file.text}`).join("");
  if (directory !== undefined) writeFileSync(join(directory, `${name}.cu`), text);
  const { code, comments } = halvesOf(text);
  return [hashOf(code), hashOf(comments), name, ...transformFields(plan.transform), ...printKernels(plan)].join("\t");
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

// Kinds of plans come one after the other: by default every sixth of each.
const ofDefault = plans.filter((_, index) => index % 6 === 0);

test.runIf(isDefault && asked === undefined)("of every sixth plan the text is what it was", () => {
  const lines = new Set(readFileSync(recordFile, "utf8").split("\n"));
  const changed = ofDefault.map((plan) => replayed(plan, () => undefined)).filter((line) => !lines.has(line));
  expect(changed).toEqual([]);
});

test.skipIf(isDefault && asked === undefined)(
  "every text is what it was, ten at least of each rule and structure",
  async () => {
    if (directory !== undefined) mkdirSync(directory, { recursive: true });
    const counts = new Map<string, number>();
    const count = (feature: string): unknown => counts.set(feature, (counts.get(feature) ?? 0) + 1);
    const lines = plans.map((plan) => replayed(plan, count));
    expect(FEATURES.filter((feature) => (counts.get(feature) ?? 0) < 10)).toEqual([]);
    await expect([HEADING, ...lines, ""].join("\n")).toMatchFileSnapshot("drawn.tsv");
  },
);

test("there are 1000 plans at least, with every kind, element type, unit, kernel form, order and policy", () => {
  expect(plans.length).toBeGreaterThanOrEqual(1000);
  const seen = new Set(plans.flatMap(({ plan }) => featuresOf(plan)));
  expect(EXPECTED.filter((feature) => !seen.has(feature))).toEqual([]);
});

const EXPECTED = [
  ...["c2c", "fwht"].flatMap((kind) => ["f32", "f64", "f16", "bf16"].flatMap((precision) => [`${kind} ${precision}`])),
  ...["c2c f16 native", "c2c bf16 native", "fwht f16 native", "fwht bf16 native"],
  ...["mma", "mma.f16", "split", "sorna", "kang", "alman-rao"].map((unit) => `unit ${unit}`),
  ...["c2c", "fwht"].flatMap((kind) => ["plain", "pipelined", "undivided"].map((form) => `${kind} ${form}`)),
  ...["c2c natural", "c2c digit-reversed", "fwht natural", "fwht sequency", "fwht dyadic"],
  ...["table", "powers", "fast-sincos"].map((source) => `factors ${source}`),
  ...["default", "streaming"].map((policy) => `stores ${policy}`),
  ...["static", "ticket"].map((order) => `tiles ${order}`),
  ...["none", "kahan", "neumaier", "semi-kahan", "semi-neumaier"].map((sums) => `sums ${sums}`),
  ...["c2c forward", "c2c inverse", "fwht forward", ...["rader", "bluestein"].map((way) => `through ${way}`)],
  ...TRANSFORM_KINDS.map((kind) => `${kind} f32`),
  "r2c undivided",
  ...["out-of-place", "in-place", "short exchange", "early", "prefetch", "scaled"],
  ...[1, 2, 4, 8].map((width) => `width ${width}`),
];

function featuresOf({ transform, kernels }: ScheduledPlan): readonly string[] {
  const { kind, precision, arithmetic, order, placement, scale } = transform;
  return [
    `${kind} ${precision}`,
    `${kind} ${precision} ${arithmetic}`,
    `${kind} ${order}`,
    `${kind} ${transform.direction}`,
    placement,
    ...(scale === 1 ? [] : ["scaled"]),
    ...(kind === "fwht" ? [`sums ${transform.stabilisation}`] : []),
    ...kernels.flatMap(({ subComputations, through, schedule: { cluster, ...schedule } }) => [
      `through ${through ?? "none"}`,
      ...subComputations.map(({ unit }) => `unit ${unit ?? "none"}`),
      `${kind} ${cluster === undefined ? "plain" : cluster.undivided === true ? "undivided" : "pipelined"}`,
      `factors ${schedule.twiddles}`,
      `stores ${schedule.stores}`,
      `tiles ${cluster?.order ?? "none"}`,
      `width ${schedule.width ?? 1}`,
      ...(schedule.exchange === "short" ? ["short exchange"] : []),
      ...(schedule.early === true ? ["early"] : []),
      ...(schedule.prefetch === true ? ["prefetch"] : []),
    ]),
  ];
}
