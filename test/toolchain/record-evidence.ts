// After all tests: with FFTGEN_EVIDENCE=record, the table of what nvcc found is what this run needed. Otherwise, what the table lacks
// is named, because each such text is compiled again on every machine.
import { writeFileSync } from "node:fs";
import { neededRows, rowsOf, table } from "./evidence.js";

export function teardown(): void {
  const needed = new Set(rowsOf(neededRows()));
  if (process.env["FFTGEN_EVIDENCE"] === "record") {
    if (needed.size > 0) writeTable(needed);
    return;
  }
  const missing = [...needed].filter((row) => !new Set(rowsOf(table)).has(row));
  if (missing.length === 0 || process.env["FFTGEN_EVIDENCE"] === "none") return;
  const names = missing.map((row) => row.split("\t")[1] ?? "").slice(0, 5);
  process.stderr.write(
    `nvcc compiled ${missing.length} texts that test/toolchain/compiled.tsv lacks: ${names.join("; ")}${missing.length > 5 ? " ..." : ""}. \`npm run test:record\` adds them.\n`,
  );
}

function writeTable(rows: ReadonlySet<string>): void {
  const sorted = [...rows].sort((a, b) => (a.split("\t")[1] ?? "").localeCompare(b.split("\t")[1] ?? ""));
  const heading =
    "# What nvcc found, by the SHA-256 of text, headers, flags and version. Written by `npm run test:record`.";
  writeFileSync(table, [heading, ...sorted, ""].join("\n"));
}
