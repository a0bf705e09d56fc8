// Whether `fftgen plan` takes a plan from wisdom instead of the search's. A plan measured for the same transform on the same GPU
// is taken; any other is a guess, and must be predicted to be as fast as the search's first choice: so a plan for another GPU
// never beats a search without a prediction.
import { ifRight, InputError } from "../failure/errors.js";
import { gpuDistance } from "../gpu/likeness.js";
import type { Gpu } from "../gpu/gpu.js";
import { type Transform } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import type { RankedPlan } from "../search/ranked-plans.js";
import { schedulePlan } from "../planfile/schedule-plan.js";
import { transformDifferences, type KeptPlan } from "./kept-plan.js";
import type { Project } from "./project.js";
import { TIE } from "./ranking.js";
import { printError } from "./terminal.js";
import { textHash } from "./text-hash.js";
import { readableWisePlan, WISDOM_SOURCES, wisdomFilesNamed, wisdomSources, type WisePlan } from "./wisdom-places.js";

/** A plan of wisdom with its predicted times here. */
export interface WiseChoice {
  readonly wise: WisePlan;
  readonly plan: KeptPlan;
  /** `measured`: for this transform on this GPU. `predicted`: as fast as the search's first choice, and measured elsewhere. */
  readonly basis: "measured" | "predicted";
}

export type WisdomVerdict =
  | { readonly kind: "none" }
  | ({ readonly kind: "taken" } & WiseChoice)
  /** The nearest plan is predicted to take longer than the search's first choice. */
  | { readonly kind: "left"; readonly wise: WisePlan; readonly asked: RankedPlan };

/** A plan of wisdom that can run here. */
interface Candidate {
  readonly wise: WisePlan;
  readonly distance: number;
  /** The plan in the measured batch, and in the requested one. */
  readonly plan: KeptPlan;
}

/** The batch of a measured plan in wisdom, where it is of the same regime as the requested one. */
export const wiseBatch = (project: Project, transform: Transform, gpu: Gpu): number | undefined =>
  candidatesFor(project, transform, gpu, readOrNone).find((one) => wasMeasuredSo(one, gpu))?.plan.own.plan.transform
    .batch;

/** `first`: the first choice of the search. `tells`: whether a place that cannot be read is reported. */
export function wisdomVerdict(
  project: Project,
  transform: Transform,
  gpu: Gpu,
  first: RankedPlan,
  tells = true,
): WisdomVerdict {
  const candidates = candidatesFor(project, transform, gpu, tells ? toldFiles : readOrNone);
  const exact = candidates.find((one) => wasMeasuredSo(one, gpu));
  if (exact !== undefined) {
    const { asked } = exact.plan;
    return { kind: "taken", wise: exact.wise, plan: { own: asked, asked }, basis: "measured" };
  }
  const guess = candidates.find(({ plan }) => plan.asked.cautious <= first.cautious * (1 + TIE));
  if (guess !== undefined) {
    const { asked } = guess.plan;
    return { kind: "taken", wise: guess.wise, plan: { own: asked, asked }, basis: "predicted" };
  }
  const [nearest] = candidates;
  return nearest === undefined ? { kind: "none" } : { kind: "left", wise: nearest.wise, asked: nearest.plan.asked };
}

/** Batches whose times per array differ by less than this share are of one regime. */
const SAME_REGIME = 0.1;

/** Whether the present text was measured on this GPU, in a batch of the same regime as the requested one. */
function wasMeasuredSo({ wise, distance, plan: { own, asked } }: Candidate, { name }: Gpu): boolean {
  if (distance > 0 || wise.measured.stale || wise.measured.gpu !== name) return false;
  const perArray = ({ milliseconds, plan }: RankedPlan): number => milliseconds / plan.transform.batch;
  return Math.abs(perArray(own) / perArray(asked) - 1) < SAME_REGIME;
}

/** The most similar GPU first, then the nearest place, then the nearest batch. */
function candidatesFor(
  project: Project,
  transform: Transform,
  gpu: Gpu,
  filesOf: typeof toldFiles,
): readonly Candidate[] {
  const name = transformName(transform);
  return wisdomSources(project)
    .flatMap((source) =>
      filesOf(() => wisdomFilesNamed(project, source, name)).flatMap(
        (path) => readableWisePlan(project, source, path, textHash) ?? [],
      ),
    )
    .filter(({ loaded }) => transformDifferences(loaded.plan.transform, transform).length === 0)
    .flatMap((wise) => candidateOf(wise, transform, gpu) ?? [])
    .toSorted(
      (a, b) =>
        a.distance - b.distance || place(a) - place(b) || batchDistance(a, transform) - batchDistance(b, transform),
    );
}

const place = ({ wise }: Candidate): number => WISDOM_SOURCES.indexOf(wise.source);

const batchDistance = ({ wise }: Candidate, { batch }: Transform): number =>
  Math.abs(Math.log(wise.loaded.plan.transform.batch / batch));

/** Undefined for a GPU that is too different, or that cannot run the plan. */
function candidateOf(wise: WisePlan, transform: Transform, gpu: Gpu): Candidate | undefined {
  const distance = gpuDistance(wise.loaded.gpu, gpu);
  if (distance === undefined) return undefined;
  const { loaded } = wise;
  return ifRight(() => {
    const asked = schedulePlan({ ...loaded, plan: { ...loaded.plan, transform } }, gpu);
    return { wise, distance, plan: { asked, own: distance === 0 ? schedulePlan(loaded, gpu) : asked } };
  });
}

/** A place that cannot be read is not reported here: the next reader reports it. */
const readOrNone = (read: () => readonly string[]): readonly string[] => ifRight(read) ?? [];

/** A place that cannot be read does not stop a command. */
function toldFiles(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    printError(`fftgen: ${error.message}; it is left out`);
    return [];
  }
}
