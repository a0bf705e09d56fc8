// The kernels of Bluestein's transform, from those of the way there: chirp, way there, spectrum, way back, chirp. The way back begins in
// the registers of the last kernel of the way there, so that k kernels there make 2 k - 1 in all.
import { at } from "../failure/errors.js";
import type { ConstantTable } from "../kernel/constant-table.js";
import { transformedDigits, type DigitSet } from "../layout/digits.js";
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
  const core = ownCore(transform, kernels);
  const { scale, scaling } = core;
  const back: FourierTransform = { ...padded, direction: "inverse", scale, scaling };
  const geometries = geometriesBack(
    there.map(({ geometry }) => geometry),
    kernels,
    back,
    arrays,
  );
  const { before, turning, after } = productsAlong(transform, kernels, axisThrough(core).axis);
  const partsThere = there.map((part, index): KernelPart => ({
    ...part,
    products: [
      ...(index === 0 ? before(part.geometry) : []),
      ...(index === there.length - 1 ? [turning(part.geometry.set)] : []),
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
        startsEarly: false,
        letsNextStart: false,
        tableSuffix: "_inverse",
      },
      products: index < geometries.length - 1 ? [] : after(geometry),
      ...(index === 0 ? { inRegisters: true } : {}),
    };
  });
  const joined = [at(partsThere, there.length - 1), at(partsBack, 0)];
  return [...partsThere.slice(0, -1).map((part) => [part]), joined, ...partsBack.slice(1).map((part) => [part])];
}

/** The parts of a kernel that goes there and back along one of several dimensions, in one kernel. */
export function partsAlong(transform: Transform, there: KernelPart, kernel: PlanKernel): readonly KernelPart[] {
  const { geometry, texts } = there;
  const { set, index, digits } = geometry;
  const { before, turning, after } = productsAlong(transform, [kernel], at(digits, 0).axis);
  const back = geometryBackAlong(geometry, kernel);
  return [
    { ...there, products: [...before(geometry), turning({ ...set, kernelCount: index + 1 })] },
    {
      ...there,
      geometry: back,
      texts: { ...texts, tableSuffix: "_inverse" },
      products: after(back),
      inRegisters: true,
    },
  ];
}

/** What is multiplied along an axis: by the chirp where the way there begins and the way back ends, and where they meet by the spectrum. */
interface ProductsAlong {
  readonly before: (geometry: KernelGeometry) => readonly Product[];
  readonly turning: (set: DigitSet) => Product;
  readonly after: (geometry: KernelGeometry) => readonly Product[];
}

function productsAlong(transform: Transform, kernels: readonly PlanKernel[], axis: number): ProductsAlong {
  const { direction, dimensions } = ownCore(transform, kernels);
  const points = at(dimensions, axis).length;
  const storage = computedIn(transform.precision);
  const name = `chirp_${storage}_${points}${suffixOf(direction)}`;
  const chirp: ConstantTable = { name, below: points, storage, entries: { kind: "chirp", points, direction } };
  const own = (geometry: KernelGeometry, side: ProductTime["side"]): readonly Product[] =>
    outsideProducts(transform, geometry, kernels).filter(({ when }) => when.side === side);
  return {
    before: (geometry) => {
      const { name: digit } = at(geometry.digits, 0);
      const layout = layoutAlong(geometry.set, axis, "inPlaceWeight");
      return [...own(geometry, "before"), pointwise({ side: "before", digit }, chirp, layout)];
    },
    turning: (set) => {
      const digits = transformedDigits(set).filter((digit) => digit.axis === axis);
      const elements = digits.reduce((product, { radix }) => product * radix, 1);
      const layout = layoutAlong(set, axis, "naturalWeight");
      return chirpSpectrumTable({ ...set, digits, elements }, layout, { points, direction });
    },
    after: (geometry) => {
      const { name: digit } = at(geometry.digits, geometry.digits.length - 1);
      const layout = layoutAlong(geometry.set, axis, "naturalWeight");
      return [pointwise({ side: "after", digit }, chirp, layout), ...own(geometry, "after")];
    },
  };
}
