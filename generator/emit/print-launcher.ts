// Prints the host side of a transform: it checks arguments and launches kernels; of several units it selects one, for the device by
// choose-variant.ts, for the batch by choose-range.ts.
import { at } from "../failure/errors.js";
import { usesWorkspace } from "../kernel/host-program.js";
import { chosenRange } from "./choose-range.js";
import { chosenVariant } from "./choose-variant.js";
import type { HostBodies } from "./host-bodies.js";
import { constantFunctions, hasComputed } from "./computed-constants.js";
import { architectureOf } from "./contract.js";
import {
  askedCalls,
  askingFunctions,
  askedLines,
  isChecked,
  launchLines,
  launchStatus,
  preparationLines,
  secondArrayLines,
  workspaceLines,
} from "./launcher-view.js";
import { block, indent } from "./lines.js";
import {
  placedUnits,
  transformFacts,
  type LinkedTransform,
  type PlacedUnit,
  type TransformFacts,
  type Variant,
} from "./linked-transform.js";
import { render } from "./render.js";
import { closeNamespaces, openNamespaces, qualifiedName, type Symbols } from "./symbols.js";
import type { VariantView } from "./views.js";
import type { Unit } from "./unit.js";

/** `header` and `includes`: the files that the launcher includes. */
export function printLauncher(
  linked: LinkedTransform,
  symbols: Symbols,
  header: string,
  includes: readonly string[],
): string {
  const { name, variants } = linked;
  const facts = transformFacts(linked, symbols);
  const outer = [...symbols.namespaces, name];
  const around = [...outer, ""];
  const placed = placedUnits(linked);
  const bodies = hostBodies(linked, facts);
  return render("launcher.cu", {
    title: facts.title,
    symbol: facts.symbol,
    header,
    includes,
    variants:
      placed.length === 1
        ? []
        : [
            ...placed.map((one) => unitView(one, facts, outer)),
            ...(variants.length === 1 ? [] : variants.flatMap((variant) => rangedView(variant, facts, outer))),
          ],
    opening: openNamespaces(around),
    closing: closeNamespaces(around),
    functions: bodies.functions,
    namespace: qualifiedName(symbols, name),
    declared: facts.signature.declared,
    passed: facts.signature.passed,
    largestBatch: `${facts.largestBatch}u`,
    state: facts.preparation === undefined ? STATELESS : STATEFUL,
    prepareBody: indent(facts.preparation === undefined ? [] : bodies.prepare),
    workspaceBody: indent(bodies.workspaceBytes),
    checks: indent(argumentChecks(facts)),
    body: indent(bodies.execute),
  });
}

function hostBodies({ variants }: LinkedTransform, facts: TransformFacts): HostBodies {
  const [first] = variants;
  if (variants.length > 1 || first === undefined) return chosenVariant(variants, facts);
  return first.ranges.length > 1 ? chosenRange(first, facts) : unitBodies(at(first.ranges, 0).unit);
}

const unitBodies = (unit: Unit): HostBodies => ({
  functions: unitFunctions(unit),
  workspaceBytes: workspaceLines(unit.host),
  execute: executeLines(unit),
  prepare: prepareLines(unit),
});

function argumentChecks({
  usesWorkspace: uses,
  maySkipWorkspace: maySkip,
  signature,
  alignments,
}: TransformFacts): readonly string[] {
  const pointers = [
    ...signature.pointers.map(({ name, array }) => ({ name, bytes: alignments[array].bytes })),
    ...(uses ? [{ name: "workspace", bytes: alignments.workspace.bytes }] : []),
    ...signature.operands.map(({ name, bytes }) => ({ name, bytes })),
  ];
  return [
    `if (${pointers
      .filter(({ name }) => !maySkip || name !== "workspace")
      .map(({ name }) => `${name} == nullptr`)
      .join(" || ")}) return cudaErrorInvalidValue;`,
    ...(maySkip ? ["if (workspace == nullptr && needed_workspace(batch) > 0) return cudaErrorInvalidValue;"] : []),
    `if (${pointers.map(({ name, bytes }) => `misaligned(${name}, ${bytes})`).join(" || ")}) return cudaErrorMisalignedAddress;`,
  ];
}

/** The functions that the launches of one unit call. */
const unitFunctions = (unit: Unit): readonly string[] => [
  ...imageFunction(unit),
  ...askingFunctions(unit.host),
  ...constantFunctions(unit.tables.map(({ view }) => view)),
];

const STATELESS = [
  "Nothing that a call does changes another one: no allocation, no synchronisation. Safe to call from several threads",
  "and inside stream capture.",
];

const STATEFUL = [
  "The first call on a GPU, of prepare or execute, computes constants, allocates and synchronises. All later calls are",
  "stateless. Safe to call from several threads and inside stream capture.",
];

/** Checks and launches, up to `return status`. */
function executeLines({ host }: Unit): readonly string[] {
  const check = checkedCalls([
    ...askedCalls(host),
    ...(hasComputed(host) ? ["constants().at_first(compute_constants)"] : []),
  ]);
  const preparation = preparationLines(host, check.length > 0);
  const declares = (index: number): boolean => index === 0 && check.length + preparation.length === 0;
  return [
    ...(usesWorkspace(host) ? [] : ["static_cast<void>(workspace);"]),
    ...askedLines(host),
    ...check,
    ...secondArrayLines(host),
    ...preparation,
    ...host.launches.flatMap((_, index) => launchLines(host, index, declares(index))),
    `return ${launchStatus(host)};`,
  ];
}

const checkedCalls = (calls: readonly string[]): readonly string[] =>
  calls.flatMap((call, index) => [
    `${index === 0 ? "cudaError_t " : ""}status = ${call};`,
    "if (status != cudaSuccess) return status;",
  ]);

/** Checks and computes, up to `return`. */
const prepareLines = ({ host }: Unit): readonly string[] =>
  hasComputed(host)
    ? [
        ...(isChecked(host)
          ? ["const cudaError_t status = find_kernels();", "if (status != cudaSuccess) return status;"]
          : []),
        "return constants().anew(compute_constants);",
      ]
    : ["return cudaSuccess;  // there are no constants to compute"];

/** Queries the architecture of the first kernel: all kernels are in one file. */
function imageFunction({ host }: Unit): readonly string[] {
  if (!isChecked(host)) return [];
  const need = architectureOf(host);
  return [
    "// Where the code for this device was compiled for an architecture that the kernels do not support, they are empty.",
    ...block("cudaError_t find_kernels()", [
      "cudaFuncAttributes found;",
      `const cudaError_t status = cudaFuncGetAttributes(&found, ${at(host.launches, 0).kernel.name});`,
      "if (status == cudaErrorInvalidDeviceFunction) return cudaErrorNoKernelImageForDevice;",
      "if (status != cudaSuccess) return status;",
      `return found.ptxVersion < ${need / 10} ? cudaErrorNoKernelImageForDevice : cudaSuccess;`,
    ]),
    "",
  ];
}

/** A unit among several has namespaces of its own. */
function unitView(
  { unit, labels, servesText }: PlacedUnit,
  facts: TransformFacts,
  outer: readonly string[],
): VariantView {
  return scopeView(`Planned for ${servesText}.`, unitBodies(unit), facts, [...outer, ...labels]);
}

/** The choice among the plans for one of several GPUs, in the namespace around theirs. */
const rangedView = (variant: Variant, facts: TransformFacts, outer: readonly string[]): readonly VariantView[] =>
  variant.ranges.length === 1
    ? []
    : [scopeView(`Planned for ${variant.gpu.name}.`, chosenRange(variant, facts), facts, [...outer, variant.label])];

function scopeView(
  note: string,
  { functions, workspaceBytes, execute, prepare }: HostBodies,
  { signature, preparation }: TransformFacts,
  inside: readonly string[],
): VariantView {
  const around = [...inside, ""];
  return {
    opening: [`// ${note}`, ...openNamespaces(around)],
    functions: [
      ...functions,
      ...block("size_t workspace_bytes(size_t batch)", workspaceBytes),
      "",
      ...block(`cudaError_t execute(${signature.declared})`, execute),
      ...(preparation === undefined ? [] : ["", ...block("cudaError_t prepare()", prepare)]),
    ],
    closing: closeNamespaces(around),
  };
}
