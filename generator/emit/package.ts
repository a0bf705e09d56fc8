// Turns programs into the files of a package: text only, nothing is written here.
import { buildCodelet, codeletName, printCodelet, type CodeletSpec } from "../codelet/codelet.js";
import { InputError } from "../failure/errors.js";
import { architectureName, type Gpu } from "../gpu/gpu.js";
import { phasesOf, type HostProgram, type KernelProgram, type TwiddleTable } from "../kernel/program.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { elementCount } from "../plan/transform.js";
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
import { indent, wrap } from "./lines.js";
import { complexType } from "./complex-type.js";
import { startsEarly } from "./print-overlap.js";
import { printKernel } from "./print-kernel.js";
import { runtimeFiles } from "./read-template.js";
import { render } from "./render.js";
import { subjectView } from "./subject-view.js";
import { tableView } from "./table-view.js";

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
  const complex = complexType(transform);
  const planText = notation.flatMap((kernel) =>
    wrap(kernel, 112).map((line, index) => (index === 0 ? line : `  ${line}`)),
  );
  const contract = [...contractLines(plan), ...requirementLines(host, gpu)].flatMap((line) => wrap(line, 112));
  const largestBatch = Math.min(...host.launches.map(({ kernel }) => largestBatchOf(kernel)));
  if (largestBatch < transform.batch) {
    throw new InputError(
      `${name}: a batch of ${transform.batch} needs more than the ${GRID_LIMIT} blocks that a launch may have; plan for smaller batches, or for larger tiles`,
    );
  }
  const preparation = preparationLines(host, elementCount(transform), complex);
  const headers = [
    ...(usesClusters(host) ? CLUSTER_HEADERS : []),
    ...(host.launches.some(({ kernel }) => kernel.kind === "undivided") ? [UNDIVIDED_HEADER] : []),
    ...(startsEarly(host) ? [EARLY_HEADER] : []),
  ];
  const kernels = host.launches.map(({ kernel }) => kernel);
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
        complex,
        elements: String(elementCount(transform)),
      }),
    },
    {
      path: `${name}.cu`,
      text: render("launcher.cu", {
        name,
        title,
        complex,
        workspaceBody: indent(workspaceLines(host, elementCount(transform), complex)),
        largestBatch: `${largestBatch}u`,
        checks: indent(launcherChecks(host)),
        alignment:
          pointerAlignment(host, transform.precision) === 16 && transform.precision === "f32"
            ? "16"
            : `sizeof(${complex})`,
        includes: headers.filter((header) => header.endsWith(".h")),
        functions: launchFunctions(host, complex),
        preparation: indent(preparation),
        launches: indent(
          host.launches.flatMap((_, index) =>
            launchLines(host, index, transform.precision, index === 0 && preparation.length === 0),
          ),
        ),
      }),
    },
    {
      path: `${name}_kernels.cuh`,
      text: render("kernels.cuh", {
        name,
        title,
        plan: planText,
        includes: headers.filter((header) => header.endsWith(".cuh")),
        codelets: usedCodelets(kernels).map((spec) => printCodelet(buildCodelet(spec), transform.precision).trimEnd()),
        kernels: kernels.map(printKernel),
      }),
    },
    {
      path: `${name}_twiddles.cuh`,
      text: render("twiddles.cuh", {
        name,
        title,
        real: transform.precision === "f32" ? "float" : "double",
        tables: usedTables(kernels).map((table) =>
          tableView(table, transform.precision, transform.direction === "inverse"),
        ),
      }),
    },
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
        batchTile: String(Math.max(...kernels.map((kernel) => (kernel.kind === "plain" ? kernel.batchTile : 1)))),
      }),
    },
    ...runtimeFiles(headers),
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

/** Codelets in the order of first use. */
function usedCodelets(kernels: readonly KernelProgram[]): readonly CodeletSpec[] {
  const specs = new Map<string, CodeletSpec>();
  for (const kernel of kernels) {
    for (const phase of phasesOf(kernel)) {
      for (const step of phase.steps) {
        if (step.kind === "butterfly") specs.set(codeletName(step.codelet), step.codelet);
      }
    }
  }
  return [...specs.values()];
}

function usedTables(kernels: readonly KernelProgram[]): readonly TwiddleTable[] {
  const tables = new Map(kernels.flatMap((kernel) => kernel.tables).map((table) => [table.name, table]));
  return [...tables.values()];
}
