// Plan -> tree. The notation says rules by what kernels go through and by the numbers of their sub-computations; here, and in the order of
// this file, they become nodes. An axis that is cut and axes that are done one after the other come first, for what they contain is a plan
// of its own; then what makes real numbers complex ones; then convolutions, whose kernels are those of another length.
import { at } from "../failure/errors.js";
import { kernelsBack, linesAlong, type Along } from "./bluestein.js";
import { convolutionOf } from "./convolution.js";
import { ownCore, takenBy, type CoreTransform } from "./core.js";
import { cutTransform, rowsAcross, withoutRowFactors } from "./cut-axis.js";
import { axisLegPlans, cutLegs } from "./legs.js";
import type { Plan, PlanKernel, SubComputation } from "./plan.js";
import { raderTransform } from "./rader.js";
import { withoutStep } from "./hermitian-step.js";
import {
  DIMENSION_NAMES,
  elementCount,
  makeTransform,
  type FourierTransform,
  type Transform,
  type TrigonometricTransform,
} from "./transform.js";
import type { AlongAxis, AxisPart, Butterflies, GoodThomas, Node, Rader } from "./tree.js";
import { coreLength, kindAlong } from "./trigonometric.js";
import { axesInOrder, pairedAxis, trigonometricCore } from "./trigonometric-core.js";

/** A kernel of the plan, or what of it a part of the plan has. */
interface NumberedKernel extends PlanKernel {
  readonly number: number;
}

type Kernels = readonly NumberedKernel[];

/** The tree of a legal plan. */
export const resolve = ({ transform, kernels }: Plan): Node =>
  nodeOf(
    transform,
    kernels.map((kernel, number) => ({ ...kernel, number })),
  );

function nodeOf(transform: Transform, kernels: Kernels): Node {
  const rows = rowsAcross(transform, kernels);
  const legs = rows > 1 ? [] : axisLegPlans({ transform, kernels });
  if (legs.length > 1) {
    const parts = legs.flatMap((leg) => partsOf(nodeOf(leg.transform, leg.kernels)));
    return { rule: "by-axis", transform, kernels: numbersOf(kernels), parts };
  }
  const taken = takenBy(transform, kernels);
  switch (taken.as) {
    case "complex":
      return complexNode(taken.transform, kernels, rows);
    case "pairs": {
      const inside = nodeOf(ownCore(transform, kernels), withoutStep(kernels));
      return {
        rule: "pairs",
        transform: taken.transform,
        radix: taken.radix,
        kernels: numbersOf(kernels),
        inside,
      };
    }
    case "real":
      return {
        rule: "real",
        transform: taken.transform,
        kernels: numbersOf(kernels),
        inside: nodeOf(ownCore(transform, kernels), kernels),
      };
    case "cosine":
      return cosineNode(taken.transform, kernels);
  }
}

const numbersOf = (kernels: Kernels): readonly number[] => kernels.map(({ number }) => number);

const butterflies = (transform: CoreTransform, kernels: Kernels): Butterflies => ({
  rule: "butterflies",
  plan: { transform, kernels: kernels.map(({ number, ...kernel }) => kernel) },
  kernels: numbersOf(kernels),
});

function complexNode(transform: CoreTransform, kernels: Kernels, rows: number): Node {
  if (rows > 1) return fourStepNode(transform, kernels, rows);
  const lines = linesAlong(transform, kernels);
  if (lines.length > 0) {
    const parts = partsAlongAxes(transform, kernels, lines);
    return { rule: "by-axis", transform, kernels: numbersOf(kernels), parts };
  }
  const convolution = convolutionOf(transform, kernels);
  switch (convolution.kind) {
    case "none":
      return butterflies(transform, kernels);
    case "bluestein": {
      const { inside } = convolution;
      const length = elementCount(inside);
      return { rule: "bluestein", transform, kernels: numbersOf(kernels), length, ...thereAndBack(inside, kernels) };
    }
    case "rader":
      return raderNode(transform, convolution.factor, kernels);
  }
}

/** Parts of parts are parts. */
const partsOf = (node: Node): readonly AxisPart[] =>
  node.rule === "by-axis" ? node.parts : [{ kind: "arrays", node }];

function cosineNode(transform: TrigonometricTransform, kernels: Kernels): Node {
  const paired = pairedAxis(transform, kernels);
  const inside =
    paired === undefined
      ? axesInOrder(kernels)
          // What has one element is only scaled.
          .filter((axis) => transform.dimensions.some(({ name, length }) => name === axis && length > 1))
          .map((axis) => alongAxis(transform, kernels, axis))
      : [
          {
            axis: at(transform.dimensions, paired.axis).name,
            node: nodeOf(trigonometricCore(transform, kernels), withoutStep(kernels)),
          },
        ];
  return { rule: "cosine", transform, kernels: numbersOf(kernels), paired, inside };
}

/** The Fourier transform along one axis of a cosine transform, of all points of a period for type I. */
function alongAxis(transform: TrigonometricTransform, kernels: Kernels, axis: string): AlongAxis {
  const lengths = transform.dimensions.map(({ name, length }) =>
    name === axis ? coreLength(kindAlong(transform, axis), length) : length,
  );
  const core = makeTransform(lengths.toReversed(), transform.precision, { axes: [axis] });
  return {
    axis,
    node: nodeOf(
      core,
      onlyOf(kernels, ({ dimension }) => dimension === axis),
    ),
  };
}

/** Kernels with some of their sub-computations; those that have none are left out. */
const onlyOf = (kernels: Kernels, isWanted: (sub: SubComputation) => boolean): Kernels =>
  kernels
    .map((kernel) => ({ ...kernel, subComputations: kernel.subComputations.filter(isWanted) }))
    .filter(({ subComputations }) => subComputations.length > 0);

function fourStepNode(transform: CoreTransform, kernels: Kernels, rows: number): Node {
  const [along, across] = cutLegs(cutTransform(transform, rows));
  const isAlong = ({ through }: PlanKernel): boolean => through !== undefined;
  return {
    rule: "four-step",
    transform,
    kernels: numbersOf(kernels),
    rows,
    along: nodeOf(along, kernels.filter(isAlong)),
    across: nodeOf(across, withoutRowFactors(kernels.filter((kernel) => !isAlong(kernel)))),
  };
}

/** Axes whose lengths have butterflies first, together; then the rows along each of the others. */
function partsAlongAxes(transform: CoreTransform, kernels: Kernels, lines: readonly Along[]): readonly AxisPart[] {
  const rest = kernels.filter((_, index) => lines.every((line) => !line.kernels.includes(index)));
  const axes = transform.axes.filter((name) => lines.every(({ axis }) => axis !== name));
  const others: readonly AxisPart[] =
    rest.length === 0 ? [] : [{ kind: "arrays", node: nodeOf({ ...transform, axes }, rest) }];
  const rows = lines.map(({ axis, kernels: own }, index): AxisPart => {
    const length = transform.dimensions.find(({ name }) => name === axis)?.length ?? 1;
    const isScaled = rest.length === 0 && index === 0;
    const row = makeTransform([length], transform.precision, {
      direction: transform.direction,
      scale: isScaled ? transform.scale : 1,
    });
    const inRow = own.map((kernel) => renamed(at(kernels, kernel), axis));
    return { kind: "rows", axis, dimensions: transform.dimensions, node: nodeOf(row, inRow) };
  });
  return [...others, ...rows];
}

/** A kernel along an axis as one of a single row, whose cofactor beside a prime has a dimension of its own. */
const renamed = (kernel: NumberedKernel, axis: string): NumberedKernel => ({
  ...kernel,
  subComputations: kernel.subComputations.map((sub) => ({
    ...sub,
    dimension: at(DIMENSION_NAMES, sub.dimension === axis ? 0 : 1),
  })),
});

function raderNode(transform: CoreTransform, factor: number, kernels: Kernels): Rader | GoodThomas {
  if (factor === 1) return raderAlong(transform, kernels);
  const own = at(transform.axes, 0);
  const prime = elementCount(transform) / factor;
  const along = { ...transform, dimensions: [{ name: own, length: prime }], distance: prime };
  const across = onlyOf(kernels, ({ dimension }) => dimension !== own).map(({ number, subComputations }) => ({
    number,
    subComputations: subComputations.map((sub) => ({ ...sub, dimension: own })),
  }));
  const inRows = onlyOf(kernels, ({ dimension }) => dimension === own);
  return {
    rule: "good-thomas",
    transform,
    kernels: numbersOf(kernels),
    factor,
    across: butterflies(makeTransform([factor], transform.precision), across),
    along: raderAlong(along, inRows),
  };
}

const raderAlong = (transform: CoreTransform, kernels: Kernels): Rader => ({
  rule: "rader",
  transform,
  kernels: numbersOf(kernels),
  ...thereAndBack(raderTransform(transform), kernels),
});

/** The transforms of a cyclic convolution: by the kernels that the plan has, and by the same backwards. */
function thereAndBack(inside: FourierTransform, kernels: Kernels): Pick<Rader, "forward" | "inverse"> {
  const forward = kernels.map(({ number, subComputations }) => ({ number, subComputations }));
  return {
    forward: butterflies(inside, forward),
    inverse: butterflies({ ...inside, direction: "inverse" }, kernelsBack(forward)),
  };
}
