// The plan-dependent lines of the launcher: functions that launch, checks, attributes, workspace size, launches.
import type { HostProgram, KernelProgram, Launch, PipelinedKernel } from "../kernel/program.js";
import type { Precision } from "../plan/transform.js";
import { complexType } from "./complex-type.js";
import { block, comment } from "./lines.js";
import { unsignedLiteral } from "./print-index.js";

/** More than this much dynamic shared memory must be asked for, kernel by kernel. */
const SHARED_BYTES_WITHOUT_ASKING = 48 * 1024;
/** Clusters of more blocks must be asked for. */
const PORTABLE_CLUSTER = 8;

export function launcherChecks(host: HostProgram): readonly string[] {
  const pointers = ["in", "out", ...(host.usesWorkspace ? ["workspace"] : [])];
  return [
    `if (${pointers.map((pointer) => `${pointer} == nullptr`).join(" || ")}) return cudaErrorInvalidValue;`,
    `if (${pointers.map((pointer) => `misaligned(${pointer})`).join(" || ")}) return cudaErrorMisalignedAddress;`,
    ...(host.usesWorkspace ? [] : ["static_cast<void>(workspace);"]),
  ];
}

const needsMemory = (kernel: KernelProgram): boolean => kernel.sharedBytes > SHARED_BYTES_WITHOUT_ASKING;
const needsSize = (kernel: KernelProgram): boolean => kernel.kind === "pipelined" && kernel.cluster > PORTABLE_CLUSTER;

/** Asks for what kernels need beyond the usual before the first is launched, so that a GPU with too little changes nothing. */
export function preparationLines(host: HostProgram): readonly string[] {
  const calls = host.launches.flatMap(({ kernel }) => [
    ...(needsMemory(kernel) ? [`allow_shared_memory(${kernel.name}, ${kernel.sharedBytes})`] : []),
    ...(needsSize(kernel) ? [`allow_large_clusters(${kernel.name})`] : []),
  ]);
  return calls.flatMap((call, index) => [
    `${index === 0 ? "cudaError_t " : ""}status = ${call};`,
    "if (status != cudaSuccess) return status;",
  ]);
}

/** The functions that `preparationLines` and `launchLines` call. */
export function launchFunctions(host: HostProgram, complex: string): readonly string[] {
  const kernels = host.launches.map(({ kernel }) => kernel);
  return [
    ...(kernels.some(needsMemory) ? allowSharedMemory : []),
    ...(kernels.some(needsSize) ? allowLargeClusters : []),
    ...(kernels.some((kernel) => kernel.kind === "plain") ? launchPlain(complex) : []),
    ...(kernels.some((kernel) => kernel.kind === "pipelined") ? launchClusters(complex) : []),
  ];
}

const allowSharedMemory = [
  "template <typename Kernel>",
  ...block("cudaError_t allow_shared_memory(Kernel kernel, int bytes)", [
    "return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);",
  ]),
  "",
];

const allowLargeClusters = [
  "template <typename Kernel>",
  ...block("cudaError_t allow_large_clusters(Kernel kernel)", [
    "return cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);",
  ]),
  "",
];

const launchPlain = (complex: string): readonly string[] => [
  `using Kernel = void (*)(const ${complex}*, ${complex}*, std::size_t);`,
  "",
  ...block(
    `cudaError_t launch(Kernel kernel, std::size_t blocks, unsigned threads, unsigned shared_bytes, const ${complex}* in,\n                   ${complex}* out, std::size_t batch, cudaStream_t stream)`,
    [
      "cudaLaunchConfig_t config = {};",
      "config.gridDim = dim3(static_cast<unsigned>(blocks));",
      "config.blockDim = dim3(threads);",
      "config.dynamicSmemBytes = shared_bytes;",
      "config.stream = stream;",
      "return cudaLaunchKernelEx(&config, kernel, in, out, batch);",
    ],
  ),
  "",
];

const launchClusters = (complex: string): readonly string[] => [
  `using ClusterKernel = void (*)(TensorMap, ${complex}*, unsigned);`,
  "",
  "// As many clusters as the GPU holds at once, but no more than there are tiles: each takes one tile after the other.",
  ...block(
    `cudaError_t launch_clusters(ClusterKernel kernel, unsigned cluster, unsigned threads, unsigned shared_bytes,\n                            const TensorMap& in, ${complex}* out, unsigned tiles, cudaStream_t stream)`,
    [
      "cudaLaunchAttribute attribute = {};",
      "attribute.id = cudaLaunchAttributeClusterDimension;",
      "attribute.val.clusterDim.x = cluster;",
      "attribute.val.clusterDim.y = 1;",
      "attribute.val.clusterDim.z = 1;",
      "cudaLaunchConfig_t config = {};",
      "config.gridDim = dim3(cluster);",
      "config.blockDim = dim3(threads);",
      "config.dynamicSmemBytes = shared_bytes;",
      "config.stream = stream;",
      "config.attrs = &attribute;",
      "config.numAttrs = 1;",
      "int resident = 0;",
      "const cudaError_t status = cudaOccupancyMaxActiveClusters(&resident, kernel, &config);",
      "if (status != cudaSuccess) return status;",
      "if (resident < 1) return cudaErrorInvalidConfiguration;",
      "const unsigned clusters = tiles < static_cast<unsigned>(resident) ? tiles : static_cast<unsigned>(resident);",
      "config.gridDim = dim3(cluster * clusters);",
      "return cudaLaunchKernelEx(&config, kernel, in, out, tiles);",
    ],
  ),
  "",
];

export const workspaceLines = (host: HostProgram, elements: number, complex: string): readonly string[] =>
  host.usesWorkspace
    ? [`return batch * ${unsignedLiteral(elements)} * sizeof(${complex});`]
    : ["static_cast<void>(batch);", "return 0;"];

/** The lines of one launch; `declares` says that it is the first to use the variable `status`. */
export function launchLines(launch: Launch, index: number, precision: Precision, declares: boolean): readonly string[] {
  const { kernel } = launch;
  const before = index === 0 ? [] : ["if (status != cudaSuccess) return status;"];
  const status = `${declares ? "cudaError_t " : ""}status = `;
  return [
    ...before,
    "",
    ...comment(kernel.notation),
    ...(kernel.kind === "plain"
      ? plainLaunch(launch, kernel, precision, status)
      : clusterLaunch(launch, kernel, precision, status, declares)),
  ];
}

const pointerOf = (buffer: Launch["source"], precision: Precision): string =>
  buffer === "workspace" ? `static_cast<${complexType({ precision })}*>(workspace)` : buffer;

function plainLaunch(
  { source, target }: Launch,
  kernel: Extract<KernelProgram, { readonly kind: "plain" }>,
  precision: Precision,
  status: string,
): readonly string[] {
  const tiles = kernel.batchTile === 1 ? "batch" : `(batch + ${kernel.batchTile - 1}u) / ${kernel.batchTile}u`;
  const blocks = kernel.blocksPerBatchTile === 1 ? tiles : `${tiles} * ${unsignedLiteral(kernel.blocksPerBatchTile)}`;
  const call = `${status}launch(`;
  return [
    `${call}${kernel.name}, ${blocks}, ${kernel.threads}u, ${kernel.sharedBytes}u,`,
    `${" ".repeat(call.length)}${pointerOf(source, precision)}, ${pointerOf(target, precision)}, batch, stream);`,
  ];
}

/** In a block of its own: the array as bulk copies see it, and the launch. */
function clusterLaunch(
  { source, target }: Launch,
  kernel: PipelinedKernel,
  precision: Precision,
  status: string,
  declares: boolean,
): readonly string[] {
  const { box, tilesPerTransform, batchStride } = kernel;
  const batch = { extent: "batch", stride: String(batchStride), box: "1" };
  const dimensions = [
    ...box.map((dimension) => ({
      extent: String(dimension.extent),
      stride: String(dimension.stride),
      box: String(dimension.box),
    })),
    batch,
  ];
  const list = (pick: (dimension: typeof batch) => string): string => dimensions.map(pick).join(", ");
  const tiles = tilesPerTransform === 1 ? "batch" : `batch * ${unsignedLiteral(tilesPerTransform)}`;
  const call = "status = launch_clusters(";
  return [
    ...(declares ? [`${status}cudaSuccess;`] : []),
    ...block("", [
      `const std::size_t extents[] = {${list(({ extent }) => extent)}};  // of the array, contiguous dimension first`,
      `const std::size_t strides[] = {${list(({ stride }) => stride)}};`,
      `const unsigned box[] = {${list(({ box: length }) => length)}};  // that a group of threads fetches at once`,
      "fftgen::TensorMap map;",
      `status = fftgen::make_tensor_map(&map, ${pointerOf(source, precision)}, sizeof(${complexType({ precision })}), ${dimensions.length}, extents, strides, box);`,
      "if (status != cudaSuccess) return status;",
      `${call}${kernel.name}, ${kernel.cluster}u, ${kernel.threads}u, ${kernel.sharedBytes}u, map,`,
      `${" ".repeat(call.length)}${pointerOf(target, precision)}, static_cast<unsigned>(${tiles}), stream);`,
    ]),
  ];
}
