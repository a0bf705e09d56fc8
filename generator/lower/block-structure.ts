// A kernel whose blocks do not know of each other: one tile each, all threads in one role, a tile in shared memory between phases.
// Where it is made of several parts, one goes on where the one before it ends, in the same block: a transform in the places that
// another leaves, or that a map makes of them. What one part writes is what the next one reads, in shared memory instead of global.
import type { Buffer, RoleStep } from "../kernel/program.js";
import { BATCH, product, type MemoryLayout } from "../layout/digits.js";
import { activeThreads, type Phase } from "../layout/phases.js";
import { ACCESS_BYTES } from "../layout/runs.js";
import { elementTypeBytes } from "../plan/elements.js";
import { at } from "../failure/errors.js";
import { fieldsOf, type Field } from "./fields.js";
import type { Structure } from "./kernel-head.js";
import { lowerPhase, transformedBefore, type PhaseContext } from "./lower-phase.js";
import { baseOf, handedSide, placeUses, sourceSide, targetSide, tileSide, type Side } from "./sides.js";
import { exponentUse } from "../layout/twiddle-exponents.js";

const TILES = ["tile", "other_tile"] as const;
const PLAIN = { copies: undefined, pool: undefined, note: undefined } as const;

/** `parts`: mostly one. */
export function blockStructure(parts: readonly PhaseContext[]): Structure {
  const [first, last] = [at(parts, 0), at(parts, parts.length - 1)];
  const { tile, threads } = first.geometry;
  const block = gridFields(first);
  const plan = exchangesOf(parts);
  const phases = parts.flatMap((context, part) => {
    const { geometry } = context;
    return geometry.phases.map((phase, position) => {
      const [isFirst, isLast] = [position === 0, position === geometry.phases.length - 1];
      const read = isFirst && part === 0 ? sourceSide(geometry) : plan.readBy(part, position);
      const write = isLast && part === parts.length - 1 ? targetSide(geometry) : plan.writtenBy(part, position);
      return blockPhase(context, phase, position, block, read, write);
    });
  });
  return {
    cluster: 1,
    tiles: {
      perGroup: product(tile.grid),
      batch: tile.batchTile,
      coordinates: block.map(({ coordinate }) => coordinate),
      order: "each",
      ring: undefined,
    },
    buffers: plan.buffers,
    barriers: [],
    roles: [
      {
        name: "block",
        groups: 1,
        groupThreads: threads,
        meetings: [],
        loads: { base: baseOf(block, first.geometry.input, first.geometry.reads) },
        fetches: undefined,
        stores: { coordinates: [], base: baseOf(block, last.geometry.output, last.geometry.writes) },
        deals: false,
        before: [],
        steps: phases.flatMap((step, index): readonly RoleStep[] =>
          index === 0 ? [step] : [{ kind: "sync-block" }, step],
        ),
      },
    ],
  };
}

function gridFields({ geometry, exponents, set }: PhaseContext): readonly Field[] {
  const { tile, input, output, reads, writes } = geometry;
  const uses = [...placeUses(input, reads), ...placeUses(output, writes), ...[...exponents.values()].map(exponentUse)];
  return fieldsOf(set, tile.grid, "block", uses, transformedBefore(geometry, 0));
}

/**
 * The buffers through which phases hand the tile on. All exchanges of a part have one map, so that a thread overwrites only what it
 * has read itself, and one buffer. Where the map changes, the other buffer is next: nobody reads it any more.
 */
function exchangesOf(parts: readonly PhaseContext[]): {
  readonly buffers: readonly Buffer[];
  readonly readBy: (part: number, position: number) => Side;
  readonly writtenBy: (part: number, position: number) => Side;
} {
  const elements = [0, 0];
  const type = at(parts, 0).geometry.elements.exchanged;
  let turn = -1;
  const next = (needed: number): number => {
    turn = (turn + 1) % 2;
    elements[turn] = Math.max(elements[turn] ?? 0, needed);
    return turn;
  };
  const places = parts.map(({ geometry }, index) => {
    const own = geometry.shared === undefined ? 0 : next(geometry.shared.elements);
    // Whole transforms, one after the other.
    const handed = index === parts.length - 1 ? 0 : next(geometry.set.elements * geometry.tile.batchTile);
    return { own, handed };
  });
  const nameOf = (buffer: number): string => at(TILES, buffer);
  const ownSide = (part: number): Side => {
    const { shared, run } = at(parts, part).geometry;
    return tileSide(nameOf(at(places, part).own), shared, product(run));
  };
  const handed = (part: number): string => nameOf(at(places, part).handed);
  return {
    buffers: elements.flatMap((count, index): readonly Buffer[] => {
      // Where the widest access may begin.
      const offset =
        index === 0 ? 0 : Math.ceil((at(elements, 0) * elementTypeBytes(type)) / ACCESS_BYTES) * ACCESS_BYTES;
      return count === 0 ? [] : [{ ...PLAIN, name: nameOf(index), offset, type, elements: count }];
    }),
    readBy: (part, position) => {
      if (position > 0) return ownSide(part);
      const { geometry } = at(parts, part);
      const before = at(parts, part - 1).geometry;
      const layout = inTile(geometry.input, before.set.elements);
      return handedSide(handed(part - 1), layout, geometry.reads);
    },
    writtenBy: (part, position) => {
      const { geometry } = at(parts, part);
      if (position < geometry.phases.length - 1) return ownSide(part);
      return handedSide(handed(part), inTile(geometry.output, geometry.set.elements), geometry.writes);
    },
  };
}

/** Members of the batch follow one another. */
const inTile = (layout: MemoryLayout, elements: number): MemoryLayout => new Map([...layout, [BATCH, elements]]);

function blockPhase(
  context: PhaseContext,
  phase: Phase,
  position: number,
  outer: readonly Field[],
  read: Side,
  write: Side,
): RoleStep {
  const active = activeThreads(phase);
  return lowerPhase(context, {
    phase,
    position,
    read,
    write,
    send: undefined,
    outer,
    where:
      read.isGlobal && write.isGlobal
        ? "; global memory to global memory"
        : read.isGlobal
          ? "; from global memory"
          : write.isGlobal
            ? "; to global memory"
            : "",
    activeThreads: active < context.geometry.threads ? active : undefined,
    hasRead: [],
    mayWrite: [],
    hasWritten: [],
  });
}
