// A kernel whose blocks do not know of each other: one tile each, all threads in one role, a tile in shared memory between phases.
import type { RoleStep } from "../kernel/program.js";
import { product } from "../layout/digits.js";
import { activeThreads, type Phase } from "../layout/phases.js";
import { fieldsOf, type Field } from "./fields.js";
import type { Structure } from "./kernel-head.js";
import { lowerPhase, transformedBefore, type PhaseContext } from "./lower-phase.js";
import { baseOf, placeUses, sourceSide, targetSide, tileSide } from "./sides.js";
import { exponentUse } from "../layout/twiddle-exponents.js";

const TILE = "tile";
const PLAIN = { copies: undefined, pool: undefined, note: undefined } as const;

export function blockStructure(context: PhaseContext): Structure {
  const { geometry, exponents, set } = context;
  const { tile, input, output, reads, writes, shared, threads, phases } = geometry;
  const uses = [...placeUses(input, reads), ...placeUses(output, writes), ...[...exponents.values()].map(exponentUse)];
  const block = fieldsOf(set, tile.grid, "block", uses, transformedBefore(geometry, 0));
  const elements = shared?.elements ?? 0;
  return {
    cluster: 1,
    tiles: {
      perGroup: product(tile.grid),
      batch: tile.batchTile,
      coordinates: block.map(({ coordinate }) => coordinate),
      order: "each",
      ring: undefined,
    },
    buffers: elements === 0 ? [] : [{ ...PLAIN, name: TILE, offset: 0, type: geometry.elements.exchanged, elements }],
    barriers: [],
    roles: [
      {
        name: "block",
        groups: 1,
        groupThreads: threads,
        meetings: [],
        loads: { base: baseOf(block, input, reads) },
        fetches: undefined,
        stores: { coordinates: [], base: baseOf(block, output, writes) },
        deals: false,
        before: [],
        steps: phases.flatMap((phase, position): readonly RoleStep[] => {
          const step = blockPhase(context, phase, position, block);
          return position === 0 ? [step] : [{ kind: "sync-block" }, step];
        }),
      },
    ],
  };
}

function blockPhase(context: PhaseContext, phase: Phase, position: number, outer: readonly Field[]): RoleStep {
  const { geometry } = context;
  const isFirst = position === 0;
  const isLast = position === geometry.phases.length - 1;
  const shared = tileSide(TILE, geometry.shared, product(geometry.run));
  const active = activeThreads(phase);
  return lowerPhase(context, {
    phase,
    position,
    read: isFirst ? sourceSide(geometry) : shared,
    write: isLast ? targetSide(geometry) : shared,
    send: undefined,
    outer,
    where:
      isFirst && isLast
        ? "; global memory to global memory"
        : isFirst
          ? "; from global memory"
          : isLast
            ? "; to global memory"
            : "",
    activeThreads: active < geometry.threads ? active : undefined,
    hasRead: [],
    mayWrite: [],
    hasWritten: [],
  });
}
