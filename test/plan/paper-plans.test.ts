// The systems of the papers on tensor cores as plan files, and this generator's own beside them: each folder has its unit.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseKernel } from "../../generator/notation/parse.js";
import { printKernel } from "../../generator/notation/print.js";
import { checkPlan } from "../../generator/plan/check.js";
import { evaluatePlan } from "../../generator/plan/evaluate.js";
import type { MatrixUnit, Plan, SubComputation } from "../../generator/plan/plan.js";
import { elementCount, sizeText } from "../../generator/plan/transform.js";
import { MATRIX_RADICES } from "../../generator/plan/units.js";
import { readPlanFile } from "../../generator/planfile/read.js";
import { isThorough } from "../effort.js";
import { directDft, relativeError } from "../../generator/definition/direct-dft.js";

const PLANS = fileURLToPath(new URL("../../plans/", import.meta.url));

interface System {
  readonly folder: string;
  readonly unit: MatrixUnit;
  /** How the comments begin. */
  readonly source: RegExp;
  readonly files: readonly string[];
}

const SYSTEMS: readonly System[] = [
  {
    folder: "tcfft",
    unit: "mma",
    source: /^Li, Cheng & Lin, .*2021, sections? \d/u,
    files: [
      "radices-16-16-16-16-2-512x256",
      "radices-16-16-16-2-8192",
      "radices-16-16-2-16-16-131072",
      "radices-16-16-2-512",
      "radix-16-256",
      "radix-16-256x256",
      "radix-16-256x256x256",
      "radix-16-4096",
    ],
  },
  {
    folder: "kang",
    unit: "kang",
    source: /^Kang, .*2019, sections? \d.*table \d/u,
    files: [
      "radix-2-256",
      "radix-2-256x256",
      "radix-2-64x64x64",
      "radix-4-256",
      "radix-4-256x256",
      "radix-4-64x64x64",
      "radix-8-512",
      "radix-8-64x64",
      "radix-8-64x64x64",
    ],
  },
  { folder: "sorna", unit: "sorna", source: /^Sorna, .*2018, sections III and IV/u, files: ["radix-4-1024"] },
  {
    folder: "split",
    unit: "split",
    source: /^Ours: /u,
    files: ["radices-8-8-16-1024", "radix-16-256", "radix-16-256x256", "radix-16-256x256x256", "radix-16-4096"],
  },
];

const FILES = SYSTEMS.flatMap(({ folder, unit, source, files }) =>
  files.map((name) => ({ folder, unit, source, name })),
);

/** More would take long: transforms are computed by their definition. */
const LARGEST_EVALUATED = isThorough ? 65536 : 8192;

describe("plans of tcFFT, Kang et al., Sorna et al. and our own split", () => {
  it.each(SYSTEMS)("$folder holds what is listed here", ({ folder, files }) => {
    expect(readdirSync(`${PLANS}${folder}`).toSorted()).toEqual(files.map((name) => `${name}.plan.ts`).toSorted());
  });

  it.each(FILES)("$folder/$name is legal and named by its radices and its size", ({ folder, name }) => {
    const { plan } = planFile(folder, name);
    expect(checkPlan(plan)).toEqual([]);
    const radices = subComputationsOf(plan).map(({ radix }) => radix);
    const radicesText = new Set(radices).size === 1 ? `radix-${radices[0]}` : `radices-${radices.join("-")}`;
    expect(name).toBe(`${radicesText}-${sizeText(plan.transform)}`);
    expect(elementCount(plan.transform) * plan.transform.batch).toBe(2 ** 24);
  });

  it.each(FILES)(
    "$folder/$name multiplies by matrices with $unit, all but tcFFT's radix 2",
    ({ folder, name, unit }) => {
      const { plan } = planFile(folder, name);
      expect(plan.transform.precision).toBe(unit === "mma" ? "f16" : "f32");
      for (const { radix, unit: own } of subComputationsOf(plan)) {
        expect(own).toBe(MATRIX_RADICES[unit].includes(radix) ? unit : undefined);
        expect(own === undefined && radix !== 2).toBe(false);
      }
    },
  );

  it.each(FILES)("$folder/$name merges in time if it is tcFFT's, else in frequency", ({ folder, name, unit }) => {
    const factors = unit === "mma" ? "pre-tw" : "tw";
    const { plan } = planFile(folder, name);
    for (const dimension of plan.transform.dimensions) {
      const twiddles = subComputationsOf(plan)
        .filter((sub) => sub.dimension === dimension.name)
        .map(({ twiddle }) => twiddle);
      const bare = unit === "mma" ? 0 : twiddles.length - 1;
      expect(twiddles).toEqual(twiddles.map((_, index) => (index === bare ? "no-tw" : factors)));
    }
  });

  it.each(FILES)("$folder/$name is written in the canonical notation, and says where it is from", (file) => {
    const { kernels, comment } = planFile(file.folder, file.name);
    expect(kernels.map((kernel) => printKernel(parseKernel(kernel)))).toEqual(kernels);
    expect(kernels.every((kernel) => parseKernel(kernel).schedule !== undefined)).toBe(true);
    expect(comment).toMatch(file.source);
  });

  const small = FILES.filter(
    ({ folder, name }) => elementCount(planFile(folder, name).plan.transform) <= LARGEST_EVALUATED,
  );

  it.each(small)("$folder/$name means the discrete Fourier transform", ({ folder, name }) => {
    const { plan } = planFile(folder, name);
    const { dimensions } = plan.transform;
    const count = elementCount(plan.transform);
    const re = Float64Array.from({ length: count }, (_, index) => Math.sin(1 + index * index));
    const im = Float64Array.from({ length: count }, (_, index) => Math.cos(index * (index + 3)));
    const expected = directDft(re, im, dimensions.map(({ length }) => length).toReversed(), -1);
    expect(relativeError(evaluatePlan(plan, re, im), expected)).toBeLessThan(1e-12);
  });
});

const subComputationsOf = ({ kernels }: Plan): readonly SubComputation[] =>
  kernels.flatMap(({ subComputations }) => subComputations);

interface PlanFile {
  readonly plan: Plan;
  readonly kernels: readonly string[];
  /** On one line. */
  readonly comment: string;
}

function planFile(folder: string, name: string): PlanFile {
  const path = `${PLANS}${folder}/${name}.plan.ts`;
  const source = readFileSync(path, "utf8");
  const { transform, kernels } = readPlanFile(path, source);
  const texts = kernels.map(({ text }) => text);
  const comment = /\/\*\*(.*?)\*\//su.exec(source)?.[1] ?? "";
  return {
    plan: { transform, kernels: texts.map((text) => parseKernel(text)) },
    kernels: texts,
    comment: comment.replaceAll(/\s*\n \*\s*/gu, " ").trim(),
  };
}
