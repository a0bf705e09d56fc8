// Verifies a plan without a compiler: runs the program of its kernels, statement by statement, on small batches in double
// precision, checks every access and every synchronisation, and compares the resulting memory with the definition of the
// transform.
import { InvariantError } from "../failure/errors.js";
import type { Request } from "../definition/request.js";
import { calledLayout, roomOf, strideArguments } from "../definition/layout.js";
import { callOf } from "../definition/numbers.js";
import { isPersistent } from "../kernel/program.js";
import type { HostProgram } from "../kernel/host-program.js";
import type { Plan } from "../plan/plan.js";
import { isTrigonometric } from "../plan/transform.js";
import { errorIn, faultOf } from "./compared.js";
import { evaluate, memoriesOf } from "./evaluated.js";
import { requestOf } from "./requested.js";

export type Evaluation =
  | { readonly kind: "right"; readonly batches: readonly number[]; readonly error: number; readonly bound: number }
  | { readonly kind: "wrong"; readonly batch: number; readonly what: string }
  /** The time in seconds, if it is too long; or the documents' definitions do not have the transform. */
  | { readonly kind: "too-long"; readonly seconds: number }
  | { readonly kind: "no-definition" };

/** The longest wait, in seconds. */
const PATIENCE = 60;

/** A compiled plan. */
export interface EvaluatedPlan {
  readonly plan: Plan;
  readonly host: HostProgram;
}

/** `wanted`: the only batch that runs. */
export function evaluatePlan({ plan, host }: EvaluatedPlan, wanted?: number): Evaluation {
  const { transform } = plan;
  const first = requestOf(transform, wanted ?? 1);
  if (first === undefined) return { kind: "no-definition" };
  const seconds = secondsOf(first, host);
  if (seconds > PATIENCE) return { kind: "too-long", seconds };
  const bound = boundOf(plan);
  const batches: number[] = [];
  let [error, spent] = [0, 0];
  for (const batch of wanted === undefined ? batchesOf(host) : [wanted]) {
    const request = { ...first, arrays: batch };
    spent += secondsOf(request, host);
    if (batches.length > 0 && spent > PATIENCE) break;
    const outcome = evaluated(request, plan, host, bound);
    if (typeof outcome === "string") return { kind: "wrong", batch, what: outcome };
    error = Math.max(error, outcome);
    batches.push(batch);
  }
  return { kind: "right", batches, error, bound };
}

/** The relative error, or the fault in words. */
function evaluated(request: Request, plan: Plan, host: HostProgram, bound: number): number | string {
  const radicesOf = (dimension: string): readonly number[] =>
    plan.kernels.flatMap(({ subComputations }) =>
      subComputations.filter((sub) => sub.dimension === dimension).map(({ radix }) => radix),
    );
  const call = callOf(request, 1, radicesOf, (value) => value);
  const memories = memoriesOf(call, request.said.inPlace === true);
  const input = memories.input.slice();
  const before = { input, output: memories.output === memories.input ? input : memories.output.slice() };
  try {
    evaluate(host, call, memories, request.arrays, strideArguments(request, call.layout), 1);
  } catch (error) {
    // An access that the evaluator refuses is a fault of the program.
    if (error instanceof InvariantError) return error.message;
    throw error;
  }
  const fault = faultOf(call, before, memories, bound);
  return fault === undefined ? errorIn(call, memories) : `${fault.what}: ${fault.detail}`;
}

/** One array; a full block, and a partly filled one; and a batch for several rounds of persistent kernels' clusters. */
function batchesOf({ launches }: HostProgram): readonly number[] {
  const several = launches.map(({ kernel }) => {
    const { batch, perGroup } = kernel.tiles;
    const rounds = isPersistent(kernel) ? Math.ceil(ROUNDS / perGroup) * batch : 1;
    return Math.max(rounds, batch > 1 ? batch + 1 : 1);
  });
  return [...new Set([1, Math.max(...several)])];
}

/** Tiles for three rounds of the evaluator's two clusters, and one for a fourth round. */
const ROUNDS = 7;

/**
 * Seconds of one core, measured on a few plans: for an element of a launch, for a term of the definition's sums, and for the
 * start.
 */
const SECONDS = { element: 4e-5, term: 4e-9, start: 0.5 } as const;

function secondsOf(request: Request, { launches }: HostProgram): number {
  const { input, output } = calledLayout(request);
  const elements = roomOf(input, request.arrays) + roomOf(output, request.arrays);
  const terms = request.arrays * request.lengths.reduce((sum, length) => sum + length, 0) * productOf(request.lengths);
  return SECONDS.start + (SECONDS.element * elements * launches.length) / 2 + SECONDS.term * terms;
}

const productOf = (lengths: readonly number[]): number => lengths.reduce((product, length) => product * length, 1);

/** The evaluator computes in double precision, whatever the package does; constants in tables have the package's precision. */
function boundOf({ transform, kernels }: Plan): number {
  const hasTables = kernels.some(
    ({ through, subComputations }) => through !== undefined || subComputations.some(({ unit }) => unit !== undefined),
  );
  if (transform.precision === "f64") return EXACT;
  return hasTables || isTrigonometric(transform) ? ROUNDED : EXACT;
}

const [EXACT, ROUNDED] = [1e-11, 1e-5] as const;
