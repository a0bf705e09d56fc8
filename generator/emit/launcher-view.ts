// The plan-dependent lines of the launcher: checks, attributes, workspace, launches. They call what launch-functions.ts prints.
import { usualStride } from "../plan/arrays.js";
import {
  fetchOf,
  isOnClusters,
  isPersistent,
  largestWriter,
  WORKSPACE_ARRAYS,
  type Fetch,
  type GlobalArray,
  type HostProgram,
  type Kernel,
  type Launch,
  type Memory,
} from "../kernel/program.js";
import { at } from "../failure/errors.js";
import { architectureOf } from "./contract.js";
import { USUAL_ARCHITECTURE } from "./features.js";
import { elementText, numberType } from "./element-text.js";
import { block, comment } from "./lines.js";
import { startArgument } from "./print-overlap.js";
import { unsignedLiteral } from "./print-index.js";
import { callersArray, distanceText } from "./signature.js";

/** More than this much dynamic shared memory must be asked for, kernel by kernel. */
const SHARED_BYTES_WITHOUT_ASKING = 48 * 1024;
/** Clusters of more blocks must be asked for. */
const PORTABLE_CLUSTER = 8;
/** The counters' share of the workspace is a multiple of this many bytes. */
const COUNTER_ALIGNMENT = 16;
const COUNTER_BYTES = 4;
/** Where the second array of the workspace begins is a multiple of this many bytes: what bulk copies and full lines ask for. */
const ARRAY_ALIGNMENT = 128;

export const needsMemory = (kernel: Kernel): boolean => kernel.sharedBytes > SHARED_BYTES_WITHOUT_ASKING;
export const needsSize = ({ cluster }: Kernel): boolean => cluster > PORTABLE_CLUSTER;

/** What the workspace holds for each array of the batch. */
export interface WorkspaceUnit {
  /** `262144u * sizeof(float2)` */
  readonly bytes: string;
  /** The same of the whole batch, so that another array may begin behind it. */
  readonly apart: string;
  /** Where the counters begin, behind the batch: an expression of type unsigned*. */
  readonly counters: string;
}

/** Elements as the kernel that writes the workspace has them. */
export function workspaceUnit(host: HostProgram): WorkspaceUnit {
  const kernel = largestWriter(host) ?? at(host.launches, 0).kernel;
  const { output } = kernel.elements;
  const isComplex = output.field === "complex";
  const numbers = usualStride(kernel.target.distance) * output.width;
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

/** Kernels whose clusters stay, by the number of which a device holds at once. */
const staying = ({ launches }: HostProgram): readonly Kernel[] =>
  launches.map(({ kernel }) => kernel).filter((kernel) => isOnClusters(kernel) && isPersistent(kernel));

/** Whether the image that was found may be an empty one. */
export const isChecked = (host: HostProgram): boolean => architectureOf(host) > USUAL_ARCHITECTURE;

/** Whether a device is asked for anything before the first launch there. */
export const asksDevice = (host: HostProgram): boolean =>
  isChecked(host) ||
  host.launches.some(({ kernel }) => needsMemory(kernel) || needsSize(kernel)) ||
  staying(host).length > 0;

/** The answers of devices, and what asks one for all that kernels need beyond the usual, so that a GPU with too little changes nothing. */
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

/** The call that gives the answers, and what must stand before it. */
export const askedLines = (host: HostProgram): readonly string[] => {
  if (!asksDevice(host)) return [];
  const count = staying(host).length;
  return count === 0 ? [] : [`int clusters[${count}] = {};  // that the device holds at once`];
};
export const askedCalls = (host: HostProgram): readonly string[] =>
  asksDevice(host) ? [`asked.once(${staying(host).length === 0 ? "nullptr" : "clusters"}, ask_device)`] : [];

/** What a failed launch comes to. */
export const launchStatus = (host: HostProgram): string => (asksDevice(host) ? "asked.after(status)" : "status");

/** Sets the counters to 0. `isDeclared`: there is a variable `status` already. */
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

/** Where the second array of the workspace begins, if there is one. */
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

/** The lines of one launch; `declares` says that it is the first to use the variable `status`. */
export function launchLines(host: HostProgram, index: number, declares: boolean): readonly string[] {
  const launch = at(host.launches, index);
  const { kernel } = launch;
  const fetched = fetchOf(kernel);
  const members = isOnClusters(kernel) && kernel.tiles.batch > 1 ? ", static_cast<unsigned>(batch)" : "";
  const further = `${startArgument(host, kernel)}${members}${counterArgument(launch)}${strideArguments(kernel)}`;
  const before = index === 0 ? [] : [`if (status != cudaSuccess) return ${launchStatus(host)};`];
  const held = heldClusters(host, kernel);
  const status = `${declares ? "cudaError_t " : ""}status = `;
  return [
    ...before,
    "",
    ...comment(kernel.notation),
    ...(!isOnClusters(kernel)
      ? plainLaunch(launch, status, further)
      : fetched === undefined
        ? loadingLaunch(launch, status, held, further)
        : clusterLaunch(launch, fetched, status, declares, held, further)),
  ];
}

/** The launch functions of complex kernels take typed pointers, those of real kernels, whose types differ, untyped ones. */
const pointerOf = (memory: Memory, array: GlobalArray, kernel: Kernel): string => {
  const { input } = kernel.elements;
  if (memory === "in" || memory === "out") return callersArray(memory, array, kernel);
  return input.field === "complex" ? `static_cast<${elementText(input)}*>(${memory})` : memory;
};

/** The strides that a kernel takes, behind all else. */
const strideArguments = ({ parameters }: Kernel): string => parameters.map((name) => `, ${name}`).join("");

function counterArgument({ counter }: Launch): string {
  if (counter === undefined) return "";
  return counter === 0 ? ", counters" : `, counters + ${counter}`;
}

/** The argument of a launch of clusters that stay. */
function heldClusters(host: HostProgram, kernel: Kernel): string {
  const index = staying(host).indexOf(kernel);
  return index < 0 ? "" : `clusters[${index}], `;
}

/** How many tiles there are. */
export function tilesText({ tiles: { batch, perGroup } }: Kernel): string {
  const groups = batch === 1 ? "batch" : `(batch + ${batch - 1}u) / ${batch}u`;
  return perGroup === 1 ? groups : `${groups} * ${unsignedLiteral(perGroup)}`;
}

function plainLaunch({ kernel, source, target }: Launch, status: string, further: string): readonly string[] {
  const call = `${status}launch(`;
  return [
    `${call}${kernel.name}, ${tilesText(kernel)}, ${kernel.threads}u, ${kernel.sharedBytes}u,`,
    `${" ".repeat(call.length)}${pointerOf(source, kernel.source, kernel)}, ${pointerOf(target, kernel.target, kernel)}, batch, stream${further});`,
  ];
}

/** Of clusters whose threads load. */
function loadingLaunch(
  { kernel, source, target }: Launch,
  status: string,
  held: string,
  further: string,
): readonly string[] {
  const call = `${status}${isPersistent(kernel) ? "launch_clusters" : "launch_single_clusters"}(`;
  return [
    `${call}${kernel.name}, ${kernel.cluster}u, ${kernel.threads}u, ${kernel.sharedBytes}u, ${held}${pointerOf(source, kernel.source, kernel)},`,
    `${" ".repeat(call.length)}${pointerOf(target, kernel.target, kernel)}, static_cast<unsigned>(${tilesText(kernel)}), stream${further});`,
  ];
}

/** A dimension of an array as bulk copies see it: expressions. */
export interface MapDimension {
  readonly extent: string;
  readonly stride: string;
  readonly box: string;
}

/** The contiguous dimension first, the batch last. */
export const mapDimensions = ({ source }: Kernel, { box, members }: Fetch): readonly MapDimension[] => [
  ...box.map((dimension) => ({
    extent: String(dimension.extent),
    stride: String(dimension.stride),
    box: String(dimension.box),
  })),
  { extent: "batch", stride: distanceText(source, String), box: String(members.box) },
];

/** Elements before the first one that is there. */
export const mapOffset = ({ box }: Fetch): number => box.reduce((sum, { from, stride }) => sum + from * stride, 0);

/** In a block of its own: the array as bulk copies see it, and the launch. */
function clusterLaunch(
  { kernel, source, target }: Launch,
  fetched: Fetch,
  status: string,
  declares: boolean,
  held: string,
  further: string,
): readonly string[] {
  const dimensions = mapDimensions(kernel, fetched);
  const list = (pick: (dimension: MapDimension) => string): string => dimensions.map(pick).join(", ");
  const before = mapOffset(fetched);
  const first = `${pointerOf(source, kernel.source, kernel)}${before === 0 ? "" : ` + ${before}`}`;
  const call = "status = launch_clusters(";
  return [
    ...(declares ? [`${status}cudaSuccess;`] : []),
    ...block("", [
      `const std::size_t extents[] = {${list(({ extent }) => extent)}};  // of the array, the contiguous dimension first`,
      `const std::size_t strides[] = {${list(({ stride }) => stride)}};`,
      `const unsigned box[] = {${list(({ box: length }) => length)}};  // elements of one bulk copy`,
      "TensorMap map;",
      `status = make_tensor_map(&map, ${first}, sizeof(${elementText(kernel.elements.input)}), ${dimensions.length}, extents, strides, box);`,
      "if (status != cudaSuccess) return status;",
      `${call}${kernel.name}, ${kernel.cluster}u, ${kernel.threads}u, ${kernel.sharedBytes}u, ${held}map,`,
      `${" ".repeat(call.length)}${pointerOf(target, kernel.target, kernel)}, static_cast<unsigned>(${tilesText(kernel)}), stream${further});`,
    ]),
  ];
}
