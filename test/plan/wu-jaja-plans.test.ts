import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseKernel } from "../../generator/notation/parse.js";
import { printKernel } from "../../generator/notation/print.js";
import { checkPlan } from "../../generator/plan/check.js";
import type { Plan } from "../../generator/plan/plan.js";
import { placedSubComputations, subComputationText } from "../../generator/plan/sub-computations.js";
import { sizeText } from "../../generator/plan/transform.js";
import { planOf } from "./plan-of.js";
import { PRINTED_PLANS } from "./wu-jaja-as-printed.js";

const FOLDER = fileURLToPath(new URL("../../plans/wu-jaja/", import.meta.url));

const MISPRINTS: Readonly<Record<string, readonly string[]>> = {
  "running-example-256x256x256": ["Z(16,16,16,156,tw) -> Z(16,16,16,256,tw)"],
  "fermi-1024x512x256": ["Z(32,32,32,512,tw) -> Z(32,32,32,1024,tw)"],
};

describe("plans/wu-jaja", () => {
  it("holds the running example and the twelve plans of the appendix", () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith(".plan.ts"));
    expect(files.toSorted()).toEqual(PRINTED_PLANS.map(({ name }) => `${name}.plan.ts`).toSorted());
    expect(files).toHaveLength(13);
  });

  it.each(PRINTED_PLANS)(
    "$name ($section) is legal, is the paper's but for its misprints, and is named by its size",
    (printed) => {
      const file = readPlanFile(printed.name);
      expect(checkPlan(file.plan)).toEqual([]);
      expect(printed.name.endsWith(`-${sizeText(file.plan.transform)}`)).toBe(true);

      const paper = planOf(file.lengths, printed.kernels);
      expect(textOf(paper).map((kernel) => kernel.length)).toEqual(textOf(file.plan).map((kernel) => kernel.length));
      const differences = textOf(paper).flatMap((kernel, index) =>
        kernel.flatMap((text, position) => {
          const mended = textOf(file.plan)[index]?.[position];
          return text === mended ? [] : [`${text} -> ${mended}`];
        }),
      );
      expect(differences).toEqual(MISPRINTS[printed.name] ?? []);
    },
  );

  it.each(PRINTED_PLANS)("$name: the checker finds exactly the corrections by itself", (printed) => {
    const paper = planOf(readPlanFile(printed.name).lengths, printed.kernels);
    const corrections = checkPlan(paper).map(({ kernel = -1, subComputation = -1, remedy }) => {
      const placed = placedSubComputations(paper).find(
        (place) => place.kernel === kernel && place.position === subComputation,
      );
      return `${placed === undefined ? "" : subComputationText(placed.subComputation)} -> ${remedy}`;
    });
    expect(corrections).toEqual(MISPRINTS[printed.name] ?? []);
  });

  it.each(PRINTED_PLANS)(
    "$name is written in the canonical notation, and its comment says where it is from",
    ({ name, section }) => {
      const file = readPlanFile(name);
      expect(file.kernels.map((kernel) => printKernel(parseKernel(kernel)))).toEqual(file.kernels);
      expect(file.source).toMatch(new RegExp(`Wu & JaJa.*${section.replaceAll(".", "\\.")}`, "u"));
      for (const misprint of MISPRINTS[name] ?? []) {
        for (const text of misprint.split(" -> ")) expect(file.source).toContain(`\`${text}\``);
      }
    },
  );
});

interface PlanFile {
  readonly source: string;
  readonly lengths: Readonly<Record<string, number>>;
  readonly kernels: readonly string[];
  readonly plan: Plan;
}

/** What a plan file says, as far as these tests need it: its lengths and the strings of its kernels. */
function readPlanFile(name: string): PlanFile {
  const source = readFileSync(`${FOLDER}${name}.plan.ts`, "utf8");
  const lengthsText = /lengths: \{ ([^}]*) \}/u.exec(source)?.[1] ?? "";
  const lengths = Object.fromEntries(
    [...lengthsText.matchAll(/([A-Z]): (\d+)/gu)].map(([, dimension, length]) => [dimension ?? "", Number(length)]),
  );
  const kernels = [...source.matchAll(/^ {4}"(\{.*\})",$/gmu)].map(([, kernel]) => kernel ?? "");
  return { source, lengths, kernels, plan: planOf(lengths, kernels) };
}

/** The sub-computations of each kernel. */
function textOf({ kernels }: Plan): readonly (readonly string[])[] {
  return kernels.map(({ subComputations }) => subComputations.map(subComputationText));
}
