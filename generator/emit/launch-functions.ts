// Prints the functions that the launcher calls: they request memory and cluster sizes, and launch. Decides nothing.
import { at } from "../failure/errors.js";
import { fetchOf, isOnClusters, isPersistent, type HostProgram, type Kernel } from "../kernel/program.js";
import { elementText } from "./element-text.js";
import { askingFunctions, needsMemory, needsSize } from "./launcher-view.js";
import { block } from "./lines.js";
import { takesMore } from "./signature.js";
import { hasEarly, startsEarly } from "./print-overlap.js";

/** The functions that `preparationLines` and `launchLines` call. */
export function launchFunctions(host: HostProgram): readonly string[] {
  const kernels = host.launches.map(({ kernel }) => kernel);
  return [
    ...(kernels.some(needsMemory) ? allowSharedMemory : []),
    ...(kernels.some(needsSize) ? allowLargeClusters : []),
    ...(startsEarly(host) ? startNames : []),
    ...(kernels.some((kernel) => !isOnClusters(kernel))
      ? takesMore(host)
        ? launchPlainOfAny(host)
        : isComplex(host)
          ? launchPlain(host)
          : launchPlainReal(host)
      : []),
    ...(kernels.some(isOnClusters) ? launchClusters(host) : []),
    ...(kernels.some((kernel) => isOnClusters(kernel) && isPersistent(kernel)) ? countClusters : []),
    ...askingFunctions(host),
  ];
}

const countClusters = [
  "// As many clusters as the device holds at once.",
  "template <typename Kernel>",
  ...block(
    "cudaError_t count_clusters(Kernel kernel, unsigned cluster, unsigned threads, unsigned shared_bytes, int* clusters)",
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
      "config.attrs = &attribute;",
      "config.numAttrs = 1;",
      "const cudaError_t status = cudaOccupancyMaxActiveClusters(clusters, kernel, &config);",
      "if (status != cudaSuccess) return status;",
      "return *clusters < 1 ? cudaErrorInvalidConfiguration : cudaSuccess;",
    ],
  ),
  "",
];

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
  "// early: may start before the previous kernel of the stream has ended; the kernel itself waits for that.",
  "enum class Start { after_previous, early };",
  "",
];

/** The attribute that lets a launch start early, if `start` says so. */
const earlyAttribute = (attribute: string): readonly string[] => [
  `${attribute}.id = cudaLaunchAttributeProgrammaticStreamSerialization;`,
  `${attribute}.val.programmaticStreamSerializationAllowed = start == Start::early ? 1 : 0;`,
];

/** Kernels that read or write real numbers have various types: pairs, vectors of some width, compensations. */
const isComplex = (host: HostProgram): boolean =>
  host.launches.every(({ kernel: { elements } }) =>
    [elements.held, elements.input, elements.output].every(({ field }) => field === "complex"),
  );

const elementOf = (host: HostProgram): string => elementText(at(host.launches, 0).kernel.elements.input);

const plainBody = (early: boolean, call: string): readonly string[] => [
  ...(early ? ["cudaLaunchAttribute attribute = {};", ...earlyAttribute("attribute")] : []),
  "cudaLaunchConfig_t config = {};",
  "config.gridDim = dim3(static_cast<unsigned>(blocks));",
  "config.blockDim = dim3(threads);",
  "config.dynamicSmemBytes = shared_bytes;",
  "config.stream = stream;",
  ...(early ? ["config.attrs = &attribute;", "config.numAttrs = 1;"] : []),
  call,
];

function launchPlainReal(host: HostProgram): readonly string[] {
  const early = hasEarly(host, "plain");
  return [
    "template <typename In, typename Out>",
    ...block(
      `cudaError_t launch(void (*kernel)(const In*, Out*, std::size_t), std::size_t blocks, unsigned threads, unsigned shared_bytes, const void* in, void* out, std::size_t batch, cudaStream_t stream${early ? ", Start start" : ""})`,
      plainBody(
        early,
        "return cudaLaunchKernelEx(&config, kernel, static_cast<const In*>(in), static_cast<Out*>(out), batch);",
      ),
    ),
    "",
  ];
}

function launchPlain(host: HostProgram): readonly string[] {
  const complex = elementOf(host);
  const early = hasEarly(host, "plain");
  return [
    `using Kernel = void (*)(const ${complex}*, ${complex}*, std::size_t);`,
    "",
    ...block(
      `cudaError_t launch(Kernel kernel, std::size_t blocks, unsigned threads, unsigned shared_bytes, const ${complex}* in, ${complex}* out, std::size_t batch, cudaStream_t stream${early ? ", Start start" : ""})`,
      plainBody(early, "return cudaLaunchKernelEx(&config, kernel, in, out, batch);"),
    ),
    "",
  ];
}

/**
 * The pointers of a kernel that reads or writes real numbers: pointers of several types, or pairs for planar arrays. As
 * parameters of the kernel, as parameters of its launch function, and as passed on.
 */
interface Pointers {
  readonly isPlanar: boolean;
  readonly taken: string;
  readonly given: string;
  readonly passed: string;
}

const sourcePointers = ({ source: { planar } }: Kernel): Pointers => ({
  isPlanar: planar,
  taken: planar ? "Planar<const Number, In>" : "const In*",
  given: planar ? "Planar<const Number, In> in" : "const void* in",
  passed: planar ? "in" : "static_cast<const In*>(in)",
});

const targetPointers = ({ target: { planar } }: Kernel): Pointers => ({
  isPlanar: planar,
  taken: planar ? "Planar<Number, Out>" : "Out*",
  given: planar ? "Planar<Number, Out> out" : "void* out",
  passed: planar ? "out" : "static_cast<Out*>(out)",
});

/** Parameters of templates for the types of numbers. */
const numberType = (...pointers: readonly Pointers[]): string =>
  pointers.some(({ isPlanar }) => isPlanar) ? "typename Number, " : "";

/** A function for each kind of kernel among those of a host program. */
const forEachKind = (
  host: HostProgram,
  isAmong: (kernel: Kernel) => boolean,
  printed: (read: Pointers, written: Pointers) => readonly string[],
): readonly string[] => {
  const kernels = host.launches.map(({ kernel }) => kernel).filter(isAmong);
  const kinds = new Map(
    kernels.map((kernel) => {
      const [read, written] = [sourcePointers(kernel), targetPointers(kernel)];
      return [`${read.taken}, ${written.taken}`, [read, written]] as const;
    }),
  );
  return [...kinds.values()].flatMap(([read, written]) => printed(read, written));
};

/** Kernels have various parameters: pairs of pointers, strides. */
function launchPlainOfAny(host: HostProgram): readonly string[] {
  const early = hasEarly(host, "plain");
  if (!isComplex(host))
    return forEachKind(
      host,
      (kernel) => !isOnClusters(kernel),
      (read, written) => [
        `template <${numberType(read, written)}typename In, typename Out, typename... Strides>`,
        ...block(
          `cudaError_t launch(void (*kernel)(${read.taken}, ${written.taken}, std::size_t, Strides...), std::size_t blocks, unsigned threads, unsigned shared_bytes, ${read.given}, ${written.given}, std::size_t batch, cudaStream_t stream${early ? ", Start start" : ""}, Strides... strides)`,
          plainBody(
            early,
            `return cudaLaunchKernelEx(&config, kernel, ${read.passed}, ${written.passed}, batch, strides...);`,
          ),
        ),
        "",
      ],
    );
  return [
    "template <typename Kernel, typename In, typename Out, typename... Strides>",
    ...block(
      `cudaError_t launch(Kernel kernel, std::size_t blocks, unsigned threads, unsigned shared_bytes, In in, Out out, std::size_t batch, cudaStream_t stream${early ? ", Start start" : ""}, Strides... strides)`,
      plainBody(early, "return cudaLaunchKernelEx(&config, kernel, in, out, batch, strides...);"),
    ),
    "",
  ];
}

function launchClusters(host: HostProgram): readonly string[] {
  const kernels = host.launches.map(({ kernel }) => kernel).filter(isOnClusters);
  const fetching = kernels.some((kernel) => fetchOf(kernel) !== undefined);
  const loading = kernels.some(isLoading);
  const single = kernels.some((kernel) => !isPersistent(kernel));
  return [
    ...(fetching ? launchFetchingClusters(host) : []),
    ...(loading ? launchLoadingClusters(host, fetching) : []),
    ...(single ? launchSingleClusters(host) : []),
  ];
}

function launchFetchingClusters(host: HostProgram): readonly string[] {
  if (takesMore(host)) return launchClustersOfAny(host);
  const typed = isComplex(host);
  const element = typed ? elementOf(host) : "Element";
  const out = typed ? `${element}* out` : "void* out";
  const early = hasEarly(host, "cluster");
  // A kernel with a tile queue has one more parameter.
  const counts = host.workspace.counters > 0;
  const last = early ? "cudaStream_t stream, Start start" : "cudaStream_t stream";
  const kernel = counts
    ? `void (*kernel)(TensorMap, ${element}*, unsigned, Counter...)`
    : typed
      ? "ClusterKernel kernel"
      : "void (*kernel)(TensorMap, Element*, unsigned)";
  const head = `cudaError_t launch_clusters(${kernel}, unsigned cluster, unsigned threads, unsigned shared_bytes, ${HELD}const TensorMap& in, ${out}, unsigned tiles, ${last}${counts ? ", Counter... counter" : ""})`;
  return [
    ...(counts || !typed ? [] : [`using ClusterKernel = void (*)(TensorMap, ${element}*, unsigned);`, ""]),
    CLUSTERS_COMMENT,
    ...(typed
      ? counts
        ? ["template <typename... Counter>"]
        : []
      : [`template <typename Element${counts ? ", typename... Counter" : ""}>`]),
    ...block(
      head,
      clustersBody(
        early,
        `return cudaLaunchKernelEx(&config, kernel, in, ${typed ? "out" : "static_cast<Element*>(out)"}, tiles${counts ? ", counter..." : ""});`,
      ),
    ),
    "",
  ];
}

/** Kernels whose threads load take pointers of any type; `besideOthers`: other kernels take tensor maps for bulk copies. */
const launchLoadingClusters = (host: HostProgram, besideOthers: boolean): readonly string[] => {
  const early = hasEarly(host, "cluster");
  return [
    besideOthers
      ? "// The same for kernels whose threads load from global memory, without bulk copies."
      : CLUSTERS_COMMENT,
    ...launchOfPointers("launch_clusters", early, isLoading, host, HELD, (call) => clustersBody(early, call)),
  ];
};

const isFetching = (kernel: Kernel): boolean => isOnClusters(kernel) && fetchOf(kernel) !== undefined;

const isLoading = (kernel: Kernel): boolean =>
  isOnClusters(kernel) && fetchOf(kernel) === undefined && isPersistent(kernel);

const launchOfPointers = (
  name: string,
  early: boolean,
  isAmong: (kernel: Kernel) => boolean,
  host: HostProgram,
  held: string,
  body: (call: string) => readonly string[],
): readonly string[] =>
  forEachKind(host, isAmong, (read, written) => [
    `template <${numberType(read, written)}typename In, typename Out, typename... Further>`,
    ...block(
      `cudaError_t ${name}(void (*kernel)(${read.taken}, ${written.taken}, unsigned, Further...), unsigned cluster, unsigned threads, unsigned shared_bytes, ${held}${read.given}, ${written.given}, unsigned tiles, cudaStream_t stream${early ? ", Start start" : ""}, Further... further)`,
      body(`return cudaLaunchKernelEx(&config, kernel, ${read.passed}, ${written.passed}, tiles, further...);`),
    ),
    "",
  ]);

/** Clusters with one tile each. */
function launchSingleClusters(host: HostProgram): readonly string[] {
  const early = hasEarly(host, "cluster");
  const isSingle = (kernel: Kernel): boolean => isOnClusters(kernel) && !isPersistent(kernel);
  return [
    "// One cluster per tile.",
    ...launchOfPointers("launch_single_clusters", early, isSingle, host, "", (call) => [
      ...clustersConfig(early, "cluster * tiles"),
      call,
    ]),
  ];
}

/** Kernels have various parameters after the tiles: the batch, a counter, strides. */
function launchClustersOfAny(host: HostProgram): readonly string[] {
  const early = hasEarly(host, "cluster");
  const rest = `unsigned cluster, unsigned threads, unsigned shared_bytes, ${HELD}const TensorMap& in`;
  const last = `unsigned tiles, cudaStream_t stream${early ? ", Start start" : ""}, Further... further`;
  if (!isComplex(host))
    return [
      CLUSTERS_COMMENT,
      ...forEachKind(host, isFetching, (_, written) => [
        `template <${numberType(written)}typename Out, typename... Further>`,
        ...block(
          `cudaError_t launch_clusters(void (*kernel)(TensorMap, ${written.taken}, unsigned, Further...), ${rest}, ${written.given}, ${last})`,
          clustersBody(early, `return cudaLaunchKernelEx(&config, kernel, in, ${written.passed}, tiles, further...);`),
        ),
        "",
      ]),
    ];
  return [
    CLUSTERS_COMMENT,
    "template <typename Kernel, typename Out, typename... Further>",
    ...block(
      `cudaError_t launch_clusters(Kernel kernel, ${rest}, Out out, ${last})`,
      clustersBody(early, "return cudaLaunchKernelEx(&config, kernel, in, out, tiles, further...);"),
    ),
    "",
  ];
}

const CLUSTERS_COMMENT =
  "// Persistent clusters: as many as the GPU holds at once, at most one per tile. Each handles one tile after the other.";

/** The number of persistent clusters that the device holds. */
const HELD = "int held, ";

const clustersBody = (early: boolean, call: string): readonly string[] => [
  "const unsigned clusters = tiles < static_cast<unsigned>(held) ? tiles : static_cast<unsigned>(held);",
  ...clustersConfig(early, "cluster * clusters"),
  call,
];

function clustersConfig(early: boolean, blocks: string): readonly string[] {
  const shape = early ? "attributes[0]" : "attribute";
  return [
    `cudaLaunchAttribute ${early ? "attributes[2]" : "attribute"} = {};`,
    `${shape}.id = cudaLaunchAttributeClusterDimension;`,
    `${shape}.val.clusterDim.x = cluster;`,
    `${shape}.val.clusterDim.y = 1;`,
    `${shape}.val.clusterDim.z = 1;`,
    ...(early ? earlyAttribute("attributes[1]") : []),
    "cudaLaunchConfig_t config = {};",
    `config.gridDim = dim3(${blocks});`,
    "config.blockDim = dim3(threads);",
    "config.dynamicSmemBytes = shared_bytes;",
    "config.stream = stream;",
    `config.attrs = ${early ? "attributes" : "&attribute"};`,
    `config.numAttrs = ${early ? 2 : 1};`,
  ];
}
