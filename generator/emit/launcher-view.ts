// The plan-dependent lines of the launcher: checks, shared memory, workspace size, launches.
import type { HostProgram, Launch } from "../kernel/program.js";
import { elementBytes, type Precision } from "../plan/transform.js";
import { block, comment } from "./lines.js";
import { complexType } from "./print-kernel.js";
import { unsignedLiteral } from "./print-index.js";

/** More than this much dynamic shared memory must be asked for, kernel by kernel. */
const SHARED_BYTES_WITHOUT_ASKING = 48 * 1024;

export function launcherChecks(host: HostProgram): readonly string[] {
  const pointers = ["in", "out", ...(host.usesWorkspace ? ["workspace"] : [])];
  return [
    `if (${pointers.map((pointer) => `${pointer} == nullptr`).join(" || ")}) return cudaErrorInvalidValue;`,
    `if (${pointers.map((pointer) => `misaligned(${pointer})`).join(" || ")}) return cudaErrorMisalignedAddress;`,
    ...(host.usesWorkspace ? [] : ["static_cast<void>(workspace);"]),
  ];
}

/** Asks for the shared memory of all kernels before the first is launched, so that a GPU with too little changes nothing. */
export function sharedMemoryLines(host: HostProgram, precision: Precision): readonly string[] {
  const greedy = host.launches.filter(({ kernel }) => sharedBytes({ kernel }, precision) > SHARED_BYTES_WITHOUT_ASKING);
  return greedy.flatMap(({ kernel }, index) => [
    `${index === 0 ? "cudaError_t " : ""}status = allow_shared_memory(${kernel.name}, ${sharedBytes({ kernel }, precision)});`,
    "if (status != cudaSuccess) return status;",
  ]);
}

/** The function that `sharedMemoryLines` calls; none where no kernel needs it. */
export const sharedMemoryHelper = (calls: readonly string[]): readonly string[] =>
  calls.length === 0
    ? []
    : [
        ...block("cudaError_t allow_shared_memory(Kernel kernel, int bytes)", [
          "return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);",
        ]),
        "",
      ];

export const workspaceLines = (host: HostProgram, elements: number, complex: string): readonly string[] =>
  host.usesWorkspace
    ? [`return batch * ${unsignedLiteral(elements)} * sizeof(${complex});`]
    : ["static_cast<void>(batch);", "return 0;"];

/** The lines of one launch; `declares` says that it is the first to use the variable `status`. */
export function launchLines(launch: Launch, index: number, precision: Precision, declares: boolean): readonly string[] {
  const { kernel, source, target } = launch;
  const pointer = (buffer: Launch["source"]): string =>
    buffer === "workspace" ? `static_cast<${complexType({ precision })}*>(workspace)` : buffer;
  const tiles = kernel.batchTile === 1 ? "batch" : `(batch + ${kernel.batchTile - 1}u) / ${kernel.batchTile}u`;
  const blocks = kernel.blocksPerBatchTile === 1 ? tiles : `${tiles} * ${unsignedLiteral(kernel.blocksPerBatchTile)}`;
  return [
    ...(index === 0 ? [] : ["if (status != cudaSuccess) return status;"]),
    "",
    ...comment(kernel.notation),
    `${declares ? "cudaError_t " : ""}status = launch(${kernel.name}, ${blocks}, ${kernel.threads}u, ${sharedBytes(launch, precision)}u,`,
    `${declares ? "                            " : "                "}${pointer(source)}, ${pointer(target)}, batch, stream);`,
  ];
}

const sharedBytes = ({ kernel }: Pick<Launch, "kernel">, precision: Precision): number =>
  kernel.sharedElements * elementBytes(precision);
