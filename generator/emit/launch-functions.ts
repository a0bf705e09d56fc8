// Prints the functions that the launcher calls: they ask for memory and cluster sizes, and launch. Decides nothing.
import type { HostProgram } from "../kernel/program.js";
import { needsMemory, needsSize } from "./launcher-view.js";
import { block } from "./lines.js";
import { hasEarly, startsEarly } from "./print-overlap.js";

/** The functions that `preparationLines` and `launchLines` call. */
export function launchFunctions(host: HostProgram, complex: string): readonly string[] {
  const kernels = host.launches.map(({ kernel }) => kernel);
  return [
    ...(kernels.some(needsMemory) ? allowSharedMemory : []),
    ...(kernels.some(needsSize) ? allowLargeClusters : []),
    ...(startsEarly(host) ? startNames : []),
    ...(kernels.some((kernel) => kernel.kind === "plain") ? launchPlain(host, complex) : []),
    ...(kernels.some((kernel) => kernel.kind !== "plain") ? launchClusters(host, complex) : []),
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

const startNames = [
  "// Early: before the previous kernel of the stream has ended; the kernel itself waits for that.",
  "enum class Start { after_previous, early };",
  "",
];

/** What lets a launch start early, if `start` says so. */
const earlyAttribute = (attribute: string): readonly string[] => [
  `${attribute}.id = cudaLaunchAttributeProgrammaticStreamSerialization;`,
  `${attribute}.val.programmaticStreamSerializationAllowed = start == Start::early ? 1 : 0;`,
];

function launchPlain(host: HostProgram, complex: string): readonly string[] {
  const early = hasEarly(host, "plain");
  return [
    `using Kernel = void (*)(const ${complex}*, ${complex}*, std::size_t);`,
    "",
    ...block(
      `cudaError_t launch(Kernel kernel, std::size_t blocks, unsigned threads, unsigned shared_bytes, const ${complex}* in,\n                   ${complex}* out, std::size_t batch, cudaStream_t stream${early ? ", Start start" : ""})`,
      [
        ...(early ? ["cudaLaunchAttribute attribute = {};", ...earlyAttribute("attribute")] : []),
        "cudaLaunchConfig_t config = {};",
        "config.gridDim = dim3(static_cast<unsigned>(blocks));",
        "config.blockDim = dim3(threads);",
        "config.dynamicSmemBytes = shared_bytes;",
        "config.stream = stream;",
        ...(early ? ["config.attrs = &attribute;", "config.numAttrs = 1;"] : []),
        "return cudaLaunchKernelEx(&config, kernel, in, out, batch);",
      ],
    ),
    "",
  ];
}

function launchClusters(host: HostProgram, complex: string): readonly string[] {
  const early = hasEarly(host, "cluster");
  // A kernel that deals out its tiles has one more parameter.
  const counts = host.workspace.counters > 0;
  const start = "cudaError_t launch_clusters(";
  const space = " ".repeat(start.length);
  const last = early ? "cudaStream_t stream, Start start" : "cudaStream_t stream";
  const head = counts
    ? `${start}void (*kernel)(TensorMap, ${complex}*, unsigned, Counter...), unsigned cluster, unsigned threads,\n${space}unsigned shared_bytes, const TensorMap& in, ${complex}* out, unsigned tiles, ${last},\n${space}Counter... counter)`
    : `${start}ClusterKernel kernel, unsigned cluster, unsigned threads, unsigned shared_bytes,\n${space}const TensorMap& in, ${complex}* out, unsigned tiles, ${last})`;
  const shape = early ? "attributes[0]" : "attribute";
  return [
    ...(counts ? [] : [`using ClusterKernel = void (*)(TensorMap, ${complex}*, unsigned);`, ""]),
    "// As many clusters as the GPU holds at once, but no more than there are tiles: each takes one tile after the other.",
    ...(counts ? ["template <typename... Counter>"] : []),
    ...block(head, [
      `cudaLaunchAttribute ${early ? "attributes[2]" : "attribute"} = {};`,
      `${shape}.id = cudaLaunchAttributeClusterDimension;`,
      `${shape}.val.clusterDim.x = cluster;`,
      `${shape}.val.clusterDim.y = 1;`,
      `${shape}.val.clusterDim.z = 1;`,
      ...(early ? earlyAttribute("attributes[1]") : []),
      "cudaLaunchConfig_t config = {};",
      "config.gridDim = dim3(cluster);",
      "config.blockDim = dim3(threads);",
      "config.dynamicSmemBytes = shared_bytes;",
      "config.stream = stream;",
      `config.attrs = ${early ? "attributes" : "&attribute"};`,
      `config.numAttrs = ${early ? 2 : 1};`,
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
