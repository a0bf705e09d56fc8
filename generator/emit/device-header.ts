// The device header of a package, a bundle or a pack: the device functions that its kernels and launchers call, as one file in a
// namespace named by a hash of their text. Two versions in one program, even in one translation unit, do not conflict: kernels
// see only the one that they name.
import { createHash } from "node:crypto";
import { callingTexts, launchingTexts } from "./calling-texts.js";
import { deviceFunctions } from "./device-functions.js";
import { featuresOfAll } from "./features.js";
import { render } from "./render.js";
import { closeNamespaces, includeGuard, openNamespaces, type Symbols } from "./symbols.js";
import type { Unit } from "./unit.js";

export const DEVICE_HEADER = "fftgen_device.cuh";

export interface DeviceHeader {
  readonly text: string;
  /** The namespace of the functions: `rt_1f0e2d3c`. */
  readonly namespace: string;
}

/** Digits of a hash in a name. */
const DIGITS = 8;

/** `choosing`: the texts that choose among variants of one transform. */
export function deviceHeader(units: readonly Unit[], symbols: Symbols, choosing: readonly string[] = []): DeviceHeader {
  const { systemHeaders, sections } = deviceFunctions(featuresOfAll(units), [
    ...units.flatMap((unit) => [...callingTexts(unit), ...launchingTexts(unit)]),
    ...choosing,
  ]);
  const hash = createHash("sha256");
  for (const lines of sections) hash.update(lines.join("\n"));
  const namespace = `rt_${hash.digest("hex").slice(0, DIGITS)}`;
  const around = [...symbols.namespaces, namespace];
  const text = render("device.cuh", {
    guard: includeGuard(symbols, namespace, "CUH"),
    namespace: around.join("::"),
    includes: systemHeaders,
    opening: openNamespaces(around),
    closing: closeNamespaces(around),
    sections: sections.map((lines) => ({ lines })),
  });
  return { text, namespace };
}
