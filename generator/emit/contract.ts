// The contract in words: what a generated transform computes, and the obligations of its caller.
import { operandText, type Argument } from "../pointwise/arguments.js";
import type { Alignment, Alignments } from "./alignment.js";
import type { Pointer, Signature } from "./signature.js";
import { arrayElementBytes, arraysOf, usualStride } from "../plan/arrays.js";
import { byFamily, type ByFamily } from "../plan/families.js";
import { kindTitle } from "../plan/kind-words.js";
import { arrayLines } from "./array-contract.js";
import type { DocumentedStride } from "./stride-contract.js";
import { trigonometricLines } from "./trigonometric-contract.js";
import { architectureName, type Gpu } from "../gpu/gpu.js";
import { isOnClusters, outputArray } from "../kernel/program.js";
import { largestWriter, type HostProgram } from "../kernel/host-program.js";
import { CALLED_FACTOR } from "../kernel/called-factor.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { chainOf } from "../plan/sub-computations.js";
import { elementTypeBytes } from "../plan/elements.js";
import { told } from "../plan/transform-fields.js";
import { isAlongAll, isComplex, isDense, shiftOf, sizeText, type Transform } from "../plan/transform.js";
import { neededArchitecture } from "./features.js";
import { arithmeticNote, shortContractLines } from "./short-contract.js";
import { matrixLines, rowOrderLine, signFactor } from "./sign-contract.js";

/** Whether any kernel needs thread-block clusters, bulk copies and the instructions introduced with them. */
export const usesClusters = (host: HostProgram): boolean => host.launches.some(({ kernel }) => isOnClusters(kernel));

/** `256x256x256 complex-to-complex FFT, f32, forward, natural order`; `4096 Walsh-Hadamard transform, bf16, natural order`. */
export function transformTitle(transform: Transform): string {
  const { precision, arithmetic } = transform;
  const along = isAlongAll(transform) ? "" : ` along ${transform.axes.join(", ")}`;
  // The title names native arithmetic of complex numbers, and either arithmetic of real numbers.
  const note = isComplex(transform) && arithmetic !== "native" ? "" : arithmeticNote(transform);
  return [
    `${sizeText(transform)} ${wordsOf(transform).name}${along}`,
    `${precision}${note}`,
    ...told(transform, ({ title }) => title),
  ].join(", ");
}

/** The words for a transform. */
interface Words {
  readonly name: string;
  /** What an output is, with the definitions of the names in it. */
  readonly formulas: () => readonly string[];
  readonly order: (plan: ScheduledPlan) => readonly string[];
}

const wordsOf = (transform: Transform): Words => byFamily(transform, WORDS);

const REAL_NAMES = { r2c: "real-to-complex", c2r: "complex-to-real" } as const;

const WORDS: ByFamily<Words> = {
  fourier: (transform) => ({
    name: "complex-to-complex FFT",
    formulas: () => [sumLine(transform, rootOfUnity(transform))],
    order: digitOrderLines,
  }),
  walsh: (transform) => ({
    name: `${transform.direction === "inverse" ? "inverse " : ""}Walsh-Hadamard transform`,
    formulas: () => [sumLine(transform, signFactor(transform)), ...matrixLines(transform)],
    order: () => [rowOrderLine(transform)],
  }),
  real: (transform) => ({
    name: `${REAL_NAMES[transform.kind]} FFT`,
    formulas: () => [sumLine(transform, rootOfUnity(transform))],
    order: digitOrderLines,
  }),
  trigonometric: (transform) => ({
    name: kindTitle(transform.kind),
    formulas: () => trigonometricLines(transform),
    order: () => [],
  }),
};

const rootOfUnity = ({ direction }: Transform): string => `exp(${direction === "forward" ? "-" : "+"}2 pi i j k / n)`;

function sumLine(transform: Transform, factor: string): string {
  const { scale, axes } = transform;
  const along = isAlongAll(transform) ? "every dimension" : axes.join(", ");
  const isCalled = transform.scaling === "run-time";
  const by = `${isCalled ? `${CALLED_FACTOR} * ` : ""}${scale === 1 ? "" : `${scale} * `}`;
  return `Computes, for each array of the batch, out[k] = ${by}sum over j of in[j] ${factor} along ${along}${scale === 1 && !isCalled ? "; unnormalised" : ""}.`;
}

/** The definition of the result: formula, shapes, order, units. */
export function contractLines(plan: ScheduledPlan): readonly string[] {
  const { transform } = plan;
  const { dimensions, distance } = transform;
  const { formulas, order } = wordsOf(transform);
  const lengths = dimensions.toReversed().map(({ name, length }) => `${name} ${length}`);
  const shape = isComplex(transform) && isDense(transform) ? "dense and row-major" : "row-major";
  const apart = isDense(transform) ? "follow each other" : `begin ${distance} elements apart; gaps are left unchanged`;
  const laid = arrayLines(transform);
  const computed = [
    ...formulas(),
    ...(laid.length > 0
      ? laid
      : [
          `Arrays are ${shape}: ${lengths.join(" by ")}, ${dimensions[0]?.name ?? "X"} contiguous; the arrays of a batch ${apart}.`,
        ]),
  ];
  const said = [...order(plan), ...told(transform, ({ sentence }) => sentence)];
  const roundings = shortContractLines(plan);
  return isComplex(transform) ? [...computed, ...roundings, ...said] : [...computed, ...said, ...roundings];
}

/** Where frequency 0 is, of sides where it is not the first; digit-reversed outputs have none such. */
function middleLine(transform: Transform): string | undefined {
  const shift = shiftOf(transform);
  if (shift === "none") return undefined;
  const sides = shift === "both" ? "Input and output have" : `The ${shift} has`;
  return `${sides} frequency 0 in the middle of each dimension that is shifted, at place n / 2, rounded down.`;
}

function digitOrderLines(plan: ScheduledPlan): readonly string[] {
  const { order, dimensions, axes } = plan.transform;
  const shifted = middleLine(plan.transform);
  if (shifted !== undefined) return [shifted];
  if (order === "natural") return ["Output is in natural order."];
  const transformed = dimensions.toReversed().filter(({ name }) => axes.includes(name));
  const reversed = transformed.map(({ name }) => {
    const radices = chainOf(plan, name).map(({ subComputation }) => subComputation.radix);
    return `${name}: radices ${radices.join(", ") || "none"}`;
  });
  return [
    "Output is in digit-reversed order: index k = k1 + r1 k2 + r1 r2 k3 + ... of a dimension of length n with radices r1, r2, ...",
    `is stored at k1 n/r1 + k2 n/(r1 r2) + ... . ${reversed.join("; ")}.`,
  ];
}

/** The obligations of callers of one transform, for all its GPUs. */
export interface CallerFacts {
  /** The prefix of C functions: `c2c_f32_256`. */
  readonly symbol: string;
  readonly alignments: Alignments;
  readonly usesWorkspace: boolean;
  /** Whether some batches need none, of a transform that uses it for others. */
  readonly maySkipWorkspace: boolean;
  readonly largestBatch: number;
  readonly signature: Signature;
  /** The strides in the signature. */
  readonly strides: readonly DocumentedStride[];
  /** Whether the output may be the input. */
  readonly inPlace: boolean;
  /** Whether the launcher queries how many clusters the GPU holds, and whether it makes a tensor map of the input. */
  readonly occupies: boolean;
  readonly fetches: boolean;
  /** The work of a call on the host. */
  readonly onHost: HostWork;
}

/** The work of one call on the host; the most of several variants. */
export interface HostWork {
  readonly launches: number;
  /** Whether some batches need fewer. */
  readonly mayBeFewer: boolean;
  /** The number of tensor maps for bulk copies. */
  readonly maps: number;
  readonly setsCounters: boolean;
  /** Whether it queries the driver before the first launch on a device. */
  readonly asks: boolean;
}

/** A parameter of execute, in words. */
export interface ParameterText {
  readonly name: string;
  readonly what: string;
}

/** What the parameters of execute are, in their order. `named`: their names in another language. */
export const parameterTexts = (
  {
    symbol,
    alignments,
    usesWorkspace: uses,
    maySkipWorkspace: maySkip,
    largestBatch,
    signature: { pointers, takesFactor, arguments: taken },
    strides,
    inPlace,
  }: CallerFacts,
  named: (name: string) => string = (name) => name,
): readonly ParameterText[] => [
  ...pointers.map((pointer) => ({
    name: named(pointer.name),
    what: arrayText(pointer, alignments[pointer.array], inPlace, named),
  })),
  {
    name: "workspace",
    what: uses
      ? `device pointer to ${symbol}_workspace_bytes(batch) bytes, ${alignedText(alignments.workspace)}; overwritten; ${maySkip ? "may be null for 0 bytes; " : ""}must not overlap the input or the output`
      : "not used; may be null",
  },
  { name: "batch", what: `number of arrays, at most ${largestBatch}; with 0 nothing is launched` },
  ...(takesFactor ? [{ name: CALLED_FACTOR, what: "every output is multiplied by it" }] : []),
  ...taken.map((argument) => ({ name: named(argument.name), what: argumentMeaning(argument) })),
  ...strides,
  {
    name: "stream",
    what: "stream of the launches; calls on different streams may run concurrently if they share neither output nor workspace",
  },
];

/** `device pointer to 64 x 512 complex numbers, X contiguous: filter[y,x] of the store`. */
function argumentMeaning(argument: Argument): string {
  if (argument.kind === "scalar") return `the number $${argument.name} of the expressions`;
  const { shape, isComplex } = argument;
  const extents = shape.map(({ length }) => (length === undefined ? "batch" : String(length))).join(" x ");
  return `device pointer to ${extents} ${isComplex ? "complex" : "real"} numbers, aligned to one of them: ${operandText(argument)} of the expressions, the last index fastest; not changed; must not overlap the output or the workspace`;
}

/** The same for Doxygen. */
export const parameterLines = (facts: CallerFacts): readonly string[] =>
  parameterTexts(facts).map(({ name, what }) => `@param ${name.padEnd(9)} ${what}`);

/** The array of a pointer, and whether a call changes it. */
function arrayText(
  { name, array, part }: Pointer,
  alignment: Alignment,
  inPlace: boolean,
  named: (name: string) => string,
): string {
  const what = part === undefined ? "batch arrays" : `the ${part.name} parts of batch arrays`;
  const twin = named(array === "in" ? name.replace("in", "out") : name.replace("out", "in"));
  const promise =
    array === "in"
      ? `not written${inPlace ? ` unless ${named(name)} == ${twin}` : ""}`
      : inPlace
        ? `may be the same as ${twin}, must not overlap it otherwise`
        : "must not overlap the input";
  return `device pointer to ${what}, ${alignedText(alignment)}; ${promise}`;
}

const alignedText = ({ bytes, reason }: Alignment): string =>
  `aligned to ${bytes} bytes${reason === undefined ? "" : `, ${reason}`}`;

/** The purpose of the workspace. */
export function workspaceNote(transform: Transform, host: HostProgram): string {
  const { arrays, counters } = host.workspace;
  const words = [
    ...(arrays > 0 ? [workspaceArrays(transform, host)] : []),
    ...(counters > 0 ? ["a few bytes of counters"] : []),
  ];
  return words.join(" and ") || "always 0";
}

/** The arrays of a Bluestein or Rader convolution are longer than the data. */
function workspaceArrays(transform: Transform, host: HostProgram): string {
  const { arrays } = host.workspace;
  const { input, output } = arraysOf(transform);
  const data = [input, output].map((array) => usualStride(array.distance) * arrayElementBytes(transform, array));
  const writer = largestWriter(host);
  const written = writer === undefined ? undefined : outputArray(writer);
  const own = written === undefined ? 0 : usualStride(written.distance) * elementTypeBytes(written.element);
  if (data.includes(own)) return arrays === 1 ? "the size of the data" : `${arrays} times the size of the data`;
  return `${arrays === 1 ? "" : `${arrays} times `}${own} bytes for each array of the batch`;
}

/** The actions of `execute` on the host, and the state that it keeps. */
export function hostLines({ launches, mayBeFewer, maps, setsCounters, asks }: HostWork): readonly string[] {
  const work = [
    launches === 1 ? "launches one kernel" : `launches ${mayBeFewer ? "at most " : ""}${launches} kernels`,
    ...(setsCounters ? ["sets counters in the workspace to 0"] : []),
    ...(maps === 0 ? [] : [`describes ${maps === 1 ? "one array" : `${maps} arrays`} to bulk copies`]),
  ];
  const last = work.at(-1) ?? "";
  const list = work.length === 1 ? last : `${work.slice(0, -1).join(", ")} and ${last}`;
  return [
    `A call ${list}; it allocates nothing and does not wait for the GPU.`,
    ...(asks
      ? [
          "The first call on a device also asks the driver what the kernels need there. The process keeps the answers, but no failure. They are lost with the device's primary context: after cudaDeviceReset one call may return cudaErrorInvalidValue, some of its kernels having been launched, and the next one asks again.",
        ]
      : []),
  ];
}

/** Errors of execute, with their numbers in CUDA. */
export const EXECUTE_ERRORS = {
  cudaErrorInvalidValue: 1,
  cudaErrorInvalidConfiguration: 9,
  cudaErrorNoKernelImageForDevice: 209,
  cudaErrorMisalignedAddress: 716,
  cudaErrorNotSupported: 801,
} as const;

export interface ErrorText {
  readonly name: keyof typeof EXECUTE_ERRORS;
  readonly what: string;
}

/** What the errors of execute mean. */
export const errorTexts = ({ occupies, fetches }: CallerFacts): readonly ErrorText[] => [
  {
    name: "cudaErrorInvalidValue",
    what: "a pointer is null, the batch is too large, or the kernels need more shared memory than this GPU has",
  },
  { name: "cudaErrorMisalignedAddress", what: "a pointer is not aligned as stated" },
  {
    name: "cudaErrorNoKernelImageForDevice",
    what: "the kernels do not support this GPU, or were not compiled for it",
  },
  ...(occupies
    ? [
        {
          name: "cudaErrorInvalidConfiguration",
          what: "no cluster fits on this GPU, or on this instance (MIG) of it",
        } as const,
      ]
    : []),
  ...(fetches
    ? [
        {
          name: "cudaErrorNotSupported",
          what: "the driver is older than CUDA 12 and has no tensor maps",
        } as const,
      ]
    : []),
];

/** The same for Doxygen. */
export const errorLines = (facts: CallerFacts): readonly string[] => [
  ...[{ name: "cudaSuccess", what: "all kernels were launched" }, ...errorTexts(facts)].map(
    ({ name, what }) => `@retval ${name.padEnd(33)} ${what}`,
  ),
  "@return any other error of the CUDA runtime",
];

/** The features that the GPU must have, and the GPU of the plan. */
export function requirementLines(hosts: readonly HostProgram[], gpu: Gpu): readonly string[] {
  const kernels = hosts.flatMap(({ launches }) => launches.map(({ kernel }) => kernel));
  const shared = Math.max(...kernels.map(({ sharedBytes }) => sharedBytes));
  const threads = Math.max(...kernels.map((kernel) => kernel.threads));
  const capability = Math.max(...hosts.map(architectureOf)) / 100;
  return [
    `Planned for ${gpu.name} (${architectureName(gpu.computeCapability)}); runs on compute capability ${capability.toFixed(1)} and later${hosts.some(usesClusters) ? ", with thread-block clusters," : ""} where a block may have ${threads} threads and ${shared} bytes of shared memory.`,
  ];
}

/** The architecture that all kernels together need, as in CUDA's macros: 900 for compute capability 9.0. */
export const architectureOf = (host: HostProgram): number =>
  Math.max(...host.launches.map(({ kernel }) => neededArchitecture(kernel)));
