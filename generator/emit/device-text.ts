// The hash of everything that determines a transform's speed and errors: its kernels, codelets and tables, the device functions
// that these call, and the sizes and parameters of the launches. Comments, names of files, licences and namespaces are excluded,
// as are the host's queries of the driver before a launch: evidence of a text holds as long as the GPU does the same.
import { createHash } from "node:crypto";
import { callingTexts } from "./calling-texts.js";
import { deviceFunctions } from "./device-functions.js";
import { launchConfigurations } from "./launch-configuration.js";
import { at } from "../failure/errors.js";
import type { Unit } from "./unit.js";

/** `sha256:` and 64 hexadecimal digits, the format of evidence. */
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

/** The hash of a package: that of its unit, or for plans for several GPUs the hash of theirs. */
export function packageTextHash(units: readonly Unit[]): string {
  const hashes = units.map((unit) => `${deviceTextHash(unit)}${servedText(unit)}`);
  if (hashes.length === 1) return at(hashes, 0);
  return `sha256:${createHash("sha256").update(hashes.toSorted().join("\n")).digest("hex")}`;
}

/** Which batches a unit serves was verified, too. */
const servedText = ({ upToBatch }: Unit): string => (upToBatch === undefined ? "" : ` up to batch ${upToBatch}`);

/** The code without comments and blank lines. */
const codeOf = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/\/\/.*$/, "").trim())
    .filter((line) => line !== "")
    .join("\n");
