// The kernel of Rader's transform (plan/rader.ts), in four parts: rows are loaded as they lie; butterflies gather them from shared memory
// and go there; they come back and scatter; rows are stored as they lie. Elements at 0 are loaded and stored beside the rows.
import { at, invariant } from "../failure/errors.js";
import { inOrder } from "../arithmetic/frequency-order.js";
import { raderSpectrum } from "../arithmetic/rader-spectrum.js";
import { digitsAcross, digitsAlong, memoryLayout, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import {
  columnsIn,
  gatheredPlaces,
  mostHeld,
  phaseInOrder,
  phaseOfZeroth,
  placeIn,
  placeWeights,
  rowLength,
  rowsIn,
  rowsTogether,
  type GatheredPlaces,
} from "../layout/gathered.js";
import { reachAfter, type Reach } from "../layout/reach.js";
import { beginningIn, endingIn, MOVES, viewOf, type Stretch } from "../layout/stretch.js";
import { waysBack, type Branched } from "../layout/way-back.js";
import type { Result } from "../failure/result.js";
import { partsOf, type Arrays } from "../plan/arrays.js";
import { axisThrough, kernelsBack } from "../plan/bluestein.js";
import { coreOf } from "../plan/core.js";
import { raderTransform } from "../plan/rader.js";
import type { PlanKernel, ScheduledPlan } from "../plan/plan.js";
import type { PlaceTable } from "../plan/place-table.js";
import type { Direction, FourierTransform } from "../plan/transform.js";
import { ZEROTH } from "../kernel/program.js";
import type { PlacedKernel } from "./kernel-path.js";
import { MEMORY, partOf, REGISTERS, type KernelPath, type Rows } from "./path.js";
import { inColumns, inRows, within } from "./rows.js";
import { layoutAlong, spectrumTable, suffixOf, turningOrder } from "./spectrum.js";

/** `arrays`: as that transform sees them. */
export function raderPath(
  { transform, kernels }: ScheduledPlan,
  { placed, told }: PlacedKernel,
  arrays: Arrays,
  notationOf: (kernel: PlanKernel) => string,
): KernelPath {
  const { set, entry, phases, tile, threads } = placed;
  invariant(entry !== undefined, () => "lower: a kernel that gathers nothing");
  const { pitch } = entry;
  const { direction, scale, scaling } = coreOf(transform);
  const { axis } = axisThrough(set.transform);
  const prime = rowLength(set) + 1;
  const columns = columnsIn(set, tile);
  const inverse: FourierTransform = {
    ...raderTransform(transform, rowsTogether(set)),
    direction: "inverse",
    scale,
    scaling,
  };
  const own = kernels.map((kernel) => alongRows(set, kernel));
  const back = at(waysBack([withoutAcross(placed)], own, { ...inverse, axes: inverse.axes.slice(0, 1) }, arrays), 0);
  const places = inRows(set, "inPlaceWeight", columns, pitch);
  const end: DigitSet = { ...set, arrays: { ...set.arrays, input: arrays.output } };
  const [stored, writes] = [memoryLayout(end, 0), reachAfter(end, 0)];
  const one = inColumns(set, columns, 1);
  const across = digitsAcross(set);
  const frequencies = layoutAlong(set, axis, "naturalWeight");
  const along: DigitSet = { ...set, digits: digitsAlong(set), elements: prime - 1 };
  const tables = placeTables(set, pitch, direction);
  const [kernel] = kernelsBack(own);
  invariant(kernel !== undefined, () => "lower: a plan without kernels");
  const moving = { ...viewOf(placed), ...MOVES };
  const [loading, scattering] = [rowsOf(placed, pitch), rowsOf(placed, pitch)];
  const terms: Rows = { ...loading, place: ZEROTH, pitch: 1 };
  const { texts, schedule } = told;
  const load: Stretch = {
    ...moving,
    phases: [entry.phase],
    input: placed.input,
    reads: placed.reads,
    output: places,
    writes: within(pitch),
  };
  const store: Stretch = {
    ...moving,
    elements: back.elements,
    phases: [valueOf(phaseInOrder({ tile, threads, most: mostHeld(phases) }, stored))],
    input: places,
    reads: within(pitch),
    output: stored,
    writes,
  };
  const loadTerms: Stretch = {
    ...load,
    // Of half a spectrum it is the one that counts half.
    digits: placed.digits,
    phases: [valueOf(phaseOfZeroth(set, { tile, threads }, placed.input))],
    reads: unmapped(load.reads, axis),
    output: one,
    writes:
      across.length === 0
        ? within(1)
        : by(tables.zeroth, 1, new Map(across.map(({ name, inPlaceWeight }) => [name, inPlaceWeight]))),
  };
  const transformTerms: Stretch = {
    ...moving,
    phases: across.map((digit) => valueOf(phaseOfZeroth(set, { tile, threads }, one, digit))),
    input: one,
    reads: within(1),
    output: one,
    writes: within(1),
  };
  const storeTerms: Stretch = {
    ...store,
    set: { ...set, transform: inverse },
    phases: [valueOf(phaseOfZeroth(set, { tile, threads }, stored))],
    input: one,
    reads: within(1),
    output: inOrderAcross(set, stored),
    writes: unmapped(writes, axis),
  };
  const spectrum = spectrumTable(
    { kind: "listed", ...inOrder(raderSpectrum(prime, direction), turningOrder(along, frequencies)) },
    along,
    frequencies,
    { points: prime, direction },
  );
  return {
    placed,
    parts: [
      partOf(load, {
        ...{ schedule, texts, from: MEMORY, to: loading },
        beside: { stretch: loadTerms, from: MEMORY, to: terms, comment: BESIDE.load },
      }),
      partOf(beginningIn(placed, places, by(tables.from, pitch, placeWeights(set, "from"))), {
        ...{ schedule, texts, from: loading, to: REGISTERS },
        products: [
          { kind: "zeroth", when: { side: "after" }, layout: frequencies, columns, length: prime - 1 },
          spectrum,
        ],
        beside:
          across.length === 0
            ? undefined
            : { stretch: transformTerms, from: terms, to: terms, comment: BESIDE.transform },
      }),
      partOf(
        endingIn(
          back,
          inRows(back.set, "naturalWeight", columns, pitch),
          by(tables.to, pitch, placeWeights(back.set, "to")),
        ),
        {
          ...{ schedule, from: REGISTERS, to: scattering },
          texts: { ...texts, notation: notationOf(kernel), tableSuffix: "_inverse" },
        },
      ),
      partOf(store, {
        ...{ schedule, texts, from: scattering, to: MEMORY },
        beside: { stretch: storeTerms, from: terms, to: MEMORY, comment: BESIDE.store },
      }),
    ],
  };
}

const BESIDE = {
  load: "Load the DC terms x[0], which the Rader convolution leaves out.",
  transform: "Transform the DC terms x[0] across rows.",
  store: "Store the DC terms X[0], the sums of all elements.",
} as const;

/** Rows of a tile that begin so far apart, where its exchanges are. */
export const rowsOf = ({ set, tile }: Pick<Stretch, "set" | "tile">, pitch: number): Rows => ({
  through: "block",
  place: "own",
  pitch,
  count: rowsIn(set, tile),
});

/** What goes there and back of a kernel. */
function alongRows<K extends PlanKernel>(set: DigitSet, kernel: K): K {
  const own = new Set(digitsAlong(set).map(({ subComputation }) => subComputation));
  return { ...kernel, subComputations: kernel.subComputations.filter((sub) => own.has(sub)) };
}

/** The phases that have a way back: butterflies across rows come first, and have none. */
function withoutAcross(stretch: Branched): Branched {
  const count = digitsAcross(stretch.set).length;
  return { ...stretch, phases: stretch.phases.slice(count), exchanges: stretch.exchanges.slice(count) };
}

/** The layout with rows that were transformed across in the order of frequencies. */
const inOrderAcross = (set: DigitSet, { digits }: MemoryLayout): MemoryLayout => ({
  digits: new Map([
    ...digits,
    ...digitsAcross(set).map(
      ({ name, inPlaceWeight, naturalWeight }) =>
        [name, ((digits.get(name) ?? 0) / inPlaceWeight) * naturalWeight] as const,
    ),
  ]),
});

/** Places of rows by themselves, and of rows that are transformed together. */
function placeTables(
  set: DigitSet,
  pitch: number,
  direction: Direction,
): Readonly<Record<keyof GatheredPlaces, PlaceTable>> {
  const { from, to, zeroth } = gatheredPlaces(set, direction);
  const [prime, together] = [rowLength(set) + 1, rowsTogether(set)];
  const length = together === 1 ? `${prime}` : `${prime}_by_${together}`;
  const apart = pitch === prime ? "" : `_apart_${pitch}`;
  // Of two rows backwards is forwards.
  const suffix = together > 2 ? suffixOf(direction) : "";
  return {
    from: { name: `powers_of_root_${length}${apart}${suffix}`, places: from.map((place) => placeIn(pitch, place)) },
    to: { name: `powers_of_inverse_${length}${apart}`, places: to.map((place) => placeIn(pitch, place)) },
    zeroth: { name: `rows_of_multiples_${length}${suffix}`, places: zeroth },
  };
}

/** In shared memory by a table. */
const by = (table: PlaceTable, distance: number, weights: ReadonlyMap<string, number>): Reach => ({
  ...within(distance),
  mapped: [{ axis: 0, weights, map: { kind: "gather", table }, stride: 1 }],
});

/** As the load, whose numbers are the same. */
function valueOf<T>(found: Result<T>): T {
  invariant(found.ok, () => "lower: rows that are loaded and cannot be stored");
  return found.value;
}

/** At index 0 along an axis, from which numbers of elements begin. */
const unmapped = ({ numbers: _, ...reach }: Reach, axis: number): Reach => ({
  ...reach,
  // Parts have places of their own at 0.
  mapped: partsOf(reach.content) === undefined ? reach.mapped.filter((own) => own.axis !== axis) : reach.mapped,
  indices: reach.indices.map((part) => {
    if (part.axis !== axis || part.ofParts === true) return part;
    const { map: _, ...plain } = part;
    return plain;
  }),
  ranges: reach.ranges.map((range) =>
    reach.mapped
      .filter((own) => own.axis === axis)
      .reduce((shifted) => ({ ...shifted, below: shifted.below + (range.ofAxes?.[axis] ?? 0) }), range),
  ),
});
