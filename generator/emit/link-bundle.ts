// Links several transforms into a bundle: one directory, one header, one target; device functions, codelets and tables once; and a
// function that finds a transform at run time.
import { at, InputError } from "../failure/errors.js";
import { NUMBER_FORMATS, type NumberFormat } from "../plan/transform.js";
import { cmakeLists } from "./cmake.js";
import { bundleDescription } from "./describe-bundle.js";
import { DEVICE_HEADER, deviceHeader } from "./device-header.js";
import { BUNDLE_DESCRIPTION } from "../json/bundle-description.js";
import { clientFiles, clientRows, type ClientName } from "./bundle-clients.js";
import { emulatedFiles } from "./emulated-bundle.js";
import { distinctFiles, type GeneratedFile } from "./files.js";
import { foundTransforms, leftOutLines } from "./found-transforms.js";
import { hostSources, insideOf, stemOf } from "./link-sources.js";
import { linkedUnits, mainUnit, placedUnits, type LinkedTransform, type PlacedUnit } from "./linked-transform.js";
import { architectureFlags } from "./package-readme.js";
import { printCodelets, printKernels, printTables, roundedTo, type Surroundings } from "./print-device-files.js";
import { apiMacro, versionMacro } from "./print-interface.js";
import { printVerification, VERIFICATION_SOURCE } from "./print-verification.js";
import { licenceFile } from "./read-template.js";
import { render } from "./render.js";
import {
  bundleNameProblem,
  bundleSymbols,
  bundleTarget,
  closeNamespaces,
  headerPath,
  includeFolder,
  includeGuard,
  macroPrefix,
  openNamespaces,
  qualifiedName,
  type Symbols,
} from "./symbols.js";
import type { Codelet, Table } from "./unit.js";
import { choosingTexts } from "./choose-variant.js";
import type { FileRow } from "./views.js";

export interface Bundle {
  /** The name of its header and its targets, and by default of its functions: `fft`. */
  readonly name: string;
  readonly transforms: readonly LinkedTransform[];
  /** The namespaces are the bundle's own: those of its transforms are inside them. Default: `bundleSymbols`. */
  readonly symbols?: Symbols;
  /** Whose it is beside programs in C and C++. Default: nobody's. */
  readonly clients?: readonly ClientName[];
  /** Compiled for the host, under the emulator, on machines without a GPU. Default: for GPUs. */
  readonly isHost?: boolean;
}

/**
 * All files of a bundle, in a fixed order.
 * @throws InputError if two transforms, or a transform and the bundle, have one name, which must be unique in C
 */
export function linkBundle({
  name,
  transforms,
  symbols = bundleSymbols(name),
  clients = [],
  isHost = false,
}: Bundle): readonly GeneratedFile[] {
  const problem = bundleNameProblem(name);
  if (problem !== undefined) throw new InputError(problem);
  if (transforms.length === 0) throw new InputError(`the bundle ${name} has no transforms: give it at least one`);
  requireDistinctNames(name, transforms);
  const units = transforms.flatMap(linkedUnits);
  const device = deviceHeader(units, symbols, transforms.flatMap(choosingTexts));
  const surroundings: Surroundings = { symbols, inside: [], runtime: device.namespace };
  const tables = sharedTables(units.flatMap((unit) => unit.tables));
  const sources = distinctFiles([
    { path: headerPath(symbols, name), text: printBundleInterface(name, transforms, symbols) },
    { path: `${name}.cu`, text: printFinder(name, transforms, symbols) },
    ...transforms.flatMap((linked) => [
      ...hostSources(linked, symbols),
      ...placedUnits(linked).map((placed) => kernelsFile(linked, placed, tables, surroundings)),
    ]),
    ...codeletFiles(
      units.flatMap((unit) => unit.codelets),
      surroundings,
    ),
    ...tables.map((table) => tableFile(table, surroundings)),
    { path: DEVICE_HEADER, text: device.text },
  ]);
  const target = bundleTarget(symbols, name);
  const title = `${name}: ${transforms.length} transforms`;
  const description = bundleDescription(name, transforms, symbols, isHost);
  const ofClients = clientFiles(clients, {
    name,
    title,
    transforms,
    symbols,
    sources: [...sources, description],
    isHost,
  });
  const theirs = [...ofClients.values()].flat();
  if (isHost) {
    const emulated = emulatedFiles(name, title, [...sources, ...theirs], symbols);
    return [...sources, description, ...theirs, ...emulated, licenceFile()];
  }
  const files = [
    ...sources,
    description,
    ...theirs,
    {
      path: VERIFICATION_SOURCE,
      text: printVerification(`${target}_verify`, title, transforms, [headerPath(symbols, name)], symbols),
    },
    {
      path: "CMakeLists.txt",
      text: cmakeLists({
        title,
        name: target,
        folder: name,
        transforms,
        sources,
        umbrella: { prefix: symbols.prefix, source: `${name}.cu` },
        symbols,
        clients: ofClients,
      }),
    },
    licenceFile(),
  ];
  return [...files, { path: "README.md", text: printReadme(name, transforms, symbols, files) }];
}

function requireDistinctNames(name: string, transforms: readonly LinkedTransform[]): void {
  const names = transforms.map((linked) => linked.name);
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice !== undefined) throw new InputError(`the bundle ${name} has two transforms that are called ${twice}`);
  if (names.includes(name)) throw new InputError(`the bundle cannot be called ${name}: a transform in it is`);
}

/** A table with its namespace: `f32`, or `f32_2` where another table has its name in `f32`. */
interface PlacedTable extends Table {
  readonly namespace: string;
}

/** The tables of different text. */
function sharedTables(tables: readonly Table[]): readonly PlacedTable[] {
  const placed: PlacedTable[] = [];
  for (const table of tables) {
    if (placed.some((other) => isSameTable(other, table))) continue;
    const others = placed.filter(({ name, group }) => name === table.name && group === table.group).length;
    placed.push({ ...table, namespace: others === 0 ? table.group : `${table.group}_${others + 1}` });
  }
  return placed;
}

const isSameTable = (one: Table, other: Table): boolean =>
  one.name === other.name &&
  one.group === other.group &&
  one.view.computed === other.view.computed &&
  one.view.lines.join("") === other.view.lines.join("");

const tablePath = ({ namespace, name }: PlacedTable): string => `tables/${namespace}_${name}.cuh`;

function tableFile(table: PlacedTable, surroundings: Surroundings): GeneratedFile {
  const { namespace, name, group } = table;
  const storage = NUMBER_FORMATS.find((one) => group === one || group === `${one}_inverse`);
  const heading =
    storage === undefined
      ? [group === "places" ? "Indices that rows are gathered from." : "Factors of the elements, index by index."]
      : [`Constants of ${group.replace("_", ", ")} transforms, each part rounded correctly to ${roundedTo(storage)}.`];
  const text = printTables(
    [table],
    heading,
    { ...surroundings, inside: [namespace] },
    [namespace, name, "CUH"],
    `../${DEVICE_HEADER}`,
  );
  return { path: tablePath(table), text };
}

const codeletPath = (storage: NumberFormat): string => `codelets_${storage}.cuh`;

/** One file for each kind of numbers. */
function codeletFiles(codelets: readonly Codelet[], surroundings: Surroundings): readonly GeneratedFile[] {
  const distinct = [...new Map(codelets.map((codelet) => [codelet.key, codelet])).values()];
  const storages = [...new Set(distinct.map(({ storage }) => storage))];
  return storages.map((storage) => ({
    path: codeletPath(storage),
    text: printCodelets(
      distinct.filter((codelet) => codelet.storage === storage),
      `The butterflies in ${storage}.`,
      surroundings,
      ["CODELETS", storage, "CUH"],
    ),
  }));
}

function kernelsFile(
  linked: LinkedTransform,
  placed: PlacedUnit,
  tables: readonly PlacedTable[],
  surroundings: Surroundings,
): GeneratedFile {
  const { unit } = placed;
  const own = unit.tables.map((table) =>
    at(
      tables.filter((placed) => isSameTable(placed, table)),
      0,
    ),
  );
  const storages = [...new Set(unit.codelets.map(({ storage }) => storage))];
  const parts = {
    includes: [DEVICE_HEADER, ...storages.map(codeletPath), ...own.map(tablePath)],
    tables: own.map(({ namespace, name }) => qualifiedName(surroundings.symbols, namespace, name)),
    codelets: [],
  };
  return {
    path: `${stemOf(linked, placed)}_kernels.cuh`,
    text: printKernels(unit, { ...surroundings, inside: insideOf(linked, placed) }, parts),
  };
}

const printBundleInterface = (name: string, transforms: readonly LinkedTransform[], symbols: Symbols): string =>
  render("bundle.h", {
    name,
    prefix: symbols.prefix,
    macro: macroPrefix(symbols),
    guard: includeGuard(symbols, name, "BUNDLE_H"),
    interfaces: transforms.map((linked) => `${linked.name}.h`),
    macros: [...versionMacro(macroPrefix(symbols)), "", ...apiMacro(macroPrefix(symbols))],
    transforms: transforms.map((linked) => `${linked.name}: ${mainUnit(linked).title}`),
    leftOut: leftOutLines(transforms),
  });

const printFinder = (name: string, transforms: readonly LinkedTransform[], symbols: Symbols): string => {
  const around = [...symbols.namespaces, ""];
  return render("bundle.cu", {
    name,
    header: headerPath(symbols, name),
    prefix: symbols.prefix,
    macro: macroPrefix(symbols),
    namespace: qualifiedName(symbols),
    opening: openNamespaces(around),
    closing: closeNamespaces(around),
    transforms: foundTransforms(transforms, symbols, macroPrefix(symbols)),
  });
};

function printReadme(
  name: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
  files: readonly GeneratedFile[],
): string {
  const sources = files.map(({ path }) => path).filter((path) => path.endsWith(".cu") && path !== VERIFICATION_SOURCE);
  return render("bundle-readme.md", {
    name,
    include: `${includeFolder(symbols)}/${name}.h`,
    target: bundleTarget(symbols, name),
    prefix: symbols.prefix,
    macro: macroPrefix(symbols),
    namespace: qualifiedName(symbols),
    architectureFlags: architectureFlags(transforms),
    sources: sources.join(" "),
    objects: sources.map((path) => path.replace(/\.cu$/, ".o")).join(" "),
    transforms: transforms.map((linked) => ({
      name: linked.name,
      title: mainUnit(linked).title,
      gpus: linked.variants.map(({ gpu }) => gpu.name).join(", "),
      plan: linkedUnits(linked)
        .map(({ notation }) => notation.map((line) => `\`${line.trim()}\``).join(" "))
        .join("; "),
    })),
    files: rowsOf(
      files.map(({ path }) => path),
      name,
      transforms,
      symbols,
    ),
  });
}

/** The list of files, with one row for each transform's own. */
function rowsOf(
  paths: readonly string[],
  name: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
): readonly FileRow[] {
  const hasTables = paths.some((path) => path.startsWith("tables/"));
  return [
    {
      path: headerPath(symbols, name),
      what: "declares everything, and the function that finds a transform at run time",
    },
    { path: `${name}.cu`, what: "the table that this function searches" },
    { path: BUNDLE_DESCRIPTION, what: "the transforms as data, for bindings of other languages" },
    ...clientRows(name, symbols, paths),
    ...transforms.map((linked) => ({
      path: headerPath(symbols, linked.name),
      what: `the interface; \`${linked.name}.cu\` is the launcher, ${placedUnits(linked)
        .map((placed) => `\`${stemOf(linked, placed)}_kernels.cuh\``)
        .join(", ")} the kernels`,
    })),
    { path: "codelets_*.cuh", what: "butterflies, each once" },
    ...(hasTables ? [{ path: "tables/", what: "constants, each once: twiddle factors, matrices" }] : []),
    { path: DEVICE_HEADER, what: "the device functions that all kernels use" },
    {
      path: VERIFICATION_SOURCE,
      what: "the verification and benchmark program; not needed to use the transforms",
    },
    { path: "CMakeLists.txt", what: "one target, and one for each transform" },
    { path: "LICENSE", what: "the licence of all of these files" },
  ];
}
