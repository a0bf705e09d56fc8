// The compiled kernels of this repository, as the shipped estimate of registers was fitted to them: what ptxas was asked about, and the timed
// plans that say what they spill.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compiledFrom, compiledRows, type CompiledPlan, type CompiledRow } from "../../generator/fit/compiled-rows.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseTable } from "../search/registers/table.js";
import { tablesOf } from "./tables.js";

/** Launches of few arrays were timed without asking what they spill. */
const SILENT = "h200-batches.jsonl";

interface CompiledTable {
  readonly file: string;
  readonly sha256: string;
  readonly plans: readonly CompiledPlan[];
  /** What the search has chosen. */
  readonly chosen: readonly CompiledPlan[];
}

const asked = ["ptxas.tsv", "ptxas-fresh.tsv"].map((file): CompiledTable => {
  const text = readFileSync(join(import.meta.dirname, "../search/measured", file), "utf8");
  const sha256 = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const all = parseTable(text).map(({ origin, plan, verdicts }) => ({ origin, compiled: { file, plan, verdicts } }));
  const chosen = all.filter(({ origin }) => origin === "first" || origin === "choice");
  return { file, sha256, plans: all.map(({ compiled }) => compiled), chosen: chosen.map(({ compiled }) => compiled) };
});

const timed = tablesOf("h200")
  .filter(({ file }) => file !== SILENT)
  .map(({ file, sha256, plans }): CompiledTable => ({
    ...{ file, sha256, chosen: [] },
    plans: plans.flatMap((plan) => compiledFrom(plan) ?? []),
  }));

const tables = [...asked, ...timed];

export const rows: readonly CompiledRow[] = compiledRows(
  tables.flatMap(({ plans }) => plans),
  findGpu("H200"),
);

/** Of which ptxas spoke alone. */
export const knownRows = rows.filter(({ isSuspect }) => isSuspect !== true);

const chosenKernels = new Set(tables.flatMap(({ chosen }) => chosen.flatMap(({ plan }) => plan.kernels)));

/** Whether the search has chosen it as a first choice or near one, as it was then. */
export const isChosen = ({ kernel }: CompiledRow): boolean => chosenKernels.has(kernel);

export const usedTables = tables.map(({ file, sha256 }) => ({
  ...{ file, sha256 },
  rows: rows.filter((row) => row.file === file).length,
}));
