// Prints the functions that the launcher calls: they ask for memory and cluster sizes, and launch. Decides nothing.
import type { HostProgram } from "../kernel/program.js";
import { needsMemory, needsSize } from "./launcher-view.js";
import { block } from "./lines.js";

/** The functions that `preparationLines` and `launchLines` call. */
export function launchFunctions(host: HostProgram, complex: string): readonly string[] {
  const kernels = host.launches.map(({ kernel }) => kernel);
  return [
    ...(kernels.some(needsMemory) ? allowSharedMemory : []),
    ...(kernels.some(needsSize) ? allowLargeClusters : []),
    ...(kernels.some((kernel) => kernel.kind === "plain") ? launchPlain(complex) : []),
    ...(kernels.some((kernel) => kernel.kind === "pipelined") ? launchClusters(host, complex) : []),
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

function launchClusters({ workspace }: HostProgram, complex: string): readonly string[] {
  // A kernel that deals out its tiles has one more parameter.
  const counts = workspace.counters > 0;
  const start = "cudaError_t launch_clusters(";
  const space = " ".repeat(start.length);
  const head = counts
    ? [
        "template <typename... Counter>",
        `${start}void (*kernel)(TensorMap, ${complex}*, unsigned, Counter...), unsigned cluster, unsigned threads,\n${space}unsigned shared_bytes, const TensorMap& in, ${complex}* out, unsigned tiles, cudaStream_t stream,\n${space}Counter... counter)`,
      ]
    : [
        `${start}ClusterKernel kernel, unsigned cluster, unsigned threads, unsigned shared_bytes,\n${space}const TensorMap& in, ${complex}* out, unsigned tiles, cudaStream_t stream)`,
      ];
  return [
    ...(counts ? [] : [`using ClusterKernel = void (*)(TensorMap, ${complex}*, unsigned);`, ""]),
    "// As many clusters as the GPU holds at once, but no more than there are tiles: each takes one tile after the other.",
    ...head.slice(0, -1),
    ...block(head.at(-1) ?? "", [
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
      `return cudaLaunchKernelEx(&config, kernel, in, out, tiles${counts ? ", counter..." : ""});`,
    ]),
    "",
  ];
}
