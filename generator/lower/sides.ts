// The two sides of a phase: the array that it reads and the one that it writes, each with what atoms add to an address there.
// Global memory, a padded tile, what a bulk copy has brought and a swizzled receive buffer differ in nothing else.
import type { Guard, Index, IndexTerm, MappedSum, RegisterAxis } from "../kernel/access.js";
import type { Sum } from "../kernel/coordinates.js";
import { SOURCE, TARGET } from "./kernel-arrays.js";
import { partsOf } from "../plan/arrays.js";
import type { Parts } from "../plan/parts.js";
import type { PlaceMap } from "../plan/place-map.js";
import { BATCH, type Atom, type MemoryLayout } from "../layout/digits.js";
import type { Stretch } from "../layout/stretch.js";
import { indexWeight, type IndexPart, type Range, type Reach } from "../layout/reach.js";
import type { Tile } from "../layout/tile.js";
import { placeOf, type AddressMap } from "../layout/address-map.js";
import { axesOf, denseUse, memoryUse, sumOf, transformUse, type Field, type Use } from "./fields.js";

export interface Side {
  readonly array: string;
  readonly isGlobal: boolean;
  /** The variables of a thread's place, as it reads and as it writes; one, where it writes what it has read. */
  readonly places: { readonly read: string; readonly write: string };
  /** All that atoms add to an address: what is the same for all of them decides which form one coordinate. */
  readonly uses: readonly Use[];
  /** The place of a thread: `own` are its coordinates, `scope` these and those of its block, group and tile. */
  readonly index: (own: readonly Field[], scope: readonly Field[]) => Index;
  readonly axes: (registers: readonly Atom[]) => readonly RegisterAxis[];
  /** Of what is there: what atoms add to the sum of each guard, and below what it must be; of a part of an axis, which. */
  readonly guards: readonly (Omit<Guard, "sum"> & { readonly use: Use; readonly axis?: number })[];
  /** Where elements are, for expressions that ask: what atoms add to each part of an index. */
  readonly indices: readonly (Omit<IndexTerm, "sum"> & { readonly use: Use })[];
  readonly parts: Parts | undefined;
  /** The numbers of those whose parts lie apart, from indices. */
  readonly numbers?: PlaceMap | undefined;
  /** The most neighbours that one access moves. */
  readonly longestRun: number;
  /** Which block of the cluster elements go to; undefined where they stay. */
  readonly rank?: Use;
}

const APART = { read: "get", write: "put" } as const;

/** The variable of a place that is read, then written. */
export const TOGETHER = "slot";

/** Members of the batch. */
export const batchUse: Use = (atom) => (atom.digit === BATCH ? atom.weight : 0);

const linear = (sum: Index["sum"]): Index => ({ sum, exchanged: [], mapped: [] });

/** What the first phase of a kernel reads. */
export const sourceSide = ({ input, reads, loadRun, tile }: Stretch): Side => ({
  ...arraySide(SOURCE, input, reads, tile, loadRun),
  isGlobal: true,
  places: { read: "from", write: "to" },
});

/** What the last phase of a kernel writes. */
export const targetSide = ({ output, writes, storeRun, tile }: Stretch): Side => ({
  ...arraySide(TARGET, output, writes, tile, storeRun),
  isGlobal: true,
  places: { read: "from", write: "to" },
});

/** What one part of a kernel leaves and the next finds: whole transforms, as in global memory. */
export const handedSide = (array: string, layout: MemoryLayout, reach: Reach): Side => ({
  // Members of the batch that are not there have their room all the same.
  ...arraySide(array, layout, reach, { batchTile: 1 }, 1),
  isGlobal: false,
  places: APART,
});

/** Relative to the block's place; through a map relative to the transform's. */
function arraySide(
  array: string,
  layout: MemoryLayout,
  reach: Reach,
  tile: Pick<Tile, "batchTile">,
  longestRun: number,
): Omit<Side, "isGlobal" | "places"> {
  const { below, ranges } = reach;
  const { use, strided } = usesOf(layout, reach);
  const inTransform = transformUse(layout);
  const mapped = mappedUses(layout, reach);
  const guards: Side["guards"] = [
    // Of a tile that has room for several members of the batch, only so many are there.
    ...(tile.batchTile > 1 ? [{ use: batchUse, from: 0, below: "present" } as const] : []),
    ...(below === undefined ? [] : [{ use: inTransform, from: 0, below }]),
    ...ranges.map((range) => ({
      use: indexUse(range),
      ...boundsOf(range),
      axis: range.axis,
    })),
  ];
  const guardUses = guards.map((guard) => guard.use);
  const indices = reach.indices.map(indexTerm);
  const [weight, apart] = [use, batchUse];
  return {
    array,
    uses: placeUses(layout, reach),
    index: (own, scope) => ({
      ...linear(placeSum(own, use, strided)),
      // What goes through a map does so as a whole, whatever of it is the block's.
      mapped: mapped.map(({ of, ...part }) => ({ ...part, sum: sumOf(scope, of) })),
    }),
    axes: (registers) =>
      axesOf(
        registers,
        { weight, apart, mapped: mapped.map(({ of }) => of), indices: indices.map((index) => index.use) },
        guardUses,
        strided,
      ),
    guards,
    indices,
    parts: partsOf(reach.content),
    numbers: reach.numbers,
    longestRun: mapped.length === 0 && below === undefined ? longestRun : 1,
  };
}

/** What atoms add to a place without any map: elements, or steps of the strides that the caller says. */
function usesOf(
  layout: MemoryLayout,
  { map, mapped, parameters }: Reach,
): { readonly use: Use; readonly strided: ReadonlyMap<string, Use> } {
  const use = memoryUse(layout);
  const isMapped = ({ digit }: Atom): boolean =>
    map === undefined ? mapped.some(({ weights }) => weights.has(digit)) : digit !== BATCH;
  const names = new Set([...parameters.values()].map(({ parameter }) => parameter));
  return {
    use: (atom) => (isMapped(atom) || parameters.has(atom.digit) ? 0 : use(atom)),
    strided: new Map(
      [...names].map((name) => [
        name,
        (atom) => {
          const stride = isMapped(atom) ? undefined : parameters.get(atom.digit);
          return stride?.parameter === name ? use(atom) / stride.usual : 0;
        },
      ]),
    ),
  };
}

/** What atoms add to what each map is applied to. */
function mappedUses(
  layout: MemoryLayout,
  { map, mapped }: Reach,
): readonly (Omit<MappedSum, "sum"> & { readonly of: Use })[] {
  if (map !== undefined) return [{ map, stride: 1, by: undefined, of: transformUse(layout) }];
  return mapped.map((axis) => {
    const { stride } = axis;
    const steps = typeof stride === "number" ? { stride, by: undefined } : { stride: 1, by: stride.parameter };
    return { map: axis.map, ...steps, of: (atom) => indexWeight(axis, atom) };
  });
}

/** The bounds of a range, as guards have them. */
const boundsOf = ({ from, below, outside }: Range): Omit<Guard, "sum"> => ({
  from,
  below,
  ...(outside === undefined ? {} : { outside }),
});

const indexUse =
  (range: Pick<Range, "weights">): Use =>
  (atom) =>
    indexWeight(range, atom);

const indexTerm = ({ name, step, map, ofParts, ...part }: IndexPart): Side["indices"][number] => ({
  ...{ name, step, use: indexUse(part) },
  ...(map === undefined ? {} : { map }),
  ...(ofParts === undefined ? {} : { ofParts }),
});

/** All that atoms add to the indices that an expression asks for. */
export const askedUses = ({ indices }: Pick<Reach, "indices">): readonly Use[] => indices.map(indexUse);

/** All that they add to anything that says where in an array a thread is, and whether something is there. */
export function placeUses(layout: MemoryLayout, reach: Reach): readonly Use[] {
  const { use, strided } = usesOf(layout, reach);
  const mapped = mappedUses(layout, reach).map(({ of }) => of);
  return [use, ...mapped, ...strided.values(), ...reach.ranges.map(indexUse), ...askedUses(reach)];
}

const placeSum = (fields: readonly Field[], use: Use, strided: ReadonlyMap<string, Use>): Sum => [
  ...sumOf(fields, use),
  ...[...strided].flatMap(([by, steps]) => sumOf(fields, steps, by)),
];

/** Where a block begins in its array, but for what goes through maps. */
export function baseOf(fields: readonly Field[], layout: MemoryLayout, reach: Reach): Sum {
  const { use, strided } = usesOf(layout, reach);
  return placeSum(fields, use, strided);
}

/** What threads of a block hand each other, at the addresses of a map. */
export function exchangeSide(
  array: string,
  map: AddressMap,
  { longestRun = 1, places = APART }: Partial<Pick<Side, "longestRun" | "places">> = {},
  asked: readonly IndexPart[] = [],
): Side {
  const { weight, exchanged, added, mixed } = usesOfMap(map);
  const isSums = map.kind === "sums";
  const indices = asked.map(indexTerm);
  const ofIndices = indices.map(({ use }) => use);
  return {
    array,
    isGlobal: false,
    places,
    uses: [weight, ...(isSums ? [] : [exchanged]), ...ofIndices],
    index: (own) => ({ sum: sumOf(own, weight), exchanged: isSums ? [] : sumOf(own, exchanged), mapped: [] }),
    axes: (registers) =>
      axesOf(registers, {
        ...(isSums ? { weight, apart: batchUse } : { weight: added, exchanged: mixed }),
        indices: ofIndices,
      }),
    guards: [],
    indices,
    parts: undefined,
    longestRun,
  };
}

/** What a role of a cluster's block writes where it has read it. */
export const IN_PLACE: Side["places"] = { read: TOGETHER, write: TOGETHER };

/**
 * What blocks of a cluster send each other, to the rank which threads and registers say. `apart`: registers have an axis of their own for it.
 */
export function sentSide(array: string, map: AddressMap, rank: readonly Atom[], apart: readonly Atom[] = []): Side {
  const { weight, exchanged, added, mixed } = usesOfMap(map);
  const rankUse = denseUse(rank);
  return {
    array,
    isGlobal: false,
    places: APART,
    uses: map.kind === "sums" ? [weight, rankUse] : [weight, exchanged, rankUse],
    rank: rankUse,
    // What is the same for all threads of a block, or a group, has its place in the buffers of the cluster too.
    index: (_, scope) => ({ sum: sumOf(scope, weight), exchanged: sumOf(scope, exchanged), mapped: [] }),
    axes: (registers) => axesOf(registers, { weight: added, exchanged: mixed, rank: rankUse, apart: denseUse(apart) }),
    guards: [],
    indices: [],
    parts: undefined,
    longestRun: 1,
  };
}

function usesOfMap(map: AddressMap): Readonly<Record<"weight" | "exchanged" | "added" | "mixed", Use>> {
  const weight: Use = (atom) => placeOf(map, atom).stride;
  const exchanged: Use = (atom) => placeOf(map, atom).mask;
  // Registers that decide the bank meet other bits there: exchanged; the others have bits of their own: added. Where a buffer has fewer
  // atoms of two than choose a bank, others lie below that, too: 13 values 12 apart.
  const isBit = (atom: Atom): boolean => map.kind === "swizzled" && atom.size === 2 && weight(atom) < map.bankElements;
  const added: Use = (atom) => (isBit(atom) ? 0 : weight(atom));
  const mixed: Use = (atom) => exchanged(atom) + (isBit(atom) ? weight(atom) : 0);
  return { weight, exchanged, added, mixed };
}
