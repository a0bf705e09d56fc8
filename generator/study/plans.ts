// What the study needs plans for, and the plans. Nothing is emitted here.
import { at, InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { elementRegisters, scheduledElements } from "../plan/elements.js";
import { WALSH, type PlanKernel, type ScheduledPlan, type SubComputation } from "../plan/plan.js";
import {
  makeWalshTransform,
  storageBytes,
  type Stabilisation,
  type NumberFormat,
  type WalshTransform,
} from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../search/search.js";
import { algorithmsOf, type Algorithm } from "./vocabulary.js";

/** One transform of the study, by one algorithm. */
export interface StudySubject {
  /** Of its package, an identifier of C: `fwht_f32_1024_alman_rao`. */
  readonly name: string;
  readonly algorithm: Algorithm;
  readonly storage: NumberFormat;
  /** The size is 2 to this power. */
  readonly exponent: number;
  readonly transform: WalshTransform;
}

/** Every algorithm in every number format that is asked for, at every size from 2^smallest to 2^largest. */
export function studySubjects(
  storages: readonly NumberFormat[],
  smallest: number,
  largest: number,
): readonly StudySubject[] {
  const exponents = Array.from({ length: largest - smallest + 1 }, (_, index) => smallest + index);
  return storages.flatMap((storage) =>
    algorithmsOf(storage).flatMap((algorithm) =>
      exponents.flatMap((exponent) => {
        // Nothing but the lightest 8: no step that could be done by Alman and Rao's algorithm.
        const isSame = algorithm === "alman-rao" && storageBytes(storage) === 2 && exponent === 3;
        return isSame ? [] : [subject(storage, algorithm, exponent)];
      }),
    ),
  );
}

function subject(storage: NumberFormat, algorithm: Algorithm, exponent: number): StudySubject {
  const transform = makeWalshTransform([2 ** exponent], storage, {
    arithmetic: storage === "f32" || algorithm === "f32-arithmetic" ? "f32" : "native",
    stabilisation: stabilisationOf(algorithm),
  });
  const name = transformName(transform) + (algorithm === "alman-rao" ? "_alman_rao" : "");
  return { name, algorithm, storage, exponent, transform };
}

function stabilisationOf(algorithm: Algorithm): Stabilisation {
  switch (algorithm) {
    case "kahan":
    case "neumaier":
    case "semi-kahan":
    case "semi-neumaier":
      return algorithm;
    case "folklore":
    case "alman-rao":
    case "f32-arithmetic":
      return "none";
  }
}

/**
 * Plans subjects. All algorithms of a format and a size share kernels and radices, light ones that are predicted fast with Kahan's
 * compensation, so that nothing but the arithmetic differs; `alman-rao` has as many kernels, of as many steps of 8 points as fit.
 */
export function studyPlanner(gpu: Gpu): (subject: StudySubject) => ScheduledPlan {
  const shared = new Map<string, ScheduledPlan>();
  return ({ storage, exponent, algorithm, transform }) => {
    const key = `${storage} ${exponent}`;
    const known = shared.get(key) ?? searchedPlan(subject(storage, "kahan", exponent).transform, gpu);
    shared.set(key, known);
    return algorithm === "alman-rao"
      ? almanRaoPlan(transform, exponent, known.kernels.length, gpu)
      : completePlan({ transform, kernels: known.kernels }, gpu, OPTIONS).plan;
  };
}

/** Kernels that any GPU can run: this is no race. */
const OPTIONS = { twiddles: DEFAULT_TWIDDLES, keep: 1, plainOnly: true } as const;

/** Elements of a thread, in registers: Neumaier's compensation needs about as many again, and compilers take minutes beyond. */
const LIGHT_REGISTERS = 64;

/** The fastest by prediction of those that are light; the lightest if none is. */
function searchedPlan(transform: WalshTransform, gpu: Gpu): ScheduledPlan {
  const plans = searchPlans(transform, gpu, { ...OPTIONS, keep: 100 }).plans.map(({ plan }) => plan);
  const light = plans.find((one) => heldRegisters(one) <= LIGHT_REGISTERS);
  const plan =
    light ??
    at(
      plans.toSorted((one, other) => heldRegisters(one) - heldRegisters(other)),
      0,
    );
  // All registers that there are: nothing is to spill, whichever algorithm takes the plan.
  return { ...plan, kernels: plan.kernels.map((one) => ({ ...one, schedule: { ...one.schedule, blocksPerSm: 1 } })) };
}

/** For the elements of the largest butterfly. */
const heldRegisters = ({ transform, kernels }: ScheduledPlan): number =>
  Math.max(
    ...kernels.map((kernel, index) => {
      const { held } = scheduledElements(transform, kernel, index, kernels.length);
      return elementRegisters(held) * Math.max(...kernel.subComputations.map(({ radix }) => radix));
    }),
  );

/** In as few kernels as will do, `fewest` at least. */
function almanRaoPlan(transform: WalshTransform, exponent: number, fewest: number, gpu: Gpu): ScheduledPlan {
  const isPaired = storageBytes(transform.precision) === 2;
  for (let count = fewest; ; count++) {
    try {
      return completePlan({ transform, kernels: almanRaoKernels(exponent, count, isPaired) }, gpu, OPTIONS).plan;
    } catch (error) {
      // The kernels are too large for the GPU: smaller ones may not be.
      if (!(error instanceof InputError) || count >= Math.floor(exponent / 3)) throw error;
    }
  }
}

/**
 * Steps of 8 points by Alman and Rao's algorithm from the heaviest digit down, and what is left of the size, 2 or 4, at the
 * light end in the usual way, as the thesis does it (section 3.4). Evenly in `count` kernels. 16-bit numbers are computed with
 * in pairs, which no step of the algorithm may cut: if nothing is left for the pairs, the lightest 8 are done in the usual way.
 */
export function almanRaoKernels(exponent: number, count: number, isPaired: boolean): readonly PlanKernel[] {
  const size = 2 ** exponent;
  const eights = Math.floor(exponent / 3) - (isPaired && exponent % 3 === 0 ? 1 : 0);
  const rest = size / 8 ** eights;
  const radices = [...Array.from({ length: eights }, () => 8), ...(rest === 1 ? [] : [rest])];
  let extent = size;
  const steps = radices.map((radix, index): SubComputation => {
    const step = {
      dimension: WALSH,
      count: size / radix,
      radix,
      stride: extent / radix,
      extent,
      twiddle: "no-tw",
    } as const;
    extent = step.stride;
    return index < eights ? { ...step, unit: "alman-rao" } : step;
  });
  const ends = Array.from({ length: count }, (_, index) =>
    index === count - 1 ? steps.length : Math.round(((index + 1) * eights) / count),
  );
  return ends.map((end, index) => ({ subComputations: steps.slice(index === 0 ? 0 : ends[index - 1], end) }));
}
