// Before and after all tests: with FFTGEN_EVIDENCE=record, the table of what nvcc found is what this run used and found.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { recordedRows, table } from "./evidence.js";

const records = process.env["FFTGEN_EVIDENCE"] === "record";

export function setup(): void {
  if (records) rmSync(recordedRows, { force: true });
}

export function teardown(): void {
  if (!records || !existsSync(recordedRows)) return;
  const rows = new Set(
    readFileSync(recordedRows, "utf8")
      .split("\n")
      .filter((line) => line !== ""),
  );
  const sorted = [...rows].sort((a, b) => (a.split("\t")[1] ?? "").localeCompare(b.split("\t")[1] ?? ""));
  const heading =
    "# What nvcc found, by the SHA-256 of text, headers, flags and version. Written by `npm run test:record`.";
  writeFileSync(table, [heading, ...sorted, ""].join("\n"));
}
