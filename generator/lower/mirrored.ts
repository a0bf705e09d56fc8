// Tiles of columns and their mirrors (layout/mirrored.ts), as threads see them. The columns of a tile have seats: block b those from 8 b on,
// say, for neighbours, and as many half of all seats further on, for their mirrors. A seat has no place in memory: it gives a thread the
// number of its column, and parts of that number are the digits that have one.
import { invariant } from "../failure/errors.js";
import { sumExpression, type Coordinate, type Sum } from "../kernel/coordinates.js";
import type { Let } from "../kernel/let.js";
import { sameAtom, type Atom, type MemoryLayout } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
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
import type { Fold, Phase } from "../layout/phases.js";
import { withAtoms } from "../layout/exchange.js";
import type { Tile } from "../layout/tile.js";
import { named } from "../plan/index-expression.js";
import { COLUMN, columnLets, INSIDE, pairLet, rowLets, rowPairLets, type RowNames } from "./columns.js";
import { denseUse, fieldsOf, sumOf, type Field, type Use } from "./fields.js";

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

/** A kernel as it is, but for the columns of tiles, which have seats. */
export function withSeats(geometry: KernelGeometry): KernelGeometry {
  const { mirrored, tile, phases, exchanges, input, output, cluster } = geometry;
  if (mirrored === undefined) return geometry;
  const placed = ({ digits, ...layout }: MemoryLayout): MemoryLayout => ({
    ...layout,
    digits: new Map([...digits, [SEAT, 0], [ROW_PLACE, 0], [ROW_BLOCK, 0]]),
  });
  const ends = { input: placed(input), output: placed(output) };
  const seated = seating(mirrored, columnsOf(mirrored, tile));
  if (cluster !== undefined && sharesRows(mirrored)) {
    const ofTile = { ...tile, atoms: seated(tile.atoms), grid: seated(tile.grid) };
    // On both sides of the exchange.
    return { ...geometry, ...ends, tile: ofTile, cluster: inRole(inRole(cluster, seated, "front"), seated, "back") };
  }
  if (cluster !== undefined) return { ...geometry, ...ends, cluster: withSeatsOnCluster(cluster, mirrored, tile) };
  return {
    ...geometry,
    ...ends,
    tile: { ...tile, atoms: seated(tile.atoms), grid: seated(tile.grid) },
    phases: phases.map((phase) => ({ ...phase, threads: seated(phase.threads) })),
    exchanges: exchanges.map((exchange) => withAtoms(exchange, seated)),
  };
}

/** The atoms of columns as parts of seats: neighbours first, then those beyond, and which half. */
function seating({ side }: MirroredColumns, { near, beyond }: NearColumns) {
  const place = denseUse([...near, ...beyond, side]);
  return (atoms: readonly Atom[]): readonly Atom[] =>
    atoms.map((atom) => (place(atom) === 0 ? atom : { digit: SEAT, weight: place(atom), size: atom.size }));
}

/** On one side of the exchange a block is a tile of columns: the front, or the back with what it receives. */
function withSeatsOnCluster(cluster: ClusterPlacement, mirrored: MirroredColumns, tile: Tile): ClusterPlacement {
  const elsewhere = cluster.foldedBy === "front" ? cluster.rankBefore : cluster.rankAfter;
  return inRole(cluster, seating(mirrored, columnsInBlock(mirrored, tile, elsewhere)));
}

/** The rows inside columns as blocks have them: in so many places each. */
function rowPlaces(mirrored: MirroredColumns) {
  const blocks = blocksOfRows(mirrored);
  const places = denseUse(mirrored.inside.filter((atom) => !blocks.some((other) => sameAtom(other, atom))));
  const block = denseUse(blocks);
  const placed = (atom: Atom): Atom =>
    places(atom) > 0
      ? { digit: ROW_PLACE, weight: places(atom), size: atom.size }
      : block(atom) > 0
        ? { digit: ROW_BLOCK, weight: block(atom), size: atom.size }
        : atom;
  return (atoms: readonly Atom[]): readonly Atom[] => atoms.map(placed);
}

/** A cluster whose blocks share the rows of columns, as the role sees it that does the Hermitian step. */
export const withRowPlaces = (cluster: ClusterPlacement, mirrored: MirroredColumns): ClusterPlacement =>
  inRole(cluster, rowPlaces(mirrored));

/** What one role has on threads and in its buffers as other atoms: the one that does the Hermitian step, unless it is said. */
function inRole(
  cluster: ClusterPlacement,
  seated: (atoms: readonly Atom[]) => readonly Atom[],
  role = cluster.foldedBy,
): ClusterPlacement {
  const { rankBefore, rankAfter, front, back, landing, exchanges } = cluster;
  const inPhases = (phases: readonly Phase[]): readonly Phase[] =>
    phases.map((phase) => ({ ...phase, threads: seated(phase.threads) }));
  const isFront = role === "front";
  // What is sent is in the buffers of the back.
  const ofRole = (index: number): boolean => isFront === index < front.length - 1;
  const own = {
    ...cluster,
    exchanges: exchanges.map((exchange, index) => (ofRole(index) ? withAtoms(exchange, seated) : exchange)),
  };
  return isFront
    ? {
        ...own,
        rankBefore: seated(rankBefore),
        front: inPhases(front),
        landing: { ...landing, atoms: seated(landing.atoms) },
      }
    : { ...own, rankAfter: seated(rankAfter), back: inPhases(back) };
}

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
  { mirrored, set }: KernelGeometry,
  scope: readonly Field[],
  uses: readonly Use[],
  transformed: (digit: string) => boolean,
): ColumnParts {
  if (mirrored === undefined) return { number: [], fields: [] };
  const { rows, atoms, inside } = mirrored;
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
