// Turns programs into the files of a package: text only, nothing is written here.
import { floatLiteral } from "../arithmetic/float-literal.js";
import { rootMinusOne, rootOfUnity } from "../arithmetic/root-of-unity.js";
import { buildCodelet, codeletName, printCodelet, type CodeletSpec } from "../codelet/codelet.js";
import { architectureName, type Gpu } from "../gpu/gpu.js";
import { tableFraction } from "../kernel/evaluate.js";
import type { HostProgram, KernelProgram, Launch, TwiddleTable } from "../kernel/program.js";
import type { ScheduledPlan } from "../plan/plan.js";
import { elementBytes, elementCount, type Precision } from "../plan/transform.js";
import { errorBound } from "../verify/bound.js";
import { contractLines, errorLines, parameterLines, transformTitle } from "./contract.js";
import { complexType, printKernel } from "./print-kernel.js";
import { runtimeFiles } from "./read-template.js";
import { render } from "./render.js";
import type { TableView } from "./views.js";

export interface GeneratedFile {
  /** Relative to the package's directory. */
  readonly path: string;
  readonly text: string;
}

const GRID_LIMIT = 2 ** 31 - 1;

/** All files of a package, in a fixed order. */
export function packageFiles(
  plan: ScheduledPlan,
  host: HostProgram,
  planText: readonly string[],
  gpu: Gpu,
): readonly GeneratedFile[] {
  const { transform } = plan;
  const { name } = host;
  const title = transformTitle(transform);
  const complex = complexType(transform);
  const contract = contractLines(plan);
  const largestBatch = Math.min(
    ...host.launches.map(({ kernel }) => Math.floor(GRID_LIMIT / kernel.blocksPerBatchTile) * kernel.batchTile),
  );
  const bound = errorBound(plan);
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
        workspaceNote: host.usesWorkspace ? ": one copy of the data" : ": always 0",
        parameters: parameterLines(plan, host, largestBatch),
        errors: errorLines(host),
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
        workspaceBody: host.usesWorkspace
          ? `return batch * ${elementCount(transform)}u * sizeof(${complex});`
          : "static_cast<void>(batch);\n  return 0;",
        largestBatch: `${largestBatch}u`,
        checks: launcherChecks(host),
        launches: host.launches.map((launch, index) => launchView(launch, index, name, transform.precision)),
      }),
    },
    {
      path: `${name}_kernels.cuh`,
      text: render("kernels.cuh", {
        name,
        title,
        plan: planText,
        codelets: usedCodelets(kernels).map((spec) => printCodelet(buildCodelet(spec), transform.precision)),
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
        batchUnit: kernels.some((kernel) => kernel.batchTile > 1) ? "batch tile" : "transform",
        launches: host.launches.map(({ kernel, source, target }) => ({
          name: kernel.name,
          blocks:
            kernel.batchTile > 1
              ? `${kernel.blocksPerBatchTile} for ${kernel.batchTile} transforms`
              : String(kernel.blocksPerBatchTile),
          threads: String(kernel.threads),
          shared: String(kernel.sharedElements * elementBytes(transform.precision)),
          memory: `${source} -> ${target}`,
        })),
      }),
    },
    {
      path: "verify/verify.cu",
      text: render("verify.cu", {
        name,
        title,
        complex,
        dimensions: verifyDimensions(plan),
        direction: transform.direction,
        order: transform.order === "natural" ? "natural" : "digit_reversed",
        scale: floatLiteral(transform.scale, "f64"),
        inPlace: String(host.inPlaceAllowed),
        l2Bound: bound.l2.toExponential(3),
        maxBound: bound.max.toExponential(3),
        boundText: bound.text,
        batchTile: String(Math.max(...kernels.map((kernel) => kernel.batchTile))),
      }),
    },
    ...runtimeFiles(),
  ];
}

/** Codelets in the order of first use. */
function usedCodelets(kernels: readonly KernelProgram[]): readonly CodeletSpec[] {
  const specs = new Map<string, CodeletSpec>();
  for (const kernel of kernels) {
    for (const phase of kernel.body) {
      if (phase.kind !== "phase") continue;
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

function launcherChecks(host: HostProgram): readonly string[] {
  const pointers = ["in", "out", ...(host.usesWorkspace ? ["workspace"] : [])];
  return [
    `if (${pointers.map((pointer) => `${pointer} == nullptr`).join(" || ")}) return cudaErrorInvalidValue;`,
    ...(host.inPlaceAllowed ? [] : ["if (in == out) return cudaErrorInvalidValue;"]),
    `if (${pointers.map((pointer) => `misaligned(${pointer})`).join(" || ")}) return cudaErrorMisalignedAddress;`,
    ...(host.usesWorkspace ? [] : ["static_cast<void>(workspace);"]),
  ];
}

function launchView({ kernel, source, target }: Launch, index: number, name: string, precision: Precision) {
  const complex = complexType({ precision });
  const scratch = `static_cast<${complex}*>(workspace)`;
  const pointer = (buffer: Launch["source"]): string => (buffer === "workspace" ? scratch : buffer);
  const tiles = kernel.batchTile === 1 ? "batch" : `(batch + ${kernel.batchTile - 1}u) / ${kernel.batchTile}u`;
  const blocks = kernel.blocksPerBatchTile === 1 ? tiles : `${tiles} * ${kernel.blocksPerBatchTile}u`;
  const shared = kernel.sharedElements * elementBytes(precision);
  const call = `launch(${kernel.name}, ${blocks}, ${kernel.threads}u, ${shared}u, ${pointer(source)}, ${pointer(target)}, batch, stream);`;
  const first = index === 0;
  return {
    comment: `// ${kernel.notation}`,
    line: first ? `cudaError_t status = ${call}` : `if (status != cudaSuccess) return status;\n  status = ${call}`,
    name,
  };
}

function verifyDimensions(plan: ScheduledPlan): string {
  return plan.transform.dimensions
    .toReversed()
    .map(({ name, length }) => {
      const radices = plan.kernels.flatMap((kernel) =>
        kernel.subComputations.filter((sub) => sub.dimension === name).map((sub) => sub.radix),
      );
      return `{${length}, {${radices.join(", ")}}}`;
    })
    .join(", ");
}

const ENTRIES_PER_LINE = { f32: 4, f64: 2 } as const;

function tableView(table: TwiddleTable, precision: Precision, inverse: boolean): TableView {
  const entries: string[] = [];
  table.rows.forEach((_, row) => {
    for (let index = 0; index < table.count; index++) {
      const { numerator, denominator } = tableFraction(table, row, index);
      const root = (table.minusOne ? rootMinusOne : rootOfUnity)(numerator, denominator, precision);
      entries.push(`{${floatLiteral(root.re, precision)}, ${floatLiteral(inverse ? -root.im : root.im, precision)}}`);
    }
  });
  const perLine = ENTRIES_PER_LINE[precision];
  const lines: string[] = [];
  for (let start = 0; start < entries.length; start += perLine)
    lines.push(`${entries.slice(start, start + perLine).join(", ")},`);
  const sign = inverse ? "+" : "-";
  const powers = table.rows.map(
    ({ power, turn }) => `w^${power}${turn.numerator === 0 ? "" : ` turned by ${turn.numerator}/${turn.denominator}`}`,
  );
  return {
    comment: [
      `${table.rows.length} row${table.rows.length === 1 ? "" : "s"} of ${table.count}, for w = exp(${sign}2 pi i e / ${table.order}), e = 0 .. ${table.count - 1}:`,
      table.minusOne ? `${powers.join(", ")}, each less 1: for multiply_near_one` : powers.join(", "),
    ],
    type: complexType({ precision }),
    name: table.name,
    length: String(entries.length),
    lines,
  };
}
