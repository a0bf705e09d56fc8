// The kernels of Bluestein's transform, from those of the way there: chirp, way there, spectrum, way back, chirp. The way back begins in
// the registers of the last kernel of the way there, so that k kernels there make 2 k - 1 in all.
import { at } from "../failure/errors.js";
import { chirpSpectrum, chirpTable } from "../arithmetic/chirp.js";
import type { ConstantTable } from "../kernel/constant-table.js";
import { BATCH, transformedDigits, type DigitSet, type MemoryLayout } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { geometriesBack, geometryBackAlong } from "../layout/way-back.js";
import type { Arrays } from "../plan/arrays.js";
import { kernelsBack, paddedTransform } from "../plan/bluestein.js";
import { coreOf } from "../plan/core.js";
import type { PlanKernel, ScheduledPlan } from "../plan/plan.js";
import { computedIn, elementCount, isTrigonometric, type FourierTransform, type Transform } from "../plan/transform.js";
import { subComputationText } from "../plan/sub-computations.js";
import type { KernelPart } from "./kernel-part.js";
import type { Product, ProductTime } from "./lower-phase.js";
import { trigonometricProducts } from "./lower-trigonometric.js";

/** `there`: the kernels of the plan as they are placed. `arrays`: as the longer transform sees them. */
export function bluesteinKernels(
  { transform, kernels }: ScheduledPlan,
  there: readonly KernelPart[],
  arrays: Arrays,
  notationOf: (kernel: ScheduledPlan["kernels"][number]) => string,
): readonly (readonly KernelPart[])[] {
  const padded = paddedTransform(transform, kernels);
  const { direction, scale, ...core } = coreOf(transform);
  const points = elementCount(core);
  const back: FourierTransform = { ...padded, direction: "inverse", scale };
  const geometries = geometriesBack(
    there.map(({ geometry }) => geometry),
    kernels,
    back,
    arrays,
  );
  const { set } = at(there, 0).geometry;
  const turn = at(there, there.length - 1).geometry;
  const [first, last] = [set, at(geometries, geometries.length - 1).set];
  const chirp = chirpOf(direction, points, computedIn(transform.precision));
  const spectrum = spectrumOf(direction, points, turn.set, turn.output);
  const own = (geometry: KernelGeometry, side: ProductTime["side"]): readonly Product[] =>
    isTrigonometric(transform)
      ? trigonometricProducts(transform, geometry).filter(({ when }) => when.side === side)
      : [];
  const [begins, ends] = [
    at(transformedDigits(first), 0),
    at(transformedDigits(last), transformedDigits(last).length - 1),
  ];
  const partsThere = there.map((part, index): KernelPart => ({
    ...part,
    products: [
      ...(index === 0
        ? [
            ...own(part.geometry, "before"),
            pointwise({ side: "before", digit: begins.name }, chirp, layoutBy(first, "inPlaceWeight")),
          ]
        : []),
      ...(index === there.length - 1 ? [spectrum] : []),
    ],
  }));
  const partsBack = geometries.map((geometry, index): KernelPart => {
    const kernel = at(kernelsBack(kernels), index);
    return {
      geometry,
      schedule: kernel.schedule,
      texts: {
        notation: notationOf(kernel),
        subComputation: (digit) => subComputationText(digit.subComputation),
        overlap: { startsEarly: false, letsNextStart: false },
        tableSuffix: "_inverse",
      },
      products:
        index < geometries.length - 1
          ? []
          : [
              pointwise({ side: "after", digit: ends.name }, chirp, layoutBy(last, "naturalWeight")),
              ...own(geometry, "after"),
            ],
      ...(index === 0 ? { inRegisters: true } : {}),
    };
  });
  const joined = [at(partsThere, there.length - 1), at(partsBack, 0)];
  return [...partsThere.slice(0, -1).map((part) => [part]), joined, ...partsBack.slice(1).map((part) => [part])];
}

/** The parts of a kernel that goes there and back along one of several dimensions, in one kernel. */
export function partsAlong(transform: Transform, there: KernelPart, kernel: PlanKernel): readonly KernelPart[] {
  const { geometry } = there;
  const { set, index, digits } = geometry;
  const { axis } = at(digits, 0);
  const core = coreOf(transform);
  const points = at(core.dimensions, axis).length;
  const back = geometryBackAlong(geometry, kernel);
  const chirp = chirpOf(core.direction, points, computedIn(transform.precision));
  const own = transformedDigits(set).filter((digit) => digit.axis === axis);
  const length = own.reduce((product, { radix }) => product * radix, 1);
  const spectrum = spectrumOf(
    core.direction,
    points,
    { ...set, digits: own, elements: length, kernelCount: index + 1 },
    layoutAlong(set, axis, "naturalWeight"),
  );
  const outside = (of: KernelGeometry, side: ProductTime["side"]): readonly Product[] =>
    isTrigonometric(transform) ? trigonometricProducts(transform, of).filter(({ when }) => when.side === side) : [];
  const [begins, ends] = [at(own, 0), at(back.digits, back.digits.length - 1)];
  return [
    {
      ...there,
      products: [
        ...outside(geometry, "before"),
        pointwise({ side: "before", digit: begins.name }, chirp, layoutAlong(set, axis, "inPlaceWeight")),
        spectrum,
      ],
    },
    {
      ...there,
      geometry: back,
      texts: { ...there.texts, tableSuffix: "_inverse" },
      products: [
        pointwise({ side: "after", digit: ends.name }, chirp, layoutAlong(back.set, axis, "naturalWeight")),
        ...outside(back, "after"),
      ],
      inRegisters: true,
    },
  ];
}

/** The index along one axis. */
const layoutAlong = (set: DigitSet, axis: number, weight: "inPlaceWeight" | "naturalWeight"): MemoryLayout => ({
  digits: new Map([
    ...set.digits.map((digit) => [digit.name, digit.axis === axis ? digit[weight] : 0] as const),
    [BATCH, 0],
  ]),
});

const pointwise = (when: ProductTime, table: ConstantTable, layout: MemoryLayout): Product => ({
  kind: "pointwise",
  when,
  table,
  layout,
});

/** One element after the other, along the one axis. */
const layoutBy = (set: DigitSet, weight: "inPlaceWeight" | "naturalWeight"): MemoryLayout => ({
  digits: new Map([...set.digits.map((digit) => [digit.name, digit[weight]] as const), [BATCH, set.elements]]),
});

type Direction = FourierTransform["direction"];
type Precision = ConstantTable["storage"];

const suffixOf = (direction: Direction): string => (direction === "inverse" ? "_inverse" : "");

function chirpOf(direction: Direction, points: number, precision: Precision): ConstantTable {
  return {
    name: `chirp_${precision}_${points}${suffixOf(direction)}`,
    below: points,
    storage: precision,
    ...chirpTable(points, direction, precision),
  };
}

/** In the order in which the turning kernel has its elements. */
function spectrumOf(direction: Direction, points: number, set: DigitSet, layout: MemoryLayout): Product {
  const { elements: length, transform } = set;
  const storage = computedIn(transform.precision);
  const natural = chirpSpectrum(points, length, direction);
  const [re, im] = [new Float64Array(length), new Float64Array(length)];
  // Frequencies are read off the digits as if all were in natural order.
  let places: readonly { readonly place: number; readonly frequency: number }[] = [{ place: 0, frequency: 0 }];
  let weight = 1;
  for (const { name, radix } of transformedDigits(set)) {
    const step = layout.digits.get(name) ?? 0;
    const own = weight;
    places = places.flatMap(({ place, frequency }) =>
      Array.from({ length: radix }, (_, value) => ({
        place: place + value * step,
        frequency: frequency + value * own,
      })),
    );
    weight *= radix;
  }
  for (const { place, frequency } of places) {
    re[place] = natural.re[frequency] ?? Number.NaN;
    im[place] = natural.im[frequency] ?? Number.NaN;
  }
  const turning = transformedDigits(set).filter(({ kernel }) => kernel === set.kernelCount - 1);
  const row = turning.reduce((elements, { radix }) => elements * radix, 1);
  const rows = row === length ? "" : `_by_${row}`;
  const name = `spectrum_${storage}_${points}_${length}${rows}${suffixOf(direction)}`;
  return pointwise({ side: "after" }, { name, storage, re, im }, layout);
}
