// Chooses the plan of a batch: `if (batch <= 31) return batch_1::execute(...)`.
import { at } from "../failure/errors.js";
import type { HostBodies } from "./host-bodies.js";
import { block } from "./lines.js";
import type { BatchRange, TransformFacts, Variant } from "./linked-transform.js";

/** The choice among the plans for one GPU, each in the namespace of its range. */
export function chosenRange({ ranges }: Variant, { signature: { passed } }: TransformFacts): HostBodies {
  const last = at(ranges, ranges.length - 1);
  const prepared = ranges
    .slice(0, -1)
    .flatMap(({ label }, index) => [
      `${index === 0 ? "cudaError_t " : ""}status = ${label}::prepare();`,
      "if (status != cudaSuccess) return status;",
    ]);
  return {
    functions: [...block("std::size_t larger(std::size_t a, std::size_t b)", ["return a > b ? a : b;"]), ""],
    workspaceBytes: [
      "// Enough for fewer arrays, too, which another plan may transform.",
      "std::size_t bytes = 0;",
      ...ranges.map(workspaceLine),
      "return bytes;",
    ],
    execute: [
      ...ranges.flatMap(({ label, upTo }) =>
        upTo === undefined ? [] : [`if (batch <= ${upTo}u) return ${label}::execute(${passed});`],
      ),
      `return ${last.label}::execute(${passed});`,
    ],
    prepare: [...prepared, `return ${last.label}::prepare();`],
  };
}

/** `if (batch > 31u) bytes = larger(bytes, batch_64::workspace_bytes(batch < 255u ? batch : 255u));` */
function workspaceLine({ label, from, upTo }: BatchRange): string {
  const members = upTo === undefined ? "batch" : `batch < ${upTo}u ? batch : ${upTo}u`;
  const line = `bytes = larger(bytes, ${label}::workspace_bytes(${members}));`;
  return from === 1 ? line : `if (batch >= ${from}u) ${line}`;
}
