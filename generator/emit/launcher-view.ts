// The plan-dependent lines of the launcher: checks, attributes, workspace, launches. They call the functions of fftgen_launch.h.
import { kernelArguments } from "./argument-types.js";
import { usualStride } from "../plan/arrays.js";
import {
  fetchOf,
  isOnClusters,
  isPersistent,
  outputArray,
  requiredArray,
  type Fetch,
  type GlobalArray,
  type Kernel,
} from "../kernel/program.js";
import {
  isCallers,
  largestWriter,
  WORKSPACE_ARRAYS,
  type CallArray,
  type HostProgram,
  type Launch,
} from "../kernel/host-program.js";
import { CALLED_FACTOR } from "../kernel/called-factor.js";
import { at } from "../failure/errors.js";
import { COUNTER_BYTES } from "./alignment.js";
import { architectureOf } from "./contract.js";
import { USUAL_ARCHITECTURE } from "./features.js";
import { elementText, numberType } from "./element-text.js";
import { block, comment } from "./lines.js";
import { bracketed } from "./print-index.js";
import { unsignedLiteral } from "./literals.js";
import { callersArray, distanceText } from "./signature.js";

/** More dynamic shared memory than this must be requested for each kernel. */
const SHARED_BYTES_WITHOUT_ASKING = 48 * 1024;
/** Clusters of more blocks must be requested. */
const PORTABLE_CLUSTER = 8;
/** The counters' share of the workspace is a multiple of this many bytes. */
const COUNTER_ALIGNMENT = 16;
/** The second array of the workspace begins at a multiple of this, for bulk copies and full lines of memory. */
const ARRAY_ALIGNMENT = 128;

export const needsMemory = (kernel: Kernel): boolean => kernel.sharedBytes > SHARED_BYTES_WITHOUT_ASKING;
export const needsSize = ({ cluster }: Kernel): boolean => cluster > PORTABLE_CLUSTER;

/** The workspace for each array of the batch. */
export interface WorkspaceUnit {
  /** `262144u * sizeof(float2)` */
  readonly bytes: string;
  /** Bytes of the whole batch, after which another array may begin. */
  readonly apart: string;
  /** The address of the counters, after the batch: an expression of type unsigned*. */
  readonly counters: string;
}

/** The elements in the format of the kernel that writes the workspace. */
export function workspaceUnit(host: HostProgram): WorkspaceUnit {
  const kernel = largestWriter(host) ?? at(host.launches, 0).kernel;
  const { element: output, distance } = outputArray(kernel);
  const isComplex = output.field === "complex";
  const numbers = usualStride(distance) * output.width;
  const parts = output.compensation === undefined ? "" : "2u * ";
  const count = `${parts}${unsignedLiteral(numbers)}`;
  const type = isComplex ? elementText(output) : numberType(output.storage);
  const bytes = `${count} * sizeof(${type})`;
  const last = at(WORKSPACE_ARRAYS, Math.max(1, host.workspace.arrays) - 1);
  return {
    bytes,
    apart: `(batch * ${bytes} + ${ARRAY_ALIGNMENT - 1}) / ${ARRAY_ALIGNMENT} * ${ARRAY_ALIGNMENT}`,
    counters: `reinterpret_cast<unsigned*>(static_cast<${type}*>(${last}) + batch * ${count})`,
  };
}

/** Persistent kernels, in the order of the array with the clusters that a device holds of each. */
const staying = ({ launches }: HostProgram): readonly Kernel[] =>
  launches.map(({ kernel }) => kernel).filter((kernel) => isOnClusters(kernel) && isPersistent(kernel));

/** Whether the loaded code may be the empty one for a lesser architecture. */
export const isChecked = (host: HostProgram): boolean => architectureOf(host) > USUAL_ARCHITECTURE;

/** Whether the launcher queries a device before the first launch there. */
export const asksDevice = (host: HostProgram): boolean =>
  isChecked(host) ||
  host.launches.some(({ kernel }) => needsMemory(kernel) || needsSize(kernel)) ||
  staying(host).length > 0;

/**
 * The answers of devices, and the function that requests from a device everything that kernels need beyond the usual: a GPU with
 * too little then remains unchanged.
 */
export function askingFunctions(host: HostProgram): readonly string[] {
  if (!asksDevice(host)) return [];
  const stay = staying(host);
  const calls = [
    ...(isChecked(host) ? ["find_kernels()"] : []),
    ...host.launches.flatMap(({ kernel }) => [
      ...(needsMemory(kernel) ? [`allow_shared_memory(${kernel.name}, ${kernel.sharedBytes})`] : []),
      ...(needsSize(kernel) ? [`allow_large_clusters(${kernel.name})`] : []),
    ]),
    ...stay.map(
      (kernel, index) =>
        `count_clusters(${kernel.name}, ${kernel.cluster}u, ${kernel.threads}u, ${kernel.sharedBytes}u, &clusters[${index}])`,
    ),
  ];
  return [
    `Asked<${stay.length}> asked;  // the devices of this process${stay.length === 0 ? "" : ": how many clusters of each kernel they hold at once"}`,
    "",
    "// What the driver is asked before the first launch on a device.",
    ...block(`cudaError_t ask_device(${stay.length === 0 ? "int*" : "int* clusters"})`, [
      ...calls.flatMap((call, index) =>
        index < calls.length - 1
          ? [`${index === 0 ? "cudaError_t " : ""}status = ${call};`, "if (status != cudaSuccess) return status;"]
          : [`return ${call};`],
      ),
    ]),
    "",
  ];
}

/** The call that gives the answers, and the lines before it. */
export const askedLines = (host: HostProgram): readonly string[] => {
  if (!asksDevice(host)) return [];
  const count = staying(host).length;
  return count === 0 ? [] : [`int clusters[${count}] = {};  // that the device holds at once`];
};
export const askedCalls = (host: HostProgram): readonly string[] =>
  asksDevice(host) ? [`asked.once(${staying(host).length === 0 ? "nullptr" : "clusters"}, ask_device)`] : [];

/** The status after a failed launch. */
export const launchStatus = (host: HostProgram): string => (asksDevice(host) ? "asked.after(status)" : "status");

/** Sets the counters to 0. `isDeclared`: the variable `status` exists already. */
export function preparationLines(host: HostProgram, isDeclared: boolean): readonly string[] {
  const { arrays, counters } = host.workspace;
  if (counters === 0) return [];
  const place = arrays > 0 ? workspaceUnit(host).counters : "static_cast<unsigned*>(workspace)";
  const zeroing = `cudaMemsetAsync(counters, 0, ${counters === 1 ? "" : `${counters} * `}sizeof(unsigned), stream)`;
  return [
    `unsigned* const counters = ${place};  // tile counters, one for each kernel with dynamic tile scheduling`,
    `${isDeclared ? "" : "cudaError_t "}status = ${zeroing};`,
    "if (status != cudaSuccess) return status;",
  ];
}

/** The address of the second array of the workspace, if there is one. */
export const secondArrayLines = (host: HostProgram): readonly string[] =>
  host.workspace.arrays < 2
    ? []
    : [`void* const second = static_cast<char*>(workspace) + ${workspaceUnit(host).apart};  // array in the workspace`];

export function workspaceLines(host: HostProgram): readonly string[] {
  const { arrays, counters } = host.workspace;
  const bytes = Math.ceil((counters * COUNTER_BYTES) / COUNTER_ALIGNMENT) * COUNTER_ALIGNMENT;
  if (arrays === 0) return ["static_cast<void>(batch);", `return ${bytes};${counters === 0 ? "" : "  // counters"}`];
  const unit = workspaceUnit(host);
  const others = arrays === 1 ? "" : `${unit.apart} + `;
  return [
    `return ${others}batch * ${unit.bytes}${counters === 0 ? ";" : ` + ${bytes};  // the counters lie behind the data`}`,
  ];
}

/** The lines of one launch; `declares`: it is the first to use the variable `status`. */
export function launchLines(host: HostProgram, index: number, declares: boolean): readonly string[] {
  const launch = at(host.launches, index);
  const { kernel } = launch;
  const fetched = fetchOf(kernel);
  const before = index === 0 ? [] : [`if (status != cudaSuccess) return ${launchStatus(host)};`];
  const status = `${declares ? "cudaError_t " : ""}status = `;
  return [
    ...before,
    "",
    ...comment(kernel.notation),
    ...(fetched === undefined
      ? launchCall(host, launch, status)
      : fetchingLaunch(host, launch, fetched, status, declares)),
  ];
}

function launchCall(host: HostProgram, launch: Launch, status: string): readonly string[] {
  const { kernel } = launch;
  const fetched = fetchOf(kernel)?.array;
  const call = `${status}launch(`;
  const taken = [
    ...kernel.arrays.map((array, index) => (array.name === fetched ? MAP : pointerOf(array, at(launch.arrays, index)))),
    isOnClusters(kernel) ? tilesText(kernel) : "batch",
    ...(isOnClusters(kernel) && kernel.tiles.batch > 1 ? ["batch"] : []),
    ...counterArgument(launch),
    ...kernel.parameters,
    ...(kernel.takesFactor ? [CALLED_FACTOR] : []),
    ...kernelArguments(kernel).map(({ name }) => name),
  ];
  return [
    `${call}{${gridOf(host, kernel).join(", ")}}, stream, ${kernel.name},`,
    `${" ".repeat(call.length)}${taken.join(", ")});`,
  ];
}

/** The members of its `Grid` (fftgen_launch.h), up to the last that is not the usual one. */
function gridOf(host: HostProgram, kernel: Kernel): readonly string[] {
  const { cluster, threads, sharedBytes } = kernel;
  const held = staying(host).indexOf(kernel);
  const tiles = tilesText(kernel);
  const clusters = held < 0 ? tiles : `persistent(${tiles}, clusters[${held}])`;
  const blocks = isOnClusters(kernel) ? `${cluster}u * ${held < 0 ? bracketed(clusters) : clusters}` : tiles;
  const shape = [blocks, `${threads}u`, `${sharedBytes}u`];
  if (kernel.startsEarly) return [...shape, `${cluster}u`, "Start::early"];
  return isOnClusters(kernel) ? [...shape, `${cluster}u`] : shape;
}

/** The tensor map of bulk copies. */
const MAP = "map";

const pointerOf = (array: GlobalArray, ofCall: CallArray): string =>
  isCallers(ofCall) ? callersArray(ofCall, array) : ofCall;

const counterArgument = ({ counter }: Launch): readonly string[] =>
  counter === undefined ? [] : [counter === 0 ? "counters" : `counters + ${counter}`];

/** The number of tiles. */
export function tilesText({ tiles: { batch, perGroup } }: Kernel): string {
  const groups = batch === 1 ? "batch" : `(batch + ${batch - 1}u) / ${batch}u`;
  return perGroup === 1 ? groups : `${groups} * ${unsignedLiteral(perGroup)}`;
}

/** A dimension of an array in a tensor map: expressions. */
export interface MapDimension {
  readonly extent: string;
  readonly stride: string;
  readonly box: string;
}

/** The contiguous dimension first, the batch last. */
export const mapDimensions = (kernel: Kernel, { array, box, members }: Fetch): readonly MapDimension[] => [
  ...box.map((dimension) => ({
    extent: String(dimension.extent),
    stride: String(dimension.stride),
    box: String(dimension.box),
  })),
  { extent: "batch", stride: distanceText(requiredArray(kernel, array), String), box: String(members.box) },
];

/** The offset of the first element present. */
export const mapOffset = ({ box }: Fetch): number => box.reduce((sum, { from, stride }) => sum + from * stride, 0);

/** The tensor map and the launch, in a block of their own. */
function fetchingLaunch(
  host: HostProgram,
  launch: Launch,
  fetched: Fetch,
  status: string,
  declares: boolean,
): readonly string[] {
  const { kernel } = launch;
  const source = requiredArray(kernel, fetched.array);
  const ofCall = at(launch.arrays, kernel.arrays.indexOf(source));
  const dimensions = mapDimensions(kernel, fetched);
  const list = (pick: (dimension: MapDimension) => string): string => dimensions.map(pick).join(", ");
  const before = mapOffset(fetched);
  const array = pointerOf(source, ofCall);
  const element = elementText(source.element);
  const first =
    before === 0 ? array : `${isCallers(ofCall) ? array : `static_cast<${element}*>(${array})`} + ${before}`;
  return [
    ...(declares ? [`${status}cudaSuccess;`] : []),
    ...block("", [
      `const std::size_t extents[] = {${list(({ extent }) => extent)}};  // of the array, the contiguous dimension first`,
      `const std::size_t strides[] = {${list(({ stride }) => stride)}};`,
      `const unsigned box[] = {${list(({ box: length }) => length)}};  // elements of one bulk copy`,
      `TensorMap ${MAP};`,
      `status = make_tensor_map(&${MAP}, ${first}, sizeof(${element}), ${dimensions.length}, extents, strides, box);`,
      "if (status != cudaSuccess) return status;",
      ...launchCall(host, launch, "status = "),
    ]),
  ];
}
