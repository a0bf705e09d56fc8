// The hash of what a transform's speed and errors come from: its kernels, codelets and tables, the device functions that these call,
// and the sizes and parameters that they are launched with. Comments, names of files, licences and namespaces are not in it, and
// neither is what the host asks the driver before it launches: evidence of a text holds as long as a GPU does the same.
import { createHash } from "node:crypto";
import { callingTexts } from "./calling-texts.js";
import { deviceFunctions } from "./device-functions.js";
import { launchConfigurations } from "./launch-configuration.js";
import { at } from "../failure/errors.js";
import type { Unit } from "./unit.js";

/** `sha256:` and 64 hexadecimal digits, as evidence has it. */
export function deviceTextHash(unit: Unit): string {
  const calling = callingTexts(unit);
  const texts = [
    ...deviceFunctions(unit.features, calling).parts.map(({ lines }) => lines.join("\n")),
    ...calling,
    ...launchConfigurations(unit.host),
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
