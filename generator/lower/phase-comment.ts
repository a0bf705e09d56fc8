// The comment of a phase: its sub-computation, what a thread does of it, and where the results go.
import type { DigitSet, TransformedDigit } from "../layout/digits.js";
import { fixedLaneAtoms } from "../layout/fragment-phases.js";
import { registersPerThread, type Phase } from "../layout/phases.js";
import { hermitianAxis } from "../layout/twiddle-exponents.js";
import type { ButterflyContext } from "./butterfly.js";
import { SOURCE, TARGET } from "./kernel-arrays.js";
import type { Side } from "./sides.js";

/** A phase, and from where to where it moves elements. */
interface CommentedPhase {
  readonly phase: Phase;
  readonly read: Pick<Side, "array" | "isGlobal">;
  readonly write: Pick<Side, "array" | "isGlobal">;
  readonly send?: object | undefined;
}

/** `; stores to global memory` */
function movesText({ read, write, send }: CommentedPhase): string {
  const [loads, stores] = [read.array === SOURCE, write.array === TARGET];
  const inMemory =
    loads && stores ? "loads from and stores to" : loads ? "loads from" : stores ? "stores to" : undefined;
  return `${inMemory === undefined ? "" : `; ${inMemory} global memory`}${send === undefined ? "" : "; sends to the cluster"}`;
}

/** What a thread does, or on tensor cores four lanes together. */
function workText(phase: Phase, { radix }: TransformedDigit): string {
  const lanes = 2 ** fixedLaneAtoms(phase);
  const butterflies = (registersPerThread(phase) * lanes) / radix;
  const count = butterflies === 1 ? "one butterfly" : `${butterflies} butterflies`;
  return `: ${count} per ${lanes > 1 ? "four lanes" : "thread"}`;
}

const placeText = (phase: Phase): string =>
  fixedLaneAtoms(phase) > 0 ? "across these lanes and in registers" : "in registers";

/** `3 conjugate pairs k, 67 - k per thread, k from 12 on` */
function stepText(set: DigitSet, pairs: number, radix: number): string {
  const { points, first = 0 } = hermitianAxis(set);
  const count = pairs === 1 || radix > 2 ? "one conjugate pair" : `${pairs} conjugate pairs`;
  return `${count} k, ${points} - k ${radix > 2 ? `in ${pairs} columns ` : ""}per thread${first === 0 ? "" : `, k from ${first} on`}`;
}

/** `X(16,256,16,256,no-tw): 16 butterflies per thread, digit x1 in registers; stores to global memory.` */
export function phaseComment({ texts, set }: Pick<ButterflyContext, "texts" | "set">, work: CommentedPhase): string {
  const { phase, read, write } = work;
  const { digit, vectorDigit } = phase;
  if (digit !== undefined && set.frequencies !== undefined)
    return `${texts.subComputation(digit)}: Hermitian step, ${stepText(set, registersPerThread(phase) / 2, digit.subComputation.radix)}${movesText(work)}.`;
  if (digit !== undefined)
    return `${texts.subComputation(digit)}${workText(phase, digit)}, digit ${digit.name.toLowerCase()} ${placeText(phase)}${movesText(work)}.`;
  if (read.isGlobal && write.isGlobal)
    return vectorDigit === undefined ? "Copy." : `${texts.subComputation(vectorDigit)} within each vector.`;
  return read.isGlobal
    ? "Load coalesced, exchange through shared memory."
    : "Exchange through shared memory, store coalesced.";
}
