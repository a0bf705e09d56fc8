// The kernels of Bluestein's transform, from those of the way there: chirp, way there, spectrum, way back, chirp. The way back begins in
// the registers of the last kernel of the way there, so that k kernels there make 2 k - 1 in all.
import { at, invariant } from "../failure/errors.js";
import type { ConstantTable } from "../kernel/constant-table.js";
import { transformedDigits, type Atom, type Digit, type DigitSet, type TransformedDigit } from "../layout/digits.js";
import type { KernelGeometry } from "../layout/geometry.js";
import type { Stretch } from "../layout/stretch.js";
import { wayBackAlong, waysBack, type Branched } from "../layout/way-back.js";
import type { Arrays } from "../plan/arrays.js";
import { axisThrough, kernelsBack } from "../plan/bluestein.js";
import { ownCore } from "../plan/core.js";
import type { PlanKernel, ScheduledPlan } from "../plan/plan.js";
import { computedIn, type FourierTransform, type Transform } from "../plan/transform.js";
import { subComputationText } from "../plan/sub-computations.js";
import { kernelPath, type PlacedKernel, type Told } from "./kernel-path.js";
import { MEMORY, partOf, REGISTERS, sentTo, type KernelPath } from "./path.js";
import type { Product, ProductTime } from "./product.js";
import { chirpSpectrumTable, layoutAlong, pointwise, suffixOf } from "./spectrum.js";
import { outsideProducts } from "./lower-trigonometric.js";

/** `padded`: the longer transform. `there`: the kernels of the plan. `arrays`: as the longer transform sees them. */
export function bluesteinPaths(
  { transform, kernels }: ScheduledPlan,
  padded: FourierTransform,
  there: readonly PlacedKernel[],
  arrays: Arrays,
  notationOf: (kernel: PlanKernel) => string,
): readonly KernelPath[] {
  const core = ownCore(transform, kernels);
  const { scale, scaling } = core;
  const { before, turning, after } = productsAlong(transform, kernels, axisThrough(core).axis);
  return convolutionPaths(
    there.map(({ placed, told }, index) => ({
      placed,
      told: {
        ...told,
        products: [
          ...(index === 0 ? before(placed) : []),
          ...(index === there.length - 1 ? [turning(placed.set)] : []),
        ],
      },
    })),
    kernels,
    {
      transform: { ...padded, direction: "inverse", scale, scaling },
      arrays,
      notationOf,
      tableSuffix: "_inverse",
      productsAfter: after,
    },
  );
}

/** The way back of a convolution: its transform, arrays of which the output counts, and what it multiplies by where it ends. */
export interface ConvolutionBack {
  readonly transform: Transform;
  readonly arrays: Arrays;
  readonly notationOf: (kernel: PlanKernel) => string;
  /** What names of its tables end with. */
  readonly tableSuffix: string;
  readonly productsAfter: (way: Stretch) => readonly Product[];
}

/** A transform, products with constants, and back: from the registers of its last kernel on. */
export function convolutionPaths(
  there: readonly PlacedKernel[],
  kernels: ScheduledPlan["kernels"],
  { transform, arrays, notationOf, tableSuffix, productsAfter }: ConvolutionBack,
): readonly KernelPath[] {
  const ways = waysBack(
    there.map(({ placed }) => placed),
    kernels,
    transform,
    arrays,
  );
  const back = kernelsBack(kernels);
  const toldBack = (way: Stretch, index: number): Told => {
    const kernel = at(back, index);
    const texts = {
      notation: notationOf(kernel),
      subComputation: (digit: TransformedDigit) => subComputationText(digit.subComputation),
      startsEarly: false,
      letsNextStart: false,
      tableSuffix,
    };
    return { schedule: kernel.schedule, texts, products: index < ways.length - 1 ? [] : productsAfter(way) };
  };
  const last = there.length - 1;
  const { placed, told } = at(there, last);
  return [
    ...there.slice(0, -1).map(kernelPath),
    thereAndBack(placed, told, at(ways, 0), toldBack(at(ways, 0), 0)),
    ...ways.slice(1).map((way, index): KernelPath => {
      const part = partOf(way, { ...toldBack(way, index + 1), from: MEMORY, to: MEMORY });
      return { placed: at(there, last - 1 - index).placed, parts: [part] };
    }),
  ];
}

/** The path of a kernel that goes there and back along one of several dimensions. */
export function pathAlong(transform: Transform, { placed, told }: PlacedKernel, kernel: PlanKernel): KernelPath {
  const { set, index, digits } = placed;
  const { before, turning, after } = productsAlong(transform, [kernel], at(digits, 0).axis);
  const back = wayBackAlong(placed, kernel);
  const products = [...before(placed), turning({ ...set, kernelCount: index + 1 })];
  const texts = { ...told.texts, tableSuffix: "_inverse" };
  return thereAndBack(placed, { ...told, products }, back, { ...told, texts, products: after(back) });
}

/** There and, in the same registers, back; where blocks have branches of their own, these come together behind that. */
function thereAndBack(placed: KernelGeometry, there: Told, way: Branched, back: Told): KernelPath {
  const { exchanges, phases, exit } = way;
  if (exit?.through !== "cluster")
    return {
      placed,
      parts: [
        partOf(placed, { ...there, from: MEMORY, to: REGISTERS }),
        partOf(way, { ...back, from: REGISTERS, to: MEMORY }),
      ],
    };
  const { store, rank } = exit;
  const sent = sentTo(store, rank);
  const exitAt = phases.length - 1;
  return {
    placed,
    parts: [
      partOf(placed, {
        ...withLoadedDigit(placed, there),
        ...{ from: MEMORY, to: REGISTERS, rank: wholeDigit(at(placed.digits, 0)) },
      }),
      partOf(way, {
        ...{ ...back, products: [], phases: phases.slice(0, exitAt), exchanges, from: REGISTERS, to: sent },
        rank: wholeDigit(at(way.digits, way.digits.length - 1)),
      }),
      partOf(way, {
        ...{ ...back, phases: phases.slice(exitAt), first: exitAt, exchanges: [], rank },
        ...{ from: { through: "cluster", store }, to: MEMORY },
      }),
    ],
  };
}

const wholeDigit = ({ name, radix }: Digit): readonly Atom[] => [{ digit: name, weight: 1, size: radix }];

/** The first digit of a branch has no phase: what elements are multiplied by before it comes before the second one, where the first is 0. */
function withLoadedDigit({ loaded, digits }: KernelGeometry, told: Told): Told {
  const second = digits[1];
  invariant(loaded !== undefined && second !== undefined, () => "lower: a branch without butterflies");
  const products = told.products.map((product): Product => {
    if (product.kind !== "pointwise" || product.when.digit !== loaded.name) return product;
    const weights = new Map([...product.layout.digits, [loaded.name, 0] as const]);
    return { ...product, when: { ...product.when, digit: second.name }, layout: { digits: weights } };
  });
  return { ...told, products };
}

/** What is multiplied along an axis: by the chirp where the way there begins and the way back ends, and where they meet by the spectrum. */
interface ProductsAlong {
  readonly before: (stretch: Stretch) => readonly Product[];
  readonly turning: (set: DigitSet) => Product;
  readonly after: (stretch: Stretch) => readonly Product[];
}

function productsAlong(transform: Transform, kernels: readonly PlanKernel[], axis: number): ProductsAlong {
  const { direction, dimensions } = ownCore(transform, kernels);
  const points = at(dimensions, axis).length;
  const storage = computedIn(transform.precision);
  const name = `chirp_${storage}_${points}${suffixOf(direction)}`;
  const chirp: ConstantTable = { name, below: points, storage, entries: { kind: "chirp", points, direction } };
  const own = (stretch: Stretch, side: ProductTime["side"]): readonly Product[] =>
    outsideProducts(transform, stretch, kernels).filter(({ when }) => when.side === side);
  return {
    before: (stretch) => {
      const { name: digit } = at(stretch.digits, 0);
      const layout = layoutAlong(stretch.set, axis, "inPlaceWeight");
      return [...own(stretch, "before"), pointwise({ side: "before", digit }, chirp, layout)];
    },
    turning: (set) => {
      const digits = transformedDigits(set).filter((digit) => digit.axis === axis);
      const elements = digits.reduce((product, { radix }) => product * radix, 1);
      const layout = layoutAlong(set, axis, "naturalWeight");
      return chirpSpectrumTable({ ...set, digits, elements }, layout, { points, direction });
    },
    after: (stretch) => {
      const { name: digit } = at(stretch.digits, stretch.digits.length - 1);
      const layout = layoutAlong(stretch.set, axis, "naturalWeight");
      return [pointwise({ side: "after", digit }, chirp, layout), ...own(stretch, "after")];
    },
  };
}
