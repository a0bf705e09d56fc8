// A kernel whose blocks do not know of each other: one tile each, all threads in one role, a tile in shared memory between phases.
// Where it is made of several parts, one goes on where the one before it ends, in the same block: a transform in the places that
// another leaves, or that a map makes of them. What one part writes is what the next one reads, in shared memory instead of global.
import { NUMBERS, ROWS, ZEROTH, type Buffer, type PhaseStep, type RoleStep } from "../kernel/program.js";
import type { SyncStep } from "../kernel/sync.js";
import { LINE_BYTES } from "../gpu/hardware.js";
import { BATCH, type MemoryLayout } from "../layout/digits.js";
import { rowsIn } from "../layout/gathered.js";
import { tilesWithin } from "../layout/present-tiles.js";
import { ACCESS_BYTES } from "../layout/runs.js";
import { tileOf } from "../layout/exchange.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementTypeBytes, type ElementType } from "../plan/elements.js";
import { at } from "../failure/errors.js";
import { fieldsOf, type Field, type Use } from "./fields.js";
import { alone, coordinatesIn, distinct, inOne } from "./joined-phases.js";
import { SOURCE, TARGET } from "./kernel-arrays.js";
import type { Structure } from "./kernel-head.js";
import { seatUse } from "./mirrored.js";
import { countOf, guardsOf, presentFields } from "./present-fields.js";
import { lowerPhase, transformedBefore, type PhaseContext } from "./lower-phase.js";
import { baseOf, blockSide, handedSide, placeUses, sourceSide, targetSide, type Side } from "./sides.js";
import { exponentUse } from "../layout/twiddle-exponents.js";

const TILES = ["tile", "other_tile"] as const;
const PLAIN = { copies: undefined, pool: undefined, note: undefined } as const;

/** `parts`: mostly one. */
export function blockStructure(parts: readonly PhaseContext[]): Structure {
  const [first, last] = [at(parts, 0), at(parts, parts.length - 1)];
  const { tile, threads, asksFor } = first.geometry;
  // When all has been asked for that this tile needs.
  const asking: readonly SyncStep[] =
    asksFor === undefined ? [] : [{ kind: "first", actions: [{ kind: "prefetch", ahead: asksFor.blocks }] }];
  const within = tilesWithin(last.geometry.writes, tile);
  // Where rows are handed on, digits are called the same at both ends.
  const also = first.pitch === undefined ? [] : [...endUses(first), ...endUses(last)];
  const block = presentFields(gridFields(first, also), within);
  const plan = exchangesOf(parts);
  const back =
    parts.length > 1
      ? presentFields(gridFields(last, also), tilesWithin(last.geometry.writes, last.geometry.tile))
      : [];
  const phases = parts.reduce<readonly (readonly PhaseStep[])[]>((before, context, part) => {
    const { geometry } = context;
    const own = geometry.phases.map((phase, position) => {
      const [isFirst, isLast] = [position === 0, position === geometry.phases.length - 1];
      const goesOn = isLast && parts[part + 1]?.inRegisters === true;
      const isEnd = isLast && parts.slice(part + 1).every(isContinued);
      const isBegin = isFirst && parts.slice(1, part + 1).every(isContinued);
      const { moves } = context;
      const write = (): Side =>
        moves === "to the DC terms"
          ? handedSide(ZEROTH, geometry.output, geometry.writes)
          : !isEnd
            ? plan.writtenBy(part, position)
            : (rowsSide(geometry) ?? targetSide(geometry));
      const read = (): Side =>
        moves === "from the DC terms"
          ? handedSide(ZEROTH, geometry.input, geometry.reads)
          : isBegin
            ? sourceSide(geometry)
            : plan.readBy(part, position);
      const comes = isFirst && context.inRegisters;
      const outer = isBegin || part === 0 ? block : back;
      // What was handed on lies where it writes, and others have still to read it; and the other way round.
      const meets =
        !goesOn &&
        ((context.takesRows === true && isFirst && !comes) ||
          (sharesPlaces(context) && isLast) ||
          (isEnd && geometry.ordered?.kind === "lines"));
      return lowerPhase(context, {
        phase,
        position,
        read: comes ? alone(write()) : read(),
        write: goesOn ? alone(read()) : write(),
        outer,
        // In registers it is one with the phase before.
        known: comes ? coordinatesIn(before.at(-1)?.at(-1)) : [],
        threads: geometry.threads,
        mayWrite: meets ? [{ kind: "sync-block" }] : [],
      });
    });
    const isEnd = part === 0 || part === parts.length - 1;
    const beside = isEnd ? [] : besideOf(context, "transform", block);
    const groups = own.map((step, position) => [...beside.slice(position, position + 1), step]);
    const [[first] = [], ...others] = groups;
    const joined = before.at(-1) ?? [];
    const last = joined.at(-1);
    if (context.goesOn === true) return [...before.slice(0, -1), [...joined, ...at(groups, 0)], ...groups.slice(1)];
    return first !== undefined && last !== undefined && context.inRegisters
      ? [...before.slice(0, -1), [...joined.slice(0, -1), inOne(last, first)], ...others]
      : [...before, ...groups];
  }, []);
  return {
    cluster: 1,
    tiles: {
      perGroup: countOf(block),
      batch: tile.batchTile,
      coordinates: distinct([...block, ...back].map(({ coordinate }) => coordinate)),
      guards: guardsOf(block, within),
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
        origins: [
          {
            array: SOURCE,
            coordinates: [],
            base: baseOf(block, first.geometry.input, first.geometry.reads),
            ...(asksFor === undefined ? {} : { prefetches: asksFor.elements }),
          },
          {
            array: TARGET,
            coordinates: [],
            base: baseOf(back.length > 0 ? back : block, last.geometry.output, last.geometry.writes),
          },
        ],
        fetches: undefined,
        deals: false,
        before: [],
        steps: [
          ...besideOf(first, "load", block),
          ...phases.flatMap((steps, index): readonly RoleStep[] =>
            index === 0 ? [...steps, ...asking] : [{ kind: "sync-block" }, ...steps],
          ),
          ...linesOf(last.geometry),
          ...(first === last ? [] : besideOf(last, "store", back)),
        ],
      },
    ],
  };
}

const isContinued = ({ goesOn }: PhaseContext): boolean => goesOn === true;

/** Where a kernel puts rows that it stores in whole lines. */
const rowsSide = ({ ordered, output, writes }: KernelGeometry): Side | undefined =>
  ordered?.kind === "lines" ? handedSide(ROWS, output, writes) : undefined;

function linesOf({ ordered, tile, threads, elements: { output } }: KernelGeometry): readonly RoleStep[] {
  if (ordered?.kind !== "lines") return [];
  const lineElements = LINE_BYTES / elementTypeBytes(output);
  return [
    { kind: "sync-block" },
    {
      kind: "phase",
      comment: "Store whole cache lines to global memory.",
      workers: undefined,
      registers: 0,
      holds: "held",
      steps: [
        {
          kind: "lines",
          array: ROWS,
          target: TARGET,
          elements: ordered.elements,
          members: tile.batchTile,
          threads,
          lineElements,
        },
      ],
    },
  ];
}

const BESIDE = {
  load: "Load the DC terms x[0], which the Rader convolution leaves out.",
  transform: "Transform the DC terms x[0] across rows.",
  store: "Store the DC terms X[0], the sums of all elements.",
} as const;

/** Elements at 0, which nobody waits for who does not have them: for each phase of theirs a step. */
function besideOf(context: PhaseContext, kind: keyof typeof BESIDE, outer: readonly Field[]): readonly PhaseStep[] {
  const { beside: geometry } = context;
  if (geometry === undefined) return [];
  const own = { ...context, geometry, products: [] };
  const read = kind === "load" ? sourceSide(geometry) : handedSide(ZEROTH, geometry.input, geometry.reads);
  const write = kind === "store" ? targetSide(geometry) : handedSide(ZEROTH, geometry.output, geometry.writes);
  return geometry.phases.map((phase, position) => ({
    ...lowerPhase(own, { phase, position, read, write, outer, threads: geometry.threads }),
    comment: BESIDE[kind],
  }));
}

function gridFields(context: PhaseContext, also: readonly Use[]): readonly Field[] {
  const { geometry, exponents, set } = context;
  const uses = [...endUses(context), ...also, ...[...exponents.values()].map(exponentUse), seatUse];
  return fieldsOf(set, geometry.tile.grid, "block", uses, transformedBefore(geometry, 0));
}

const endUses = ({ geometry: { input, output, reads, writes } }: PhaseContext): readonly Use[] => [
  ...placeUses(input, reads),
  ...placeUses(output, writes),
];

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
  const isOne = at(parts, 0).pitch !== undefined;
  let turn = -1;
  const next = (needed: number): number => {
    turn = isOne ? 0 : (turn + 1) % 2;
    elements[turn] = Math.max(elements[turn] ?? 0, needed);
    return turn;
  };
  const places = parts.map(({ geometry }, index) => {
    const isSame = at(parts, index).inRegisters;
    const own = geometry.exchanges.length === 0 ? 0 : isSame ? turn : next(tileOf(geometry.exchanges).elements);
    // Whole transforms, one after the other.
    const isHanded = index < parts.length - 1 && !at(parts, index + 1).inRegisters;
    const { handsNumbers } = at(parts, index);
    const handed = !isHanded || handsNumbers ? 0 : next(pitchOf(at(parts, index)) * rowsOf(at(parts, index)));
    return { own, handed };
  });
  const nameOf = (buffer: number): string => at(TILES, buffer);
  const ownSide = (part: number): Side => blockSide(nameOf(at(places, part).own), at(parts, part).geometry);
  const handed = (part: number): string =>
    at(parts, part).handsNumbers === true ? NUMBERS : nameOf(at(places, part).handed);
  const behind = (index: number): number =>
    index === 0 ? 0 : Math.ceil((at(elements, 0) * elementTypeBytes(type)) / ACCESS_BYTES) * ACCESS_BYTES;
  const zeroth: Buffer = { ...PLAIN, name: ZEROTH, offset: behind(1), type, elements: rowsOf(at(parts, 0)) };
  // Where the tile was, which nobody reads any more.
  const numbers = parts.flatMap((context): readonly Buffer[] =>
    context.handsNumbers === true
      ? [
          {
            ...PLAIN,
            name: NUMBERS,
            offset: 0,
            type: numberOf(context.geometry.elements.held),
            elements: pitchOf(context) * rowsOf(context),
          },
        ]
      : [],
  );
  const { geometry: end } = at(parts, parts.length - 1);
  const rows: readonly Buffer[] =
    end.ordered?.kind !== "lines"
      ? []
      : [
          {
            ...PLAIN,
            name: ROWS,
            offset: 0,
            type: end.elements.held,
            elements: end.ordered.elements * end.tile.batchTile,
          },
        ];
  const tiles = elements.flatMap((count, index): readonly Buffer[] =>
    // Where the widest access may begin.
    count === 0 ? [] : [{ ...PLAIN, name: nameOf(index), offset: behind(index), type, elements: count }],
  );
  return {
    buffers: [
      ...tiles,
      ...numbers,
      ...rows,
      ...(parts.some(({ beside, moves }) => beside !== undefined || moves !== undefined) ? [zeroth] : []),
    ],
    readBy: (part, position) => {
      if (position > 0) return ownSide(part);
      const { geometry } = at(parts, part);
      const layout = inTile(geometry.input, pitchOf(at(parts, part - 1)));
      return handedSide(handed(part - 1), layout, geometry.reads);
    },
    writtenBy: (part, position) => {
      const { geometry } = at(parts, part);
      if (position < geometry.phases.length - 1) return ownSide(part);
      return handedSide(handed(part), inTile(geometry.output, pitchOf(at(parts, part))), geometry.writes);
    },
  };
}

/** Whether what a part hands on lies where it exchanges. */
const sharesPlaces = ({ handsNumbers, handsRows }: PhaseContext): boolean =>
  handsNumbers === true || handsRows === true;

const numberOf = ({ storage }: ElementType): ElementType => ({ field: "real", storage, width: 1 });

/** Transforms that a part hands on. */
const rowsOf = ({ pitch, rows, set, geometry: { tile } }: PhaseContext): number =>
  pitch === undefined ? tile.batchTile : (rows ?? rowsIn(set, tile));

/** Elements from one transform to the next of those that a part hands on. */
const pitchOf = ({ pitch, set }: PhaseContext): number => pitch ?? set.elements;

/** Members of the batch follow one another. */
const inTile = (layout: MemoryLayout, elements: number): MemoryLayout => ({
  ...layout,
  digits: new Map([...layout.digits, [BATCH, elements]]),
});
