// The sources of one transform: its header, its launcher, and for each unit the kernels with their codelets and tables.
// Packages and packs contain them; bundles print codelets and tables separately.
import { DEVICE_HEADER } from "./device-header.js";
import { hasTwiddles } from "../plan/transform.js";
import type { GeneratedFile } from "./files.js";
import { placedUnits, type LinkedTransform, type PlacedUnit } from "./linked-transform.js";
import { printKernels, printTables, roundedTo, type Surroundings } from "./print-device-files.js";
import { printInterface } from "./print-interface.js";
import { printLauncher } from "./print-launcher.js";
import { headerPath, type Symbols } from "./symbols.js";
import type { Unit } from "./unit.js";

/** The sources in one directory; it, or the include path, has the device header. `runtime`: the namespace of that. */
export const transformSources = (
  linked: LinkedTransform,
  symbols: Symbols,
  runtime: string,
): readonly GeneratedFile[] => [
  ...hostSources(linked, symbols),
  ...placedUnits(linked).flatMap((placed) => deviceSources(linked, placed, symbols, runtime)),
];

/** Header and launcher. */
export function hostSources(linked: LinkedTransform, symbols: Symbols): readonly GeneratedFile[] {
  const { name } = linked;
  const kernels = placedUnits(linked).map((placed) => `${stemOf(linked, placed)}_kernels.cuh`);
  return [
    { path: headerPath(symbols, name), text: printInterface(linked, symbols) },
    { path: `${name}.cu`, text: printLauncher(linked, symbols, headerPath(symbols, name), kernels) },
  ];
}

/** `c2c_f32_256`; of units for several GPUs and batches `c2c_f32_256_sm90_batch_64`. */
export const stemOf = (linked: LinkedTransform, placed: PlacedUnit): string => insideOf(linked, placed).join("_");

/** The namespaces inside those of the symbols: that of the transform, and those of the unit where there are several. */
export const insideOf = ({ name }: LinkedTransform, { labels }: PlacedUnit): readonly string[] => [name, ...labels];

function deviceSources(
  linked: LinkedTransform,
  placed: PlacedUnit,
  symbols: Symbols,
  runtime: string,
): readonly GeneratedFile[] {
  const { unit } = placed;
  const stem = stemOf(linked, placed);
  const surroundings = { symbols, inside: insideOf(linked, placed), runtime };
  const tables = tablesFile(unit, stem, surroundings);
  const includes = [DEVICE_HEADER, ...tables.map(({ path }) => path)];
  const text = printKernels(unit, surroundings, { includes, tables: [], codelets: unit.codelets });
  return [{ path: `${stem}_kernels.cuh`, text }, ...tables];
}

/** Empty where kernels read no tables. */
function tablesFile(unit: Unit, stem: string, surroundings: Surroundings): readonly GeneratedFile[] {
  if (unit.tables.length === 0) return [];
  const { precision } = unit.plan.transform;
  const heading = !hasTwiddles(unit.plan.transform)
    ? [`${unit.title}: matrices for tensor cores.`]
    : [`${unit.title}: twiddle factors,`, `each part rounded correctly to ${roundedTo(precision)}.`];
  const text = printTables(unit.tables, heading, surroundings, [...surroundings.inside, "TABLES_CUH"]);
  return [{ path: `${stem}_tables.cuh`, text }];
}
