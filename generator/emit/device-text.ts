// The hash of what a transform's speed and errors come from: its kernels, codelets and tables, how they are launched, and all
// device functions that they may call. Comments, names of files, licences and namespaces are not in it: evidence of a text holds
// as long as its code is the same, however it is packaged.
import { createHash } from "node:crypto";
import { at } from "../failure/errors.js";
import { amalgamate } from "./amalgamate.js";
import { launchFunctions } from "./launch-functions.js";
import { launchLines, preparationLines } from "./launcher-view.js";
import { readDeviceSource } from "./read-template.js";
import type { Unit } from "./unit.js";

/** `sha256:` and 64 hexadecimal digits, as evidence has it. */
export function deviceTextHash(unit: Unit): string {
  const { host, codelets, tables, own, kernels, features } = unit;
  const { sections } = amalgamate(
    features.map(({ source }) => source),
    readDeviceSource,
  );
  const texts = [
    ...sections.map(({ lines }) => lines.join("\n")),
    ...codelets.map(({ text }) => text),
    ...tables.map(({ view: { type, name, lines, computed } }) =>
      [`${type} ${name}`, ...lines, ...(computed === undefined ? [] : [computed])].join("\n"),
    ),
    ...own,
    ...kernels,
    ...launchFunctions(host),
    ...preparationLines(host, false),
    ...host.launches.flatMap((_, index) => launchLines(host, index, false)),
  ];
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${codeOf(text)}\n`);
  return `sha256:${hash.digest("hex")}`;
}

/** Of a package: the same, and of plans for several GPUs the hash of theirs. */
export function packageTextHash(units: readonly Unit[]): string {
  const hashes = units.map(deviceTextHash);
  if (hashes.length === 1) return at(hashes, 0);
  return `sha256:${createHash("sha256").update(hashes.toSorted().join("\n")).digest("hex")}`;
}

/** Without comments and the blanks between lines. */
const codeOf = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/\/\/.*$/, "").trim())
    .filter((line) => line !== "")
    .join("\n");
