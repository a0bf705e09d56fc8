// Chooses the variant for the device that is current: the one planned for it or for a lesser one, or else one that runs on it.
import { at } from "../failure/errors.js";
import type { HostBodies } from "./host-bodies.js";
import { block } from "./lines.js";
import type { LinkedTransform, TransformFacts, Variant } from "./linked-transform.js";

/** The choice among variants, each in its namespace. */
export const chosenVariant = (variants: readonly Variant[], facts: TransformFacts): HostBodies => ({
  functions: choosingFunctions(variants, facts),
  workspaceBytes: largestWorkspace(variants),
  execute: chosen(`variant.execute(${facts.signature.passed})`),
  prepare: chosen("variant.prepare()"),
});

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

/** The namespaces of units see the device functions. */
const knownDevices = (variants: readonly Variant[]): string =>
  `${labelOfFirst(at(variants, 0))}::Asked<2> known;  // the devices of this process: compute capability (90 is 9.0), shared memory of a block`;

const labelOfFirst = ({ label, ranges }: Variant): string =>
  ranges.length === 1 ? label : `${label}::${at(ranges, 0).label}`;

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
      ({ gpu, label, planned, needed: need, sharedBytes }) =>
        `    {${planned}, ${need}, ${sharedBytes}, ${label}::execute${preparation === undefined ? "" : `, ${label}::prepare`}},  // ${gpu.name}`,
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
