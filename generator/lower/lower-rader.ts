// The kernel of Rader's transform (plan/rader.ts), in four parts: rows are loaded as they lie; butterflies gather them from shared memory
// and go there; they come back and scatter; rows are stored as they lie. Elements at 0 are loaded and stored beside the rows.
import { at, invariant } from "../failure/errors.js";
import { raderSpectrum } from "../arithmetic/rader-spectrum.js";
import { BATCH, memoryLayout, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import { gatheredPlaces, phaseInOrder, phaseOfZeroth } from "../layout/gathered.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { reachAfter, type Reach } from "../layout/reach.js";
import { geometriesBack } from "../layout/way-back.js";
import type { Result } from "../failure/result.js";
import type { Arrays } from "../plan/arrays.js";
import { kernelsBack } from "../plan/bluestein.js";
import { coreOf } from "../plan/core.js";
import { raderTransform } from "../plan/rader.js";
import type { PlanKernel, ScheduledPlan } from "../plan/plan.js";
import type { PlaceTable } from "../plan/place-map.js";
import { elementCount, type FourierTransform } from "../plan/transform.js";
import type { KernelPart } from "./kernel-part.js";
import { layoutBy, spectrumTable } from "./spectrum.js";

/** `there`: the kernel of the plan as it is placed. `arrays`: as that transform sees them. */
export function raderParts(
  { transform, kernels }: ScheduledPlan,
  there: KernelPart,
  arrays: Arrays,
  notationOf: (kernel: PlanKernel) => string,
): readonly KernelPart[] {
  const { geometry, texts, schedule } = there;
  const { set, gathered, tile, threads } = geometry;
  invariant(gathered !== undefined, () => "lower: a kernel that gathers nothing");
  const { pitch } = gathered;
  const { direction, scale } = coreOf(transform);
  const prime = elementCount(transform);
  const places = gatheredPlaces(prime);
  const inverse: FourierTransform = { ...raderTransform(transform), direction: "inverse", scale };
  const back = at(geometriesBack([geometry], kernels, inverse, arrays), 0);
  const rows = inRows(set, "inPlaceWeight", pitch);
  const end: DigitSet = { ...set, arrays: { ...set.arrays, input: arrays.output } };
  const [stored, writes] = [memoryLayout(end, 0), reachAfter(end, 0)];
  const alone = { digits: [], shared: undefined, gathered: undefined, run: [] } as const;
  const load: KernelGeometry = {
    ...geometry,
    ...alone,
    phases: [gathered.load],
    output: rows,
    writes: within(pitch),
  };
  const store: KernelGeometry = {
    ...geometry,
    ...alone,
    phases: [placed(phaseInOrder(tile, threads, stored))],
    input: rows,
    reads: within(pitch),
    output: stored,
    writes,
    elements: back.elements,
  };
  const one: MemoryLayout = { digits: new Map([[BATCH, 1]]) };
  const common = { schedule, texts, products: [], pitch } as const;
  const way = { ...there, pitch };
  const [begins, ends] = [
    table(`powers_of_root_${prime}`, places.from),
    table(`powers_of_inverse_${prime}`, places.to),
  ];
  const [kernel] = kernelsBack(kernels);
  invariant(kernel !== undefined, () => "lower: a plan without kernels");
  return [
    {
      ...common,
      geometry: load,
      beside: { ...load, phases: [gathered.zeroth], reads: unmapped(load.reads), output: one, writes: within(1) },
    },
    {
      ...way,
      geometry: { ...geometry, input: rows, reads: { ...within(pitch), map: { kind: "gather", table: begins } } },
      products: [
        { kind: "zeroth", when: { side: "after" }, layout: geometry.output, length: prime - 1 },
        spectrumTable(raderSpectrum(prime, direction), set, geometry.output, { points: prime, direction }),
      ],
    },
    {
      ...way,
      geometry: {
        ...back,
        output: inRows(back.set, "naturalWeight", pitch),
        writes: { ...within(pitch), map: { kind: "gather", table: ends } },
      },
      texts: { ...texts, notation: notationOf(kernel), tableSuffix: "_inverse" },
      products: [],
      inRegisters: true,
    },
    {
      ...common,
      geometry: store,
      beside: {
        ...store,
        set: { ...set, transform: inverse },
        phases: [placed(phaseOfZeroth(tile, threads, stored))],
        input: one,
        reads: within(1),
        writes: unmapped(writes),
      },
    },
  ];
}

const table = (name: string, places: readonly number[]): PlaceTable => ({ name, places });

/** As the load, whose numbers are the same. */
function placed<T>(found: Result<T>): T {
  invariant(found.ok, () => "lower: rows that are loaded and cannot be stored");
  return found.value;
}

/** Rows in shared memory, one behind the other. */
const inRows = (set: DigitSet, weight: "inPlaceWeight" | "naturalWeight", pitch: number): MemoryLayout => ({
  digits: new Map([...layoutBy(set, weight).digits, [BATCH, pitch]]),
});

/** Of what lies in shared memory. */
const within = (distance: number): Reach => ({
  map: undefined,
  below: undefined,
  ranges: [],
  mapped: [],
  parameters: new Map(),
  distance,
  planar: false,
  content: undefined,
});

/** At index 0. */
const unmapped = (reach: Reach): Reach => ({ ...reach, mapped: [] });
