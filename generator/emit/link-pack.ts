// Links many units for one program to measure, run or compare: each in its given directory, the device functions once for all.
import { DEVICE_HEADER, deviceHeader } from "./device-header.js";
import { distinctFiles, inFolder, type GeneratedFile } from "./files.js";
import { transformSources } from "./link-sources.js";
import { linkedTransform } from "./linked-transform.js";
import { USUAL_SYMBOLS } from "./symbols.js";
import type { Unit } from "./unit.js";

export interface PackedUnit {
  /** The directory of its sources: `c2c_f32_4096/2`. */
  readonly folder: string;
  readonly unit: Unit;
}

/** The directory of headers that all units share. */
export const PACK_RUNTIME = "runtime";

/** The files of several units that are built together: the sources of all units, and their shared files below `runtime/`. */
export function linkPack(units: readonly PackedUnit[]): readonly GeneratedFile[] {
  const device = deviceHeader(
    units.map(({ unit }) => unit),
    USUAL_SYMBOLS,
  );
  return distinctFiles([
    { path: `${PACK_RUNTIME}/${DEVICE_HEADER}`, text: device.text },
    ...units.flatMap(({ folder, unit }) =>
      inFolder(folder, transformSources(linkedTransform(unit.name, [unit]), USUAL_SYMBOLS, device.namespace)),
    ),
  ]);
}
