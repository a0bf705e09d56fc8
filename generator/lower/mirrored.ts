// Tiles of columns and their mirrors (layout/mirrored.ts), as threads see them. The columns of a tile have seats: block b those from 8 b on,
// say, for neighbours, and as many half of all seats further on, for their mirrors. A seat has no place in memory: it gives a thread the
// number of its column, and parts of that number are the digits that have one.
import { invariant } from "../failure/errors.js";
import { sumExpression, type Coordinate, type Sum } from "../kernel/coordinates.js";
import type { Let } from "../kernel/let.js";
import { sameAtom, type Atom, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import type { Stretch } from "../layout/stretch.js";
import type { ClusterPlacement } from "../layout/cluster.js";
import {
  blocksOfRows,
  columnCount,
  columnsInBlock,
  columnsOf,
  rowsInBlock,
  sharesRows,
  type MirroredColumns,
  type NearColumns,
} from "../layout/mirrored.js";
import type { Fold } from "../layout/phases.js";
import type { AddressMap } from "../layout/address-map.js";
import { withAtoms } from "../layout/exchange.js";
import type { Tile } from "../layout/tile.js";
import { named } from "../plan/index-expression.js";
import { COLUMN, columnLets, INSIDE, pairLet, rowLets, rowPairLets, type RowNames } from "./columns.js";
import { denseUse, fieldsOf, sumOf, type Field, type Use } from "./fields.js";
import type { End, PathPart } from "./path.js";

/** What is t of a thread of a folded phase; and where columns are rows, what it has of these. */
export const OWN = "pair";
export const ROW_NAMES: RowNames = {
  pair: OWN,
  column: "own_column",
  inside: "own_inside",
  place: "own_place",
  alone: "is_alone",
};

/** The digit of all seats. */
const SEAT = "seat";
/** Where blocks share rows inside columns, those of the rows that one has, and of blocks. */
const ROW_PLACE = "row_place";
const ROW_BLOCK = "row_block";

/** Atoms as other ones, of the same size. */
type Renamed = (atoms: readonly Atom[]) => readonly Atom[];

/** The part of a block, whose columns have seats. */
export function seatedBlock(part: PathPart, mirrored: MirroredColumns): PathPart {
  const { tile, phases, exchanges } = part.stretch;
  const seated = seating(mirrored, columnsOf(mirrored, tile));
  const stretch: Stretch = {
    ...withPlaces(part.stretch),
    tile: inTile(tile, seated),
    phases: phases.map((phase) => ({ ...phase, threads: seated(phase.threads) })),
    exchanges: exchanges.map((exchange) => withAtoms(exchange, seated)),
  };
  return { ...part, stretch, phases: stretch.phases, exchanges: stretch.exchanges, columns: mirrored };
}

/**
 * The front and the back of a cluster, of which that one has a tile of columns that does the Hermitian step: the front as it is loaded, or
 * the back with what it receives. Where blocks share the rows of columns, both have columns, and that one has their rows.
 */
export function seatedCluster(
  [front, back]: readonly [front: PathPart, back: PathPart],
  mirrored: MirroredColumns,
  foldedBy: ClusterPlacement["foldedBy"],
): readonly [front: PathPart, back: PathPart] {
  const { stretch } = front;
  const { tile } = stretch;
  const places = withPlaces(stretch);
  const isFront = foldedBy === "front";
  if (!sharesRows(mirrored)) {
    const seated = seating(mirrored, columnsInBlock(mirrored, tile, isFront ? front.rank : back.rank));
    const [own, other] = [{ stretch: places, columns: mirrored }, { stretch: places }];
    return isFront
      ? [
          { ...withAtomsOf(front, seated), ...own },
          { ...back, ...other },
        ]
      : [
          { ...sendingTo(front, mirrored, "mirrors"), ...other },
          { ...withAtomsOf(back, seated), ...own },
        ];
  }
  const seated = seating(mirrored, columnsOf(mirrored, tile));
  const own = { stretch: { ...places, tile: inTile(tile, seated) }, columns: mirrored };
  const [before, behind] = [front, back].map((part) => ({ ...withAtomsOf(part, seated), ...own }));
  invariant(before !== undefined && behind !== undefined, () => "lower: a cluster with a front and a back");
  const sending: PathPart = { ...before, to: withReceivers(front.to, seated) };
  const rows = rowPlaces(mirrored);
  return isFront
    ? [withAtomsOf(sending, rows), behind]
    : [sendingTo(sending, mirrored, "shares"), withAtomsOf(behind, rows)];
}

/** Seats and rows have no place in memory. */
function withPlaces(stretch: Stretch): Stretch {
  const placed = ({ digits, ...layout }: MemoryLayout): MemoryLayout => ({
    ...layout,
    digits: new Map([...digits, [SEAT, 0], [ROW_PLACE, 0], [ROW_BLOCK, 0]]),
  });
  return { ...stretch, input: placed(stretch.input), output: placed(stretch.output) };
}

const inTile = (tile: Tile, renamed: Renamed): Tile => ({
  ...tile,
  atoms: renamed(tile.atoms),
  grid: renamed(tile.grid),
});

/** The atoms of columns as parts of seats: neighbours first, then those beyond, and which half. */
function seating({ side }: MirroredColumns, { near, beyond }: NearColumns): Renamed {
  const place = denseUse([...near, ...beyond, side]);
  return (atoms) =>
    atoms.map((atom) => (place(atom) === 0 ? atom : { digit: SEAT, weight: place(atom), size: atom.size }));
}

/** The rows inside columns as blocks have them: in so many places each. */
function rowPlaces(mirrored: MirroredColumns): Renamed {
  const blocks = blocksOfRows(mirrored);
  const places = denseUse(mirrored.inside.filter((atom) => !blocks.some((other) => sameAtom(other, atom))));
  const block = denseUse(blocks);
  const placed = (atom: Atom): Atom =>
    places(atom) > 0
      ? { digit: ROW_PLACE, weight: places(atom), size: atom.size }
      : block(atom) > 0
        ? { digit: ROW_BLOCK, weight: block(atom), size: atom.size }
        : atom;
  return (atoms) => atoms.map(placed);
}

/** A part as it calls atoms on its threads, in its buffers and in what it reads. */
function withAtomsOf(part: PathPart, renamed: Renamed): PathPart {
  const { phases, exchanges, from, rank } = part;
  const read = (map: AddressMap): AddressMap => ({ ...map, atoms: renamed(map.atoms) });
  return {
    ...part,
    phases: phases.map((phase) => ({ ...phase, threads: renamed(phase.threads) })),
    exchanges: exchanges.map((exchange) => withAtoms(exchange, renamed)),
    from:
      from.through === "cluster"
        ? { ...from, store: read(from.store) }
        : from.through === "bulk copies"
          ? { ...from, landing: read(from.landing) }
          : from,
    rank: renamed(rank),
  };
}

/** What is sent, as those call it that receive it. */
const withReceivers = (to: End, renamed: Renamed): End =>
  to.through !== "cluster"
    ? to
    : { ...to, rank: renamed(to.rank), store: { ...to.store, atoms: renamed(to.store.atoms) } };

const sendingTo = (part: PathPart, mirrored: MirroredColumns, as: "mirrors" | "shares"): PathPart =>
  part.to.through === "cluster" ? { ...part, to: { ...part.to, [as]: mirrored } } : part;

export const seatUse: Use = (atom) => (atom.digit === SEAT ? atom.weight : 0);

/** Where rows inside columns have places in blocks: those of a thread and its block. */
export const rowUses: Readonly<Record<"place" | "block", Use>> = {
  place: (atom) => (atom.digit === ROW_PLACE ? atom.weight : 0),
  block: (atom) => (atom.digit === ROW_BLOCK ? atom.weight : 0),
};

/** What computes the numbers of a thread's column and of a row inside it, and the fields of their digits. */
export interface ColumnParts {
  readonly number: readonly Let[];
  readonly fields: readonly Field[];
}

/** The number of a thread's column, and what its digits are then; nothing where a kernel has no such columns. */
export function columnParts(
  { columns, set }: Pick<PathPart, "columns"> & { readonly set: DigitSet },
  scope: readonly Field[],
  uses: readonly Use[],
  transformed: (digit: string) => boolean,
): ColumnParts {
  if (columns.kind === "none") return { number: [], fields: [] };
  const { rows, atoms, inside } = columns;
  const number = columnLets(COLUMN, rows.counts, sumExpression(sumOf(scope, seatUse)));
  const fields = fieldsOf(set, atoms, "column", uses, transformed, scope);
  const place = sumOf(scope, rowUses.place);
  if (place.length === 0) return { number, fields };
  const row = rowLets(INSIDE, {
    rows,
    column: named(COLUMN),
    rank: sumExpression(sumOf(scope, rowUses.block)),
    place: sumExpression(place),
  });
  const ofRows = fieldsOf(set, inside, "inside", uses, transformed, [...scope, ...fields]);
  return { number: [...number, ...row], fields: [...fields, ...ofRows] };
}

/** Of the thread of a folded phase: its neighbour among the columns, and what lies along them. */
export function pairLets(
  { below, size, columns }: Fold,
  isOuter: boolean,
  outer: readonly Field[],
): { readonly coordinates: readonly Coordinate[]; readonly numbers: readonly Let[] } {
  invariant(columns !== undefined, () => "lower: a pair of columns where there are none");
  const { kind, rows: across, near } = columns;
  const column: Sum = [{ coordinate: "pair_column", weight: 1 }, ...sumOf(outer, seatUse)];
  const row: Sum = [{ coordinate: "pair_row", weight: 1 }];
  if (kind === "across") {
    const span = size * rowsInBlock(across);
    const ofColumn = {
      name: "pair_column",
      source: "thread",
      divisor: below * span,
      size: near,
      reduce: isOuter,
    } as const;
    return {
      coordinates: [
        { name: "pair_row", source: "thread", divisor: below, size: span, reduce: near > 1 || isOuter },
        ...(near === 1 ? [] : [ofColumn]),
      ],
      numbers: rowPairLets({
        names: ROW_NAMES,
        seat: sumExpression(near === 1 ? column.slice(1) : column),
        rank: sumExpression(sumOf(outer, rowUses.block)),
        row: sumExpression(row),
        rows: across,
        size,
      }),
    };
  }
  const count = columnCount(across.counts);
  const rows = size / count;
  return {
    coordinates: [
      { name: "pair_column", source: "thread", divisor: below, size: near, reduce: true },
      { name: "pair_row", source: "thread", divisor: below * near, size: rows, reduce: isOuter },
    ],
    numbers: [pairLet(OWN, { column: sumExpression(column), row: sumExpression(row), count, size })],
  };
}

/** What of a column is not in the registers of the phase that sends it to the block of its mirror, the lightest first. */
export const belowRegisters = ({ atoms, side }: MirroredColumns): readonly Atom[] =>
  atoms.filter(({ digit }) => digit !== side.digit);
