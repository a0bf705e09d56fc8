// Every generated part of a document, by its name. Pure: what was read from files comes in.
import { findSuite } from "../bench/shipped-suites.js";
import { findGpu } from "../gpu/registry.js";
import { accuracyTable } from "./accuracy-table.js";
import { everyLengthTable } from "./every-length.js";
import { checkedInTable, paperTable, speedHeadline, speedTable, type CheckedInPlan } from "./fourier-tables.js";
import { bf16Table, columnsTable, f16Table, nativeTable, smallBatchTable } from "./halves-tables.js";
import { cosineTable, lengthsTable, realTable } from "./kinds-tables.js";
import { libraryList, optionTable, type LibraryName, type LibraryOption } from "./library-names.js";
import { grammar, ruleWords, scheduleWords, throughWords, twiddleWords, unitWords } from "./notation.js";
import { kangTable, splitTable } from "./split-tables.js";
import { stabilityTable } from "./stability-table.js";
import { walshHalfRows, walshRows, walshStabilised, walshVectors } from "./walsh-tables.js";

/** The tables of measured data, by the files that hold them below test/. */
export const MEASURED_FILES = [
  "search/measured/h200-clusters.jsonl",
  "search/measured/h200-kinds.jsonl",
  "search/measured/h200-every-length.tsv",
  "search/measured/h200-wu-jaja.tsv",
  "search/measured/h200-fwht.jsonl",
  "search/measured/h200-halves.jsonl",
  "search/measured/h200-f16-peers.tsv",
  "search/measured/h200-f32-cufft-errors.tsv",
  "search/measured/v100-tcfft-columns.tsv",
  "search/measured/v100-kang.tsv",
  "study/measured/h200.tsv",
] as const;

export interface DocumentSources {
  readonly measured: Readonly<Record<(typeof MEASURED_FILES)[number], string>>;
  /** Those of plans/, not those of the papers. */
  readonly plans: readonly CheckedInPlan[];
  /** Of the main entry. */
  readonly library: readonly LibraryName[];
  readonly libraryOptions: readonly LibraryOption[];
}

export function documentParts({
  measured,
  plans,
  library,
  libraryOptions,
}: DocumentSources): ReadonlyMap<string, string> {
  const peers = findSuite("peers");
  const clusters = measured["search/measured/h200-clusters.jsonl"];
  const kinds = measured["search/measured/h200-kinds.jsonl"];
  const fwht = findSuite("fwht");
  const walsh = measured["search/measured/h200-fwht.jsonl"];
  const halvesSuite = findSuite("halves");
  const halves = measured["search/measured/h200-halves.jsonl"];
  return new Map([
    ["notation-grammar", grammar()],
    ["notation-twiddles", twiddleWords()],
    ["notation-rules", ruleWords()],
    ["notation-through", throughWords()],
    ["notation-units", unitWords()],
    ["notation-schedule", scheduleWords()],
    ["speed", speedTable(peers, clusters, plans)],
    ["accuracy", accuracyTable(peers, clusters, plans, findGpu("H200"))],
    ["speed-headline", speedHeadline(peers, clusters, plans)],
    ["wu-jaja", paperTable(measured["search/measured/h200-wu-jaja.tsv"])],
    ["checked-in-plans", checkedInTable(plans)],
    ["walsh-rows", walshRows(walsh, fwht)],
    ["walsh-rows-f16", walshHalfRows(walsh, fwht, "f16")],
    ["walsh-rows-bf16", walshHalfRows(walsh, fwht, "bf16")],
    ["walsh-vectors", walshVectors(walsh)],
    ["walsh-stabilised", walshStabilised(walsh)],
    ["stability", stabilityTable(measured["study/measured/h200.tsv"])],
    ["native-f16", nativeTable(halves, halvesSuite, "f16")],
    ["native-bf16", nativeTable(halves, halvesSuite, "bf16")],
    ["f16", f16Table(halves, measured["search/measured/h200-f16-peers.tsv"], halvesSuite)],
    ["bf16", bf16Table(halves)],
    ["f16-small-batches", smallBatchTable(halves)],
    ["tcfft-columns", columnsTable(halves, measured["search/measured/v100-tcfft-columns.tsv"])],
    ["kang", kangTable(halves, measured["search/measured/v100-kang.tsv"])],
    ["real", realTable(kinds)],
    ["lengths", lengthsTable(kinds)],
    ["every-length", everyLengthTable(measured["search/measured/h200-every-length.tsv"])],
    ["cosine", cosineTable(kinds, findSuite("cosine"))],
    ["library-names", libraryList(library)],
    ["library-options", optionTable(libraryOptions)],
    ["split", splitTable(halves, measured["search/measured/h200-f32-cufft-errors.tsv"])],
  ]);
}
