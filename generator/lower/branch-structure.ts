// A cluster that goes there and back, each of its blocks on a branch of its own (layout/branches.ts): up to the exchange it does what a
// block does that works alone. Then blocks put into one another's shared memory what each is to store of all branches, and do the last
// butterflies. All threads of a block do one thing after the other, in one buffer: they put when all of the cluster have read what lies
// there, and go on when all have put. There is a cluster for each transform.
import { at, invariant } from "../failure/errors.js";
import type { Coordinate } from "../kernel/coordinates.js";
import type { PhaseStep, RoleStep } from "../kernel/program.js";
import type { Branches } from "../layout/branches.js";
import type { Atom, TransformedDigit } from "../layout/digits.js";
import { elementTypeBytes } from "../plan/elements.js";
import { exponentUse } from "../layout/twiddle-exponents.js";
import { fieldsOf, transformUse, type Field, type Use } from "./fields.js";
import { alone, coordinatesIn, inOne } from "./joined-phases.js";
import { SOURCE, TARGET } from "./kernel-arrays.js";
import type { Structure } from "./kernel-head.js";
import { lowerPhase, transformedBefore, type PhaseContext, type Product } from "./lower-phase.js";
import { baseOf, blockSide, exchangeSide, placeUses, sentSide, sourceSide, targetSide } from "./sides.js";

const PART = "part";

export function branchStructure(given: PhaseContext, back: PhaseContext): Structure {
  const there = withLoadedDigit(given);
  const { geometry } = there;
  const { threads, elements, exchanges, asksFor } = geometry;
  const [own, ownBack] = [branchesOf(there), branchesOf(back)];
  const { size, bytes } = own;
  // The digit that is a frequency as soon as it is loaded, and the same on the way back, where the last butterflies have it.
  const [first, last] = [at(geometry.digits, 0), at(back.geometry.digits, back.geometry.digits.length - 1)];
  const branch = rankFields(there, wholeDigit(first), 0, []);
  const branchBack = rankFields(back, wholeDigit(last), 0, branch.map(named));
  const exit = rankFields(back, ownBack.rank, back.geometry.phases.length - 1, [...branch, ...branchBack].map(named));
  const names = [...branch, ...branchBack, ...exit].map(named);
  const exchangedBytes = elementTypeBytes(elements.exchanged);
  const way = phasesThere(there, [...branch, ...names]);
  const turned = at(way, way.length - 1);
  const [goesOn, ...further] = phasesBack(back, [...branchBack, ...names], coordinatesIn(turned));
  invariant(goesOn !== undefined, () => "lower: an inverse half without phases");
  const asking: readonly RoleStep[] =
    asksFor === undefined
      ? []
      : [{ kind: "first", actions: [{ kind: "prefetch", ahead: Math.ceil(asksFor.blocks / size) }] }];
  const [begins, ...then] = [...way.slice(0, -1), inOne(turned, goesOn), ...further];
  return {
    cluster: size,
    tiles: { perGroup: 1, batch: 1, guards: [], coordinates: [], order: "each", ring: undefined },
    buffers: [
      {
        name: PART,
        copies: undefined,
        pool: undefined,
        offset: 0,
        type: elements.exchanged,
        elements: Math.max(bytes / exchangedBytes, ...exchanges.map(({ store }) => store.elements)),
        note: "this block's part of the longer transform",
      },
    ],
    barriers: [],
    roles: [
      {
        name: "block",
        groups: 1,
        groupThreads: threads,
        meetings: [],
        origins: [
          {
            array: SOURCE,
            coordinates: coordinates(branch),
            base: baseOf(branch, geometry.input, geometry.reads),
            // All load all: each asks for a part.
            ...(asksFor === undefined ? {} : { prefetches: Math.floor(asksFor.elements / size) }),
          },
          {
            array: TARGET,
            coordinates: coordinates([...branchBack, ...exit]),
            base: baseOf(exit, back.geometry.output, back.geometry.writes),
          },
        ],
        fetches: undefined,
        deals: false,
        before: [],
        steps: [
          ...(begins === undefined ? [] : [begins]),
          ...asking,
          ...then.flatMap((phase): readonly RoleStep[] => [{ kind: "sync-block" }, phase]),
          { kind: "wait-cluster", note: "all warps of the cluster have: this block can store its part" },
          exitPhase(back, ownBack, [...exit, ...names]),
        ],
      },
    ],
  };
}

function branchesOf({ geometry: { branches } }: PhaseContext): Branches {
  invariant(branches !== undefined, () => "lower: blocks of a cluster without branches");
  return branches;
}

const wholeDigit = ({ name, radix }: TransformedDigit): readonly Atom[] => [{ digit: name, weight: 1, size: radix }];

/** What elements are multiplied by before the first butterflies, before the second ones. */
function withLoadedDigit(context: PhaseContext): PhaseContext {
  const [first, second] = context.geometry.digits;
  invariant(first !== undefined && second !== undefined, () => "lower: a branch without butterflies");
  const products = context.products.map((product): Product => {
    if (product.kind !== "pointwise" || product.when.digit !== first.name) return product;
    const weights = new Map([...product.layout.digits, [first.name, 0] as const]);
    return { ...product, when: { ...product.when, digit: second.name }, layout: { digits: weights } };
  });
  return { ...context, products };
}

/** The name of a coordinate that no other is to have. */
const named = ({ coordinate }: Field): Field => ({ atoms: [], coordinate });

const coordinates = (fields: readonly Field[]): readonly Coordinate[] => fields.map(({ coordinate }) => coordinate);

/** Where a block is in the transform, from phase `position` on. */
function rankFields(
  context: PhaseContext,
  atoms: readonly Atom[],
  position: number,
  outer: readonly Field[],
): readonly Field[] {
  const { set, geometry, exponents, products } = context;
  const { input, output, reads, writes } = geometry;
  const { received, rank } = branchesOf(context);
  const uses: readonly Use[] = [
    ...sentSide(PART, received, rank).uses,
    ...placeUses(input, reads),
    ...placeUses(output, writes),
    ...[...exponents.values()].map(exponentUse),
    ...products.flatMap((product) => (product.kind === "pointwise" ? [transformUse(product.layout)] : [])),
  ];
  return fieldsOf(set, atoms, "rank", uses, transformedBefore(geometry, position), outer);
}

/** Up to where the block turns. */
function phasesThere(context: PhaseContext, outer: readonly Field[]): readonly PhaseStep[] {
  const { geometry } = context;
  const inBlock = () => blockSide(PART, geometry);
  return geometry.phases.map((phase, index) => {
    const [isFirst, isLast] = [index === 0, index === geometry.phases.length - 1];
    const read = isFirst ? sourceSide(geometry) : inBlock();
    return lowerPhase(context, {
      threads: context.geometry.threads,
      phase,
      position: index,
      read,
      write: isLast ? alone(read) : inBlock(),
      outer,
    });
  });
}

/** From there to the exchange. `known`: the coordinates of what the first goes on in. */
function phasesBack(
  context: PhaseContext,
  outer: readonly Field[],
  known: readonly Coordinate[],
): readonly PhaseStep[] {
  const { geometry } = context;
  const { received, rank } = branchesOf(context);
  const inBlock = () => blockSide(PART, geometry);
  const phases = geometry.phases.slice(0, -1);
  return phases.map((phase, index) => {
    const [isFirst, isLast] = [index === 0, index === phases.length - 1];
    const write = isLast ? sentSide(PART, received, rank) : inBlock();
    return lowerPhase(context, {
      threads: context.geometry.threads,
      phase,
      position: index,
      read: isFirst ? alone(write) : inBlock(),
      write,
      outer,
      known: isFirst ? known : [],
      ...(isLast
        ? {
            send: { keepsOwn: true },
            hasRead: [{ kind: "arrive-cluster", note: "this warp has read its part" }],
            mayWrite: [{ kind: "wait-cluster", note: "all warps of the cluster have: the buffer can be overwritten" }],
            hasWritten: [
              { kind: "arrive-cluster", note: "this warp has written its part to the blocks that store it" },
            ],
          }
        : {}),
    });
  });
}

/** What is done with what the cluster has sent. */
function exitPhase(context: PhaseContext, { exit, received }: Branches, outer: readonly Field[]): PhaseStep {
  return lowerPhase(context, {
    threads: context.geometry.threads,
    phase: exit,
    position: context.geometry.phases.length - 1,
    read: exchangeSide(PART, received),
    write: targetSide(context.geometry),
    outer,
  });
}
