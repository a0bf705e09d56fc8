// The measured plans of this repository, as the shipped weights were fitted to them: test/search/measured/*.jsonl.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseTimedPlans } from "../../generator/bench/timed-plans.js";
import type { TimedPlan } from "../../generator/fit/timed-plan.js";

const directory = join(import.meta.dirname, "../search/measured");

export interface Table {
  readonly file: string;
  readonly sha256: string;
  readonly plans: readonly TimedPlan[];
}

/** `gpu`: how their names begin, such as h200. */
export const tablesOf = (gpu: string): readonly Table[] =>
  readdirSync(directory)
    .filter((file) => file.startsWith(`${gpu}-`) || file === `${gpu}.jsonl`)
    .filter((file) => file.endsWith(".jsonl"))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(directory, file), "utf8");
      return {
        file,
        sha256: createHash("sha256").update(text).digest("hex").slice(0, 16),
        plans: parseTimedPlans(text, file),
      };
    });
