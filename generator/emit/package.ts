// Turns programs into the files of a package: text only, nothing is written here.
import { buildCodelet, codeletName, printCodelet } from "../codelet/codelet.js";
import { hadamardName, printHadamard } from "../codelet/hadamard.js";
import { computesPairs } from "../layout/pairs.js";
import { InputError } from "../failure/errors.js";
import { architectureName, type Gpu } from "../gpu/gpu.js";
import type { MatrixOperand } from "../kernel/matrix-program.js";
import { phasesOf, type HostProgram, type KernelProgram, type TwiddleTable } from "../kernel/program.js";
import type { MatrixUnit, ScheduledPlan } from "../plan/plan.js";
import { elementBytes, elementCount, isShort, type Transform } from "../plan/transform.js";
import { launchFunctions } from "./launch-functions.js";
import { launcherChecks, launchLines, preparationLines, workspaceLines } from "./launcher-view.js";
import {
  contractLines,
  errorLines,
  parameterLines,
  pointerAlignment,
  requirementLines,
  transformTitle,
  usesClusters,
  workspaceNote,
} from "./contract.js";
import { elementText, userType } from "./element-text.js";
import { indent, wrap } from "./lines.js";
import { startsEarly } from "./print-overlap.js";
import { printKernel } from "./print-kernel.js";
import { printSequencyPlace } from "./print-sequency.js";
import { runtimeFiles } from "./read-template.js";
import { render } from "./render.js";
import { subjectView, verificationModes } from "./subject-view.js";
import { matrixView, tableView } from "./table-view.js";

export interface GeneratedFile {
  /** Relative to the package's directory. */
  readonly path: string;
  readonly text: string;
}

const GRID_LIMIT = 2 ** 31 - 1;

/** What kernels on clusters are written in, and what their launches need. */
const CLUSTER_HEADERS = ["fftgen_cluster.cuh", "fftgen_tensor_map.h"] as const;
/** What undivided blocks need besides. */
const UNDIVIDED_HEADER = "fftgen_undivided.cuh";
/** What kernels need that start before the one before them has ended. */
const EARLY_HEADER = "fftgen_early.cuh";
/** What kernels of 16-bit complex numbers are written in. */
const MATRIX_HEADER = "fftgen_matrix.cuh";
/** Of kernels in 16-bit arithmetic. */
const PAIRS_HEADER = "fftgen_pairs.cuh";
/** What those are written in besides that split single-precision numbers into halves. */
const SPLIT_HEADER = "fftgen_split.cuh";
const SPLIT_UNITS: readonly MatrixUnit[] = ["split", "sorna", "kang"];
const ALL_UNITS: readonly MatrixUnit[] = ["mma", "mma.f16", ...SPLIT_UNITS];
/** What kernels of real transforms are written in. */
const VECTOR_HEADER = "fftgen_vector.cuh";

/** The notation in a few words, for readers of the kernels. */
const NOTATION = {
  c2c: [
    "In the notation, X(count, radix, stride, extent, tw) does `count` butterflies of size `radix` along X; their members",
    "lie `stride` apart inside blocks of `extent` elements. tw: twiddle factors follow; pre-tw: they come before; no-tw:",
    "none. Everything inside one pair of braces happens between one read and one write of global memory. An index x is a",
    "list of digits x1, x2, ...: butterfly i turns digit xi into the frequency digit kxi.",
  ],
  fwht: [
    "In the notation, H(count, radix, stride, extent) does `count` Walsh-Hadamard transforms of size `radix`; their",
    "members lie `stride` apart inside blocks of `extent` elements of the array, which is seen as one sequence. Everything",
    "inside one pair of braces happens between one read and one write of global memory. An index h is a list of digits h1,",
    "h2, ...: step i turns digit hi into khi; digits i1, i2, ... are not transformed. Vectors are neighbouring elements,",
    "moved and computed together.",
  ],
} as const;

/** All files of a package, in a fixed order. */
export function packageFiles(
  plan: ScheduledPlan,
  host: HostProgram,
  notation: readonly string[],
  gpu: Gpu,
): readonly GeneratedFile[] {
  const { transform } = plan;
  const { name } = host;
  const title = transformTitle(transform);
  const type = userType(transform);
  const planText = notation.flatMap((kernel) =>
    wrap(kernel, 112).map((line, index) => (index === 0 ? line : `  ${line}`)),
  );
  const contract = [...contractLines(plan), ...requirementLines(plan, host, gpu)].flatMap((line) => wrap(line, 112));
  const largestBatch = Math.min(...host.launches.map(({ kernel }) => largestBatchOf(kernel)));
  if (largestBatch < transform.batch) {
    throw new InputError(
      `${name}: a batch of ${transform.batch} needs more than the ${GRID_LIMIT} blocks that a launch may have; plan for smaller batches, or for larger tiles`,
    );
  }
  const preparation = preparationLines(host);
  const kernels = host.launches.map(({ kernel }) => kernel);
  const headers = [
    ...(usesClusters(host) ? CLUSTER_HEADERS : []),
    ...(host.launches.some(({ kernel }) => kernel.kind === "undivided") ? [UNDIVIDED_HEADER] : []),
    ...(startsEarly(host) ? [EARLY_HEADER] : []),
    ...(transform.kind === "fwht" && kernels.some(({ elements }) => elements.held.kind !== "neighbours")
      ? [VECTOR_HEADER]
      : []),
    ...((transform.kind === "c2c" && isShort(transform.precision)) || usesMatrixUnits(host, ALL_UNITS)
      ? [MATRIX_HEADER]
      : []),
    ...(usesMatrixUnits(host, SPLIT_UNITS) ? [SPLIT_HEADER] : []),
    ...(kernels.some(({ elements }) => computesPairs(elements)) ? [PAIRS_HEADER] : []),
  ];
  const constants = constantsFiles(name, title, transform, kernels);
  const tables = constants.map(({ path }) => path);
  const { computeCapability } = gpu;
  return [
    {
      path: `${name}.h`,
      text: render("header.h", {
        name,
        title,
        plan: planText,
        contract,
        workspaceNote: `: ${workspaceNote(host)}`,
        parameters: parameterLines(plan, host, largestBatch),
        errors: errorLines(),
        complex: type,
        numbers: declaredNumbers(transform),
        elementsNote: `${transform.kind === "c2c" ? "Complex elements" : "Elements"} of one transform.`,
        elements: String(elementCount(transform)),
      }),
    },
    {
      path: `${name}.cu`,
      text: render("launcher.cu", {
        name,
        title,
        complex: type,
        workspaceBody: indent(workspaceLines(host)),
        largestBatch: `${largestBatch}u`,
        checks: indent(launcherChecks(host)),
        alignment: alignmentText(host, transform),
        includes: headers.filter((header) => header.endsWith(".h")),
        functions: launchFunctions(host),
        preparation: indent(preparation),
        launches: indent(
          host.launches.flatMap((_, index) => launchLines(host, index, index === 0 && preparation.length === 0)),
        ),
      }),
    },
    {
      path: `${name}_kernels.cuh`,
      text: render("kernels.cuh", {
        name,
        title,
        plan: planText,
        notation: [...NOTATION[transform.kind], ...matrixNotation(host)],
        includes: headers.filter((header) => header.endsWith(".cuh")),
        tables,
        codelets: codeletTexts(kernels),
        kernels: kernels.map(printKernel),
      }),
    },
    ...constants,
    {
      path: "CMakeLists.txt",
      text: render("CMakeLists.txt", {
        name,
        title,
        architecture: `${computeCapability.major}${computeCapability.minor}`,
      }),
    },
    {
      path: "README.md",
      text: render("package-readme.md", {
        name,
        title,
        plan: planText,
        tables,
        contract,
        architectureName: architectureName(computeCapability),
        launches: host.launches.map(({ kernel, source, target }) => ({
          name: kernel.name,
          blocks: blocksText(kernel),
          threads: String(kernel.threads),
          shared: String(kernel.sharedBytes),
          memory: `${source} -> ${target}`,
        })),
      }),
    },
    {
      path: "verify/verify.cu",
      text: render("verify.cu", {
        ...subjectView(name, plan, "always"),
        modes: verificationModes(name, transform),
        alignment: String(pointerAlignment(host, transform)),
        batchTile: String(Math.max(...kernels.map((kernel) => (kernel.kind === "plain" ? kernel.batchTile : 1)))),
        persistent: kernels.flatMap((kernel) =>
          kernel.kind === "plain" ? [] : [`${kernel.tilesPerTransform}, ${kernel.cluster}, ${kernel.blocksPerSm}`],
        ),
      }),
    },
    ...runtimeFiles(headers),
  ];
}

const usesMatrixUnits = (host: HostProgram, units: readonly MatrixUnit[]): boolean =>
  host.launches
    .flatMap(({ kernel }) => phasesOf(kernel))
    .flatMap(({ steps }) => steps)
    .some((step) => step.kind === "matrix-butterfly" && units.includes(step.unit));

/** What units mean, for readers of the kernels. */
function matrixNotation(host: HostProgram): readonly string[] {
  if (!usesMatrixUnits(host, ALL_UNITS)) return [];
  const split = usesMatrixUnits(host, SPLIT_UNITS);
  return [
    `After the radix stands how a butterfly is computed: ${split ? "split, sorna and kang" : "mma"} as a product with its matrix on tensor cores.`,
    "There four neighbouring lanes hold a digit, its value being their heavy and the register's light bits.",
  ];
}

/** The largest batch whose blocks, or tiles, a launch can count. */
const largestBatchOf = (kernel: KernelProgram): number =>
  kernel.kind === "plain"
    ? Math.floor(GRID_LIMIT / kernel.blocksPerBatchTile) * kernel.batchTile
    : Math.floor(GRID_LIMIT / kernel.tilesPerTransform);

function blocksText(kernel: KernelProgram): string {
  if (kernel.kind !== "plain") return `clusters of ${kernel.cluster}, as many as fit`;
  const batch = kernel.batchTile > 1 ? `${kernel.batchTile} transforms` : "each transform";
  return `${kernel.blocksPerBatchTile} for ${batch}`;
}

/** What the pointers are multiples of: an expression. */
const alignmentText = (host: HostProgram, transform: Transform): string => {
  const bytes = pointerAlignment(host, transform);
  return transform.kind === "c2c" && bytes === elementBytes(transform)
    ? `sizeof(${userType(transform)})`
    : String(bytes);
};

/** Numbers that a header declares. */
const declaredNumbers = (transform: Transform): readonly { readonly header: string; readonly type: string }[] => {
  const { precision } = transform;
  const type = userType(transform);
  return precision === "f16"
    ? [{ header: "cuda_fp16.h", type }]
    : precision === "bf16"
      ? [{ header: "cuda_bf16.h", type }]
      : [];
};

/** Codelets in the order of first use. One for each type of element: kernels may differ in it. */
function codeletTexts(kernels: readonly KernelProgram[]): readonly string[] {
  const texts = new Map<string, string>();
  for (const kernel of kernels) {
    const type = elementText(kernel.elements.held);
    for (const step of phasesOf(kernel).flatMap((phase) => phase.steps)) {
      if (step.kind === "butterfly") {
        const { codelet } = step;
        const name = codeletName(codelet);
        if (!texts.has(name))
          texts.set(name, printCodelet(buildCodelet(codelet), kernel.elements.held.storage).trimEnd());
      }
      if (step.kind === "hadamard") {
        const key = `${hadamardName(step.codelet)} ${type}`;
        if (!texts.has(key)) texts.set(key, printHadamard(step.codelet, type).trimEnd());
      }
      if (step.kind === "store" && step.sequency !== undefined) {
        texts.set("sequency", printSequencyPlace(step.sequency.fields, kernel.wideOffsets));
      }
    }
  }
  return [...texts.values()];
}

/** Tables that kernels read: twiddle factors, and matrices for tensor cores. */
function constantsFiles(
  name: string,
  title: string,
  transform: Transform,
  kernels: readonly KernelProgram[],
): readonly GeneratedFile[] {
  const matrices = usedMatrices(kernels);
  const includes = matrices.length > 0 ? [MATRIX_HEADER] : [];
  const matrixTables = matrices.map(matrixView);
  if (transform.kind === "fwht") {
    const heading = [`${title}: matrices for tensor cores.`, "Generated by fftgen; edit the plan, not this file."];
    const text = render("constants.cuh", { name, heading, includes, tables: matrixTables });
    return matrices.length === 0 ? [] : [{ path: `${name}_matrices.cuh`, text }];
  }
  const { precision, direction } = transform;
  const real = precision === "f64" ? "double" : isShort(precision) ? "its type" : "float";
  const tables = [...usedTables(kernels).map((table) => tableView(table, direction === "inverse")), ...matrixTables];
  const heading = [`${title}: twiddle factors,`, `each part rounded correctly to ${real}. Generated by fftgen.`];
  return [{ path: `${name}_twiddles.cuh`, text: render("constants.cuh", { name, heading, includes, tables }) }];
}

function usedMatrices(kernels: readonly KernelProgram[]): readonly MatrixOperand[] {
  const matrices = new Map(kernels.flatMap((kernel) => kernel.matrices).map((matrix) => [matrix.name, matrix]));
  return [...matrices.values()];
}

function usedTables(kernels: readonly KernelProgram[]): readonly TwiddleTable[] {
  const tables = new Map(kernels.flatMap((kernel) => kernel.tables).map((table) => [table.name, table]));
  return [...tables.values()];
}
