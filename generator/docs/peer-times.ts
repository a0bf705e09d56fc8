// What other libraries took for the transform of a measured plan: cuFFT in the same run, others as the suites record them.
import type { Suite } from "../bench/suite.js";
import { invariant } from "../failure/errors.js";
import { printSize } from "../notation/size.js";
import { stabilisationOf, type Transform } from "../plan/transform.js";
import { hasArithmeticChoice } from "../plan/arithmetic-choice.js";
import type { MeasuredPlan } from "./measured-plans.js";

export interface Peer {
  readonly library: string;
  readonly milliseconds: number;
}

/** What a measured plan is of. */
export type PlanCase = Pick<MeasuredPlan, "precision" | "size" | "batch" | "stabilisation" | "order">;

/** Equal for plans of the same transform: `f32 256x256x256 none natural x8`. */
export const caseName = ({ precision, size, batch, stabilisation, order }: PlanCase): string =>
  `${precision} ${size} ${stabilisation} ${order} x${batch}`;

/** A case as plans of the transform are recorded. */
export function planCase(transform: Transform): PlanCase {
  const { precision, arithmetic, batch, dimensions } = transform;
  const isNative = arithmetic === "native" && hasArithmeticChoice(transform);
  return {
    precision: isNative ? `${precision} native` : precision,
    size: printSize(dimensions.map(({ length }) => length).toReversed()),
    batch,
    stabilisation: stabilisationOf(transform),
    order: transform.order,
  };
}

/** The best that a suite records of libraries whose names begin so, by `caseName`. */
export function recordedTimes(suite: Suite, library: string): ReadonlyMap<string, Peer> {
  const times = new Map<string, Peer>();
  for (const { transform, peers } of suite.cases) {
    const best = quicker(peers.filter((peer) => peer.library.startsWith(library)));
    if (best !== undefined) times.set(caseName(planCase(transform)), best);
  }
  return times;
}

/** The faster of cuFFT in the same run and another library as recorded. */
export function bestPeer(plan: MeasuredPlan, recorded: ReadonlyMap<string, Peer>): Peer {
  const { cufftMilliseconds } = plan;
  const other = recorded.get(caseName(plan));
  const best = quicker([
    ...(cufftMilliseconds === undefined ? [] : [{ library: "cuFFT", milliseconds: cufftMilliseconds }]),
    ...(other === undefined ? [] : [other]),
  ]);
  invariant(best !== undefined, () => `docs: no peer of ${caseName(plan)}`);
  return best;
}

const quicker = (peers: readonly Peer[]): Peer | undefined =>
  peers.toSorted((one, other) => one.milliseconds - other.milliseconds)[0];
