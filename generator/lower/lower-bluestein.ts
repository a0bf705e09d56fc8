// The kernels of Bluestein's transform, from those of the way there: chirp, way there, spectrum, way back, chirp. The way back begins in
// the registers of the last kernel of the way there, so that k kernels there make 2 k - 1 in all.
import { at } from "../failure/errors.js";
import type { ConstantTable } from "../kernel/constant-table.js";
import { transformedDigits } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { geometriesBack, geometryBackAlong } from "../layout/way-back.js";
import type { Arrays } from "../plan/arrays.js";
import { axisThrough, kernelsBack } from "../plan/bluestein.js";
import { ownCore } from "../plan/core.js";
import type { PlanKernel, ScheduledPlan } from "../plan/plan.js";
import { computedIn, type FourierTransform, type Transform } from "../plan/transform.js";
import { subComputationText } from "../plan/sub-computations.js";
import type { KernelPart } from "./kernel-part.js";
import type { Product, ProductTime } from "./lower-phase.js";
import { chirpSpectrumTable, layoutAlong, pointwise, suffixOf } from "./spectrum.js";
import { outsideProducts } from "./lower-trigonometric.js";

/** `padded`: the longer transform. `there`: the kernels of the plan as they are placed. `arrays`: as the longer transform sees them. */
export function bluesteinKernels(
  { transform, kernels }: ScheduledPlan,
  padded: FourierTransform,
  there: readonly KernelPart[],
  arrays: Arrays,
  notationOf: (kernel: ScheduledPlan["kernels"][number]) => string,
): readonly (readonly KernelPart[])[] {
  const { direction, scale, scaling, ...core } = ownCore(transform, kernels);
  const { axis, length: points } = axisThrough(core);
  const { length } = at(padded.dimensions, axis);
  const back: FourierTransform = { ...padded, direction: "inverse", scale, scaling };
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
  const spectrum = chirpSpectrumTable(
    { ...turn.set, digits: transformedDigits(turn.set), elements: length },
    layoutAlong(turn.set, axis, "naturalWeight"),
    { points, direction },
  );
  const own = (geometry: KernelGeometry, side: ProductTime["side"]): readonly Product[] =>
    outsideProducts(transform, geometry, kernels).filter(({ when }) => when.side === side);
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
            pointwise({ side: "before", digit: begins.name }, chirp, layoutAlong(first, axis, "inPlaceWeight")),
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
              pointwise({ side: "after", digit: ends.name }, chirp, layoutAlong(last, axis, "naturalWeight")),
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
  const core = ownCore(transform, [kernel]);
  const points = at(core.dimensions, axis).length;
  const back = geometryBackAlong(geometry, kernel);
  const chirp = chirpOf(core.direction, points, computedIn(transform.precision));
  const own = transformedDigits(set).filter((digit) => digit.axis === axis);
  const length = own.reduce((product, { radix }) => product * radix, 1);
  const spectrum = chirpSpectrumTable(
    { ...set, digits: own, elements: length, kernelCount: index + 1 },
    layoutAlong(set, axis, "naturalWeight"),
    { points, direction: core.direction },
  );
  const outside = (of: KernelGeometry, side: ProductTime["side"]): readonly Product[] =>
    outsideProducts(transform, of, [kernel]).filter(({ when }) => when.side === side);
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

type Direction = FourierTransform["direction"];
type Precision = ConstantTable["storage"];

function chirpOf(direction: Direction, points: number, precision: Precision): ConstantTable {
  return {
    name: `chirp_${precision}_${points}${suffixOf(direction)}`,
    below: points,
    storage: precision,
    entries: { kind: "chirp", points, direction },
  };
}
