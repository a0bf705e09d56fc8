// Prints the host side of a transform: it checks arguments and launches kernels, and with several variants selects one.
import { at } from "../failure/errors.js";
import { usesWorkspace } from "../kernel/program.js";
import { constantFunctions, hasComputed } from "./computed-constants.js";
import { architectureOf } from "./contract.js";
import { launchFunctions } from "./launch-functions.js";
import {
  askedCalls,
  askedLines,
  isChecked,
  launchLines,
  launchStatus,
  preparationLines,
  secondArrayLines,
  workspaceLines,
} from "./launcher-view.js";
import { block, indent } from "./lines.js";
import { transformFacts, type LinkedTransform, type TransformFacts, type Variant } from "./linked-transform.js";
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
  const around = [...symbols.namespaces, name, ""];
  const [only] = variants.length === 1 ? variants : [];
  return render("launcher.cu", {
    title: facts.title,
    symbol: facts.symbol,
    header,
    includes,
    variants:
      only === undefined ? variants.map((variant) => variantView(variant, facts, [...symbols.namespaces, name])) : [],
    opening: openNamespaces(around),
    closing: closeNamespaces(around),
    functions: only === undefined ? choosingFunctions(variants, facts) : unitFunctions(only.unit),
    namespace: qualifiedName(symbols, name),
    declared: facts.signature.declared,
    passed: facts.signature.passed,
    largestBatch: `${facts.largestBatch}u`,
    state: facts.preparation === undefined ? STATELESS : STATEFUL,
    prepareBody: indent(
      facts.preparation === undefined ? [] : only === undefined ? chosen("variant.prepare()") : prepareLines(only.unit),
    ),
    workspaceBody: indent(only === undefined ? largestWorkspace(variants) : workspaceLines(only.unit.host)),
    checks: indent(argumentChecks(facts)),
    body: indent(only === undefined ? chosen(`variant.execute(${facts.signature.passed})`) : executeLines(only.unit)),
  });
}

function argumentChecks({ usesWorkspace: uses, signature, alignments }: TransformFacts): readonly string[] {
  const pointers = [
    ...signature.pointers.map(({ name, array }) => ({ name, bytes: alignments[array].bytes })),
    ...(uses ? [{ name: "workspace", bytes: alignments.workspace.bytes }] : []),
  ];
  return [
    `if (${pointers.map(({ name }) => `${name} == nullptr`).join(" || ")}) return cudaErrorInvalidValue;`,
    `if (${pointers.map(({ name, bytes }) => `misaligned(${name}, ${bytes})`).join(" || ")}) return cudaErrorMisalignedAddress;`,
  ];
}

/** The functions that the launches of one unit call. */
const unitFunctions = (unit: Unit): readonly string[] => [
  ...imageFunction(unit),
  ...launchFunctions(unit.host),
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

/** A variant has a namespace of its own. */
function variantView(
  { unit, label }: Variant,
  { signature, preparation }: TransformFacts,
  outer: readonly string[],
): VariantView {
  const around = [...outer, label, ""];
  return {
    opening: [`// Planned for ${unit.gpu.name}.`, ...openNamespaces(around)],
    functions: [
      ...unitFunctions(unit),
      ...block("size_t workspace_bytes(size_t batch)", workspaceLines(unit.host)),
      "",
      ...block(`cudaError_t execute(${signature.declared})`, executeLines(unit)),
      ...(preparation === undefined ? [] : ["", ...block("cudaError_t prepare()", prepareLines(unit))]),
    ],
    closing: closeNamespaces(around),
  };
}

/** A workspace large enough for each variant: callers allocate without knowing the device. */
const largestWorkspace = (variants: readonly Variant[]): readonly string[] => [
  "std::size_t largest = 0;",
  ...block(
    `for (const std::size_t bytes : {${variants.map(({ label }) => `${label}::workspace_bytes(batch)`).join(", ")}})`,
    ["if (bytes > largest) largest = bytes;"],
  ),
  "return largest;  // of all variants",
];

/** The text that chooses among variants; empty for a single one. */
export const choosingTexts = ({ variants }: LinkedTransform): readonly string[] =>
  variants.length === 1 ? [] : [knownDevices(variants)];

/** The namespaces of variants see the device functions. */
const knownDevices = (variants: readonly Variant[]): string =>
  `${at(variants, 0).label}::Asked<2> known;  // the devices of this process: compute capability (90 is 9.0), shared memory of a block`;

/** The table of variants, and the query of the device. */
function choosingFunctions(
  variants: readonly Variant[],
  { signature, preparation }: TransformFacts,
): readonly string[] {
  return [
    ...block("struct Variant", [
      "int planned;  // compute capability that it was planned for: 90 is 9.0",
      "int needed;   // lowest compute capability that runs it",
      "int shared_bytes;",
      `cudaError_t (*execute)(${signature.declared});`,
      ...(preparation === undefined ? [] : ["cudaError_t (*prepare)();"]),
    ]).with(-1, "};"),
    "",
    "// The variant for the most capable GPU comes first.",
    "const Variant variants[] = {",
    ...variants.map(
      ({ unit, label, planned, needed: need, sharedBytes }) =>
        `    {${planned}, ${need}, ${sharedBytes}, ${label}::execute${preparation === undefined ? "" : `, ${label}::prepare`}},  // ${unit.gpu.name}`,
    ),
    "};",
    "",
    knownDevices(variants),
    "",
    ...block("cudaError_t ask_what_runs(int* numbers)", [
      "int ordinal = 0;",
      "int major = 0;",
      "int minor = 0;",
      "cudaError_t status = cudaGetDevice(&ordinal);",
      "if (status == cudaSuccess) status = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, ordinal);",
      "if (status == cudaSuccess) status = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, ordinal);",
      "numbers[0] = 10 * major + minor;",
      "if (status != cudaSuccess) return status;",
      "return cudaDeviceGetAttribute(&numbers[1], cudaDevAttrMaxSharedMemoryPerBlockOptin, ordinal);",
    ]),
    "",
  ];
}

/** Variants planned for this device or for lesser ones come first, then the others that run on it. */
const chosen = (call: string): readonly string[] => [
  "int device[2] = {};  // compute capability, bytes of shared memory",
  "const cudaError_t status = known.once(device, ask_what_runs);",
  "if (status != cudaSuccess) return status;",
  ...block("for (const bool as_planned : {true, false})", [
    ...block("for (const Variant& variant : variants)", [
      "const bool planned = device[0] >= variant.planned;",
      "const bool runs = device[0] >= variant.needed && device[1] >= variant.shared_bytes;",
      "if (!runs || planned != as_planned) continue;",
      `const cudaError_t done = ${call};`,
      "if (done != cudaErrorNoKernelImageForDevice) return done;",
      "static_cast<void>(cudaGetLastError());  // not an error of the caller's: another variant may be compiled for this device",
    ]),
  ]),
  "return cudaErrorNoKernelImageForDevice;",
];
