// The coordinates of a block: of the tile that it has, and of what it and its groups of threads have of a cluster's. A role whose parts call
// digits otherwise has coordinates for each; names that another part of the same role has are left to that.
import { at } from "../failure/errors.js";
import type { Tiles } from "../kernel/program.js";
import { tilesWithin } from "../layout/present-tiles.js";
import type { Tile } from "../layout/tile.js";
import { exponentUse } from "../layout/twiddle-exponents.js";
import { denseUse, fieldsOf, transformUse, type Field, type Use } from "./fields.js";
import type { Handovers } from "./handovers.js";
import { distinct } from "./joined-phases.js";
import { transformedBefore, type PhaseContext } from "./lower-phase.js";
import { rowUses, seatUse } from "./mirrored.js";
import { hasOneTile, type Landed, type PathPart } from "./path.js";
import { countOf, guardsOf, presentFields } from "./present-fields.js";
import { askedUses, batchUse, placeUses, sentSide } from "./sides.js";

export interface OuterFields {
  readonly tiles: Pick<Tiles, "perGroup" | "batch" | "coordinates" | "guards">;
  /** All that are in scope where a part is done. */
  readonly of: (part: number) => readonly Field[];
  /** Those of the block and the group of threads in a cluster. */
  readonly inCluster: (part: number) => readonly Field[];
}

export function outerFields(
  parts: readonly PathPart[],
  contexts: readonly PhaseContext[],
  { order, roles }: Pick<Handovers, "order" | "roles">,
): OuterFields {
  const [first, last] = [at(parts, 0), at(parts, parts.length - 1)];
  const isEach = order === "each";
  const exponentUses = contexts.map(({ exponents }) => [...exponents.values()].map(exponentUse));
  // Where rows are handed on, digits are called the same at both ends.
  const isOne = hasOneTile(parts);
  const tileFields = (part: PathPart, index: number, tile: Tile): readonly Field[] => {
    const { set } = part.stretch;
    const alike = parts.filter(({ stretch }) => stretch === part.stretch);
    const ends = (isOne ? parts : alike).flatMap(endUses);
    const uses = [...ends, ...(isOne ? exponentUses.flat() : at(exponentUses, index)), seatUse];
    const before = transformedBefore(part.stretch, 0);
    return presentFields(
      fieldsOf(set, tile.grid, isEach ? "block" : "tile", uses, before),
      tilesWithin(last.stretch.writes, tile),
    );
  };
  const { tile } = first.stretch;
  const block = tileFields(first, 0, tile);
  const back = tileFields(last, parts.length - 1, last.stretch.tile);
  const tileOf = (part: number): readonly Field[] =>
    part === 0 || at(parts, part).from.through === "memory" ? block : back;
  const inRole = (part: number): readonly number[] => roles.find((role) => role.parts.includes(part))?.parts ?? [];
  const inCluster = parts.reduce<readonly (readonly Field[])[]>((done, part, index) => {
    const others = inRole(index).flatMap((other) => (done[other] ?? []).map(nameOf));
    const uses = [...clusterUses(part, at(contexts, index)), ...at(exponentUses, index)];
    const { set } = part.stretch;
    const before = transformedBefore(part.stretch, part.first);
    const known = [...tileOf(index), ...others];
    const rank = fieldsOf(set, part.rank, "rank", uses, before, known);
    return [...done, [...rank, ...fieldsOf(set, part.group, "group", uses, before, [...known, ...rank])]];
  }, []);
  return {
    tiles: {
      perGroup: countOf(block),
      batch: tile.batchTile,
      coordinates: distinct([...block, ...back].map(({ coordinate }) => coordinate)),
      guards: isEach ? guardsOf(block, tilesWithin(last.stretch.writes, tile)) : [],
    },
    of: (part) => [
      ...tileOf(part),
      ...at(inCluster, part),
      ...inRole(part).flatMap((other) => (other === part ? [] : at(inCluster, other).map(nameOf))),
    ],
    inCluster: (part) => at(inCluster, part),
  };
}

/** The name of a coordinate that no other is to have. */
const nameOf = ({ coordinate }: Field): Field => ({ atoms: [], coordinate });

/** The places of atoms along the dimensions of the array that bulk copies read. */
const startUses = ({ box }: Landed): readonly Use[] => box.map(({ atoms }) => denseUse(atoms));

/** At both ends, whatever lies there: but what blocks of a cluster send each other is no array's. */
function endUses({ stretch: { input, output, reads, writes }, from }: PathPart): readonly Use[] {
  const loads =
    from.through === "bulk copies"
      ? [...startUses(from), ...askedUses(reads)]
      : from.through === "cluster"
        ? []
        : placeUses(input, reads);
  return [...loads, ...placeUses(output, writes)];
}

function clusterUses({ stretch, from, to }: PathPart, { products }: PhaseContext): readonly Use[] {
  const loads =
    from.through === "bulk copies"
      ? [...startUses(from), ...askedUses(stretch.reads)]
      : from.through === "memory"
        ? placeUses(stretch.input, stretch.reads)
        : [];
  const stores =
    to.through === "cluster"
      ? sentSide("", to.store, to.rank).uses
      : to.through === "memory"
        ? placeUses(stretch.output, stretch.writes)
        : [];
  const constants = products.flatMap((one) => (one.kind === "pointwise" ? [transformUse(one.layout)] : []));
  return [...loads, ...stores, ...constants, batchUse, seatUse, rowUses.block];
}
