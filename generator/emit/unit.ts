// A unit: all text of one plan, before it becomes files. Linkers turn units into files: one or its variants into a package,
// several into a bundle, candidates into a pack. Codelets and tables are values with keys, so that a linker may print each once.
import { membersWithin, sharesPlaces } from "../plan/array-overlaps.js";
import { arraysOf } from "../plan/arrays.js";
import { buildCodelet, codeletName, printCodelet } from "../codelet/codelet.js";
import { hadamardName, printHadamard } from "../codelet/hadamard.js";
import { buildHermitian, hermitianName, printHermitian, type HermitianSpec } from "../codelet/hermitian.js";
import { InputError, invariant } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { MatrixOperand } from "../kernel/matrix-program.js";
import { isPersistent, phasesOf, threadStepsOf, type Kernel, type SingleStep } from "../kernel/program.js";
import type { HostProgram } from "../kernel/host-program.js";
import type { ElementType } from "../plan/elements.js";
import { presentParts, type Part } from "../plan/parts.js";
import type { ScheduledPlan } from "../plan/plan.js";
import type { Direction, NumberFormat } from "../plan/transform.js";
import { transformTitle } from "./contract.js";
import { elementText, LOADED, STORED } from "./element-text.js";
import { codeletArchitecture, compiledFrom, featuresOf, type Feature } from "./features.js";
import { wrap } from "./lines.js";
import { printElementFunction, printPairFunction } from "./print-element-functions.js";
import { printKernel } from "./print-kernel.js";
import { isAccess, type Access } from "../kernel/access.js";
import { NEGATED_IF, printAlternating, printLoadIf, printPlace } from "./print-place.js";
import { windowTables } from "./window-tables.js";
import { constantsView, matrixView, placesView, tableView, type TableView } from "./table-view.js";

export interface Unit {
  /** The name of its functions and files: an identifier of C. */
  readonly name: string;
  readonly title: string;
  readonly plan: ScheduledPlan;
  /** The GPU of the plan. */
  readonly gpu: Gpu;
  readonly host: HostProgram;
  /** The plan in notation, wrapped. */
  readonly notation: readonly string[];
  readonly codelets: readonly Codelet[];
  readonly tables: readonly Table[];
  /** Functions that no other transform has. */
  readonly own: readonly string[];
  /** Definitions, from comment to closing brace. */
  readonly kernels: readonly string[];
  /** In the order in which they are printed. */
  readonly features: readonly Feature[];
  readonly largestBatch: number;
  /** Of several plans for one GPU this one is for batches up to that; undefined for any batch beyond those of the others. */
  readonly upToBatch: number | undefined;
}

/** A butterfly as a device function. */
export interface Codelet {
  /** Name and type of the elements: functions of one name overload each other. */
  readonly key: string;
  /** The format of its arithmetic. */
  readonly storage: NumberFormat;
  readonly text: string;
}

/** An array of constants in device memory. */
export interface Table {
  readonly name: string;
  /** `f32`, `f32_inverse`: tables of one name have other numbers in another group. */
  readonly group: string;
  readonly view: TableView;
}

const GRID_LIMIT = 2 ** 31 - 1;

/**
 * Prints the content of all files of a transform.
 * @throws InputError for a batch that no launch can count
 */
export function makeUnit(plan: ScheduledPlan, host: HostProgram, notation: readonly string[], gpu: Gpu): Unit {
  const { transform } = plan;
  const { name } = host;
  const { input, output } = arraysOf(transform);
  const countable = Math.min(...host.launches.map(({ kernel }) => largestBatchOf(kernel)));
  if (countable < transform.batch) {
    throw new InputError(
      `${name}: a batch of ${transform.batch} needs more than the ${GRID_LIMIT} blocks that a launch may have; plan for smaller batches, or for larger tiles`,
    );
  }
  const kernels = host.launches.map(({ kernel }) => kernel);
  return {
    name,
    title: transformTitle(transform),
    plan,
    gpu,
    host,
    notation: notation.flatMap((kernel) => wrap(kernel, 112).map((line, index) => (index === 0 ? line : `  ${line}`))),
    codelets: codeletsOf(kernels),
    tables: tablesOf(kernels),
    own: [...elementFunctions(kernels), ...mappedPlaces(kernels)],
    kernels: kernels.map(printKernel),
    features: featuresOf(host, transform),
    largestBatch: Math.min(
      countable,
      sharesPlaces(input, transform.batch) ? Infinity : membersWithin(input),
      membersWithin(output),
    ),
    upToBatch: undefined,
  };
}

/** What becomes of elements as they are loaded and stored. */
const elementFunctions = (kernels: readonly Kernel[]): readonly string[] => [
  ...new Set(
    kernels.flatMap(({ arrays, precision }) =>
      arrays.flatMap(({ element, direction }) => {
        const { by, along } = element;
        if (by === undefined) return [];
        const name = direction === "read" ? LOADED : STORED;
        const ofPairs = along === undefined ? [] : [printPairFunction(by, along, name, precision, element)];
        return [printElementFunction(by, name, precision, element), ...ofPairs];
      }),
    ),
  ),
];

/** The largest batch whose blocks, or tiles, a launch can count. */
function largestBatchOf(kernel: Kernel): number {
  const { tiles, cluster } = kernel;
  // The number of persistent clusters is limited by the GPU, not by the number of tiles.
  const blocks = isPersistent(kernel) ? 1 : cluster;
  return Math.floor(GRID_LIMIT / (tiles.perGroup * blocks)) * tiles.batch;
}

/** The codelets in the order of first use. */
function codeletsOf(kernels: readonly Kernel[]): readonly Codelet[] {
  const codelets = new Map<string, Codelet>();
  for (const kernel of kernels) {
    const { held } = kernel.elements;
    const { storage } = held;
    const type = elementText(held);
    for (const { name, print } of phasesOf(kernel)
      .flatMap(threadStepsOf)
      .flatMap((step) => calledBy(step, held))) {
      const key = `${name} ${type}`;
      if (codelets.has(key)) continue;
      const lines = compiledFrom(codeletArchitecture(held), [print().trimEnd()]);
      codelets.set(key, { key, storage, text: lines.join("\n") });
    }
  }
  return [...codelets.values()];
}

/** The functions that a step calls. */
function calledBy(
  step: SingleStep,
  held: ElementType<NumberFormat>,
): readonly { readonly name: string; readonly print: () => string }[] {
  const { storage } = held;
  if (step.kind === "butterfly")
    return [{ name: codeletName(step.codelet), print: () => printCodelet(buildCodelet(step.codelet), storage) }];
  if (step.kind === "hadamard" && step.place === "registers")
    return [{ name: hadamardName(step.codelet), print: () => printHadamard(step.codelet, elementText(held)) }];
  return hermitianSpecs(step).map((spec) => ({
    name: hermitianName(spec),
    print: () => printHermitian(buildHermitian(spec), storage),
  }));
}

function hermitianSpecs(step: SingleStep): readonly HermitianSpec[] {
  if (step.kind === "hermitian-pairs") return [step.codelet];
  return step.kind === "hermitian"
    ? [step.pairs, step.ends, ...(step.rows === undefined ? [] : [step.rows.edges])]
    : [];
}

/** Twiddle factors, then matrices for tensor cores, constants, places. */
function tablesOf(kernels: readonly Kernel[]): readonly Table[] {
  const groupOf = (storage: NumberFormat, direction: Direction): string =>
    direction === "inverse" ? `${storage}_inverse` : storage;
  const directions = new Map<string, Direction>();
  for (const { name, direction } of kernels.flatMap(({ tables }) => tables)) {
    invariant((directions.get(name) ?? direction) === direction, () => `emit: two tables are called ${name}`);
    directions.set(name, direction);
  }
  const twiddles = kernels.flatMap((kernel) =>
    kernel.tables.map(
      (table) =>
        [table.name, () => ({ group: groupOf(table.storage, table.direction), view: tableView(table) })] as const,
    ),
  );
  const constants = kernels
    .flatMap((kernel) => [...kernel.constants, ...windowTables(kernel)])
    .map((table) => [table.name, () => ({ group: "constants", view: constantsView(table) })] as const);
  const matrices = kernels.flatMap((kernel) =>
    kernel.matrices.map(
      (operand) =>
        [
          operand.name,
          () => ({ group: groupOf(operand.spec.storage, directionOf(operand)), view: matrixView(operand) }),
        ] as const,
    ),
  );
  const places = kernels
    .flatMap((kernel) => kernel.places)
    .map((table) => [table.name, () => ({ group: "places", view: placesView(table) })] as const);
  return [
    ...new Map<string, () => { group: string; view: TableView }>([...twiddles, ...matrices, ...constants, ...places]),
  ].map(([, make]) => {
    const { group, view } = make();
    return { name: view.name, group, view };
  });
}

const directionOf = ({ spec }: MatrixOperand): Direction => (spec.kind === "dft" ? spec.direction : "forward");

function placeTexts({ kind, index, parts, numbers, indices = [] }: Access, wide: boolean): readonly string[] {
  const present = parts === undefined ? [] : presentParts(parts);
  const asked = indices.flatMap(({ map }) => (map === undefined ? [] : [map]));
  const maps = [...(parts === undefined ? index.mapped : present).map(({ map }) => map), ...asked];
  const hasSign = (wanted: Part["sign"]): boolean => present.some(({ sign }) => sign === wanted);
  const isLoadedIf =
    kind === "read" && present.some(({ sign, from, below }) => from > 0 || below !== undefined || sign === "odd");
  return [
    ...[...(numbers === undefined ? [] : [numbers]), ...maps].flatMap((map) => printPlace(map, wide)),
    ...(hasSign("alternating") ? [printAlternating(wide)] : []),
    ...(hasSign("odd") ? [NEGATED_IF] : []),
    ...(isLoadedIf ? [printLoadIf(wide)] : []),
  ];
}

/** The functions that compute places by maps, where a kernel reads or stores by maps. */
function mappedPlaces(kernels: readonly Kernel[]): readonly string[] {
  const texts = kernels.flatMap((kernel) =>
    phasesOf(kernel)
      .flatMap(threadStepsOf)
      .flatMap((step) => (isAccess(step) ? placeTexts(step, kernel.wideOffsets) : [])),
  );
  return [...new Set(texts)];
}
