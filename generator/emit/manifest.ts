// A manifest of packages: the files of plans, with the length and the hash of each. It replaces packages that are not kept, so
// that a change of the files is noticed.
import { createHash } from "node:crypto";
import type { GeneratedFile } from "./files.js";

export interface NamedFiles {
  readonly name: string;
  readonly files: readonly GeneratedFile[];
}

const HEAD = "package\tfile\tlines\tsha256";

/** A row for each file, tabs between its columns. */
export const manifestText = (packages: readonly NamedFiles[]): string =>
  [HEAD, ...packages.flatMap(({ name, files }) => files.map((file) => rowOf(name, file)))].join("\n") + "\n";

const rowOf = (name: string, { path, text }: GeneratedFile): string =>
  [name, path, text.split("\n").length - 1, createHash("sha256").update(text).digest("hex")].join("\t");

/** The outdated rows of a manifest, one line for each file; empty when it is up to date. */
export function staleRows(manifest: string, packages: readonly NamedFiles[]): readonly string[] {
  const old = rowsByFile(manifest);
  const current = rowsByFile(manifestText(packages));
  const changed = [...current].flatMap(([file, row]) => {
    const before = old.get(file);
    if (before === undefined) return [`${file}: not in the manifest`];
    return before === row ? [] : [`${file}: differs from what the plan gave`];
  });
  const gone = [...old.keys()].filter((file) => !current.has(file)).map((file) => `${file}: no plan gives it any more`);
  return [...changed, ...gone];
}

/** `c2c_f32_256/c2c_f32_256.h` -> its row. */
const rowsByFile = (manifest: string): ReadonlyMap<string, string> =>
  new Map(
    manifest
      .split("\n")
      .slice(1)
      .filter((row) => row !== "")
      .map((row) => [row.split("\t").slice(0, 2).join("/"), row] as const),
  );
