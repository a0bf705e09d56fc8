// Plans that between them have each rule and each structure several times: of random requests, and of lengths whose first choices on an H200
// have what few random plans have.
import { lowerPlan, type CompiledPlan } from "../../generator/compile.js";
import { ifRight, InputError } from "../../generator/failure/errors.js";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import { usualTransform } from "../../generator/plan/families.js";
import { makeTransform, TRIGONOMETRIC_KINDS, type Transform } from "../../generator/plan/transform.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { wordsOf } from "../../generator/definition/request.js";
import { gpu } from "../emit/named-plan.js";
import { chanceOf } from "../requests/chance.js";
import { drawnRequest } from "../requests/draw.js";
import { asked } from "../requests/judge.js";
import { drawnPlan } from "../requests/plans.js";
import { featuresOf, FEATURES, type Feature } from "./rules-and-structures.js";

/** Texts that a rule or a structure is to have, and all together. */
const WANTED = 12;
const MOST = 440;
const REQUESTS = 6000;

/** Lengths of several kernels, on clusters and through others. */
function searchedTransforms(): readonly Transform[] {
  const lengths = {
    c2c: [[1009], [10007], [65537], [100003], [7 * 1009], [1024 * 10007], [64, 101, 101], [1 << 20], [1001]],
    r2c: [[4096], [4095], [1 << 16], [1 << 20], [1 << 22], [256, 256], [512, 512, 512], [10007], [20014], [44100]],
    c2r: [[4096], [4095], [1 << 16], [1 << 20], [1 << 22], [256, 256], [512, 512, 512], [10007], [20014], [64, 101]],
  } as const;
  const complex = (["c2c", "r2c", "c2r"] as const).flatMap((kind) =>
    lengths[kind].map((size) => usualTransform(kind, size, "f32")),
  );
  const cosines = TRIGONOMETRIC_KINDS.flatMap((kind) =>
    [[1023], [1024], [1 << 16], [128, 128], [1009], [2018], [64, 101]].map((size) => usualTransform(kind, size, "f32")),
  );
  const onClusters = (["dct-2", "dct-3", "dst-2", "dct-4"] as const).flatMap((kind) =>
    [4096, 8192, 16384].map((length) => usualTransform(kind, [length], "f32")),
  );
  const besidePrimes = [3 * 1009, 4 * 1009, 6 * 1009, 7 * 1009, 12 * 257, 5 * 4099].map((length) =>
    makeTransform([length], "f32", {}),
  );
  const inRows = [512 * 10007, 1024 * 10007, 2048 * 4099].flatMap((length) =>
    (["c2c", "r2c", "c2r"] as const).map((kind) => usualTransform(kind, [length], "f32")),
  );
  const scaled = [...complex.slice(0, 6), ...complex.slice(-6), ...cosines.slice(0, 4)].map((transform) => ({
    ...transform,
    scaling: "run-time" as const,
  }));
  return [
    ...[...complex, ...cosines, ...onClusters, ...besidePrimes, ...inRows, ...scaled],
    ...[makeTransform([1 << 22], "f64", {}), makeTransform([16384], "f16", {})],
  ];
}

/** Of each search a few, those that are predicted to be slow among them. */
function* searchedPlans(): Generator<ScheduledPlan> {
  for (const [index, transform] of searchedTransforms().entries()) {
    const plans = searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 24 }).plans;
    for (const { plan } of chanceOf(index).shuffled(plans)) yield plan;
  }
}

async function requestedPlan(seed: number): Promise<ScheduledPlan | undefined> {
  const { said, ...request } = drawnRequest(chanceOf(seed));
  const { gpu: _, ...others } = said;
  try {
    const { transform, wishes } = await asked(wordsOf({ ...request, said: others }));
    return drawnPlan(chanceOf(seed), transform, gpu, wishes).plan;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Plans are taken that have what too few of those before have. */
export async function coveringPlans(): Promise<readonly ScheduledPlan[]> {
  const taken: ScheduledPlan[] = [];
  const counts = new Map<Feature, number>();
  const countOf = (feature: Feature): number => counts.get(feature) ?? 0;
  const offer = (plan: ScheduledPlan): void => {
    const compiled: CompiledPlan | undefined = ifRight(() => lowerPlan("offered", plan, gpu));
    const features = compiled === undefined ? [] : featuresOf(compiled);
    if (!features.some((feature) => countOf(feature) < WANTED)) return;
    taken.push(plan);
    for (const feature of features) counts.set(feature, countOf(feature) + 1);
  };
  for (const plan of searchedPlans()) offer(plan);
  for (let seed = 1; seed <= REQUESTS && FEATURES.some((feature) => countOf(feature) < WANTED); seed++) {
    const plan = await requestedPlan(seed);
    if (plan !== undefined) offer(plan);
  }
  // Beyond those as they come.
  for (let seed = REQUESTS + 1; taken.length < MOST; seed++) {
    const plan = await requestedPlan(seed);
    if (plan !== undefined && plan.transform.kind !== "c2c" && plan.transform.kind !== "fwht") taken.push(plan);
  }
  return taken;
}
