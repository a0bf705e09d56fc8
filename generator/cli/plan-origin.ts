// The origin of the plan that `fftgen plan` emits: its text, and its value for JSON.
import { VERSION } from "../emit/read-template.js";
import type { Gpu } from "../gpu/gpu.js";
import type { SearchResult } from "../search/search.js";
import { calledAs } from "./called-as.js";
import { rankOf, type KeptFile, type KeptPlan } from "./kept-plan.js";
import { LESS_CERTAIN, TIE } from "./ranking.js";
import { percent, short } from "./terminal.js";
import type { WiseChoice, WisdomVerdict } from "./wisdom-choice.js";
import { sourceText, type WisePlan } from "./wisdom-places.js";

export type PlanOrigin =
  /** The existing plan file. */
  | { readonly kind: "kept"; readonly path: string; readonly plan: KeptFile }
  | ({ readonly kind: "wisdom" } & WiseChoice)
  | { readonly kind: "search" };

/** The plan that is emitted independently of the search. */
export const settledPlan = (origin: PlanOrigin): KeptPlan | undefined =>
  origin.kind === "search" ? undefined : origin.plan;

/** The line of the summary. */
export function originLine(origin: PlanOrigin): string {
  switch (origin.kind) {
    case "kept":
      return `the project's own plan file${origin.plan.measured === undefined ? "" : `, measured on ${origin.plan.measured.gpu}`}`;
    case "wisdom":
      return `${fromText(origin.wise)}, ${measuredText(origin.wise)}`;
    case "search":
      return "this search, by prediction";
  }
}

const fromText = ({ source, loaded }: WisePlan): string => sourceText(source, loaded.path);
const measuredText = ({ measured }: WisePlan): string => `measured on ${measured.gpu}`;

/** The reason for this plan, for the comment of a new plan file. */
export function originReason(origin: PlanOrigin, gpu: Gpu): string {
  if (origin.kind !== "wisdom") return `chosen by prediction for ${gpu.name}, not measured`;
  const { wise, basis } = origin;
  const from = wise.source === "shipped" ? `, shipped with fftgen ${VERSION}` : "";
  return basis === "measured"
    ? `${measuredText(wise)}${from}`
    : `${measuredText(wise)}${from}, taken by prediction for ${gpu.name}`;
}

/** The sentences below the ranking. */
export function originText(
  origin: PlanOrigin,
  verdict: WisdomVerdict,
  { plans }: SearchResult,
  gpu: Gpu,
  name: string,
): string | undefined {
  switch (origin.kind) {
    case "kept":
      return keptText(origin.path, origin.plan, plans, name);
    case "wisdom":
      return wisdomText(origin, plans, gpu, name);
    case "search":
      return verdict.kind === "left" ? leftText(verdict, plans, gpu) : undefined;
  }
}

function keptText(path: string, kept: KeptFile, plans: SearchResult["plans"], name: string): string {
  const batches = [kept.own, kept.asked].map(({ plan }) => plan.transform.batch);
  const batch =
    batches[0] === batches[1] ? "" : ` Its batch is ${batches[0]}; the times above are for batch ${batches[1]}.`;
  const { measured } = kept;
  if (measured === undefined) {
    if (agrees(kept, plans)) return `* ${path} is kept; the search agrees with it.${batch}`;
    return `* ${path} is kept, and this plan is what is emitted: ${comparison(kept, plans)}. --replan replaces it with the first.${batch}`;
  }
  const { milliseconds, gpu, fastestOf, stale } = measured;
  const of = fastestOf === undefined || fastestOf < 2 ? "" : `, fastest of ${fastestOf}`;
  const was = stale ? " with the code of an earlier version" : "";
  const what = `* ${path} is kept: measured ${short(milliseconds)} ms at batch ${batches[0]} on ${gpu}${of}${was}.${batch}`;
  if (agrees(kept, plans)) return `${what} The search agrees with it.`;
  return `${what} By prediction alone: ${comparison(kept, plans)}. ${tuning(name)}`;
}

/** The command that checks a prediction. */
const tuning = (name: string): string => `\`${calledAs()} tune ${name}\` measures both.`;

function wisdomText({ wise, plan, basis }: WiseChoice, plans: SearchResult["plans"], gpu: Gpu, name: string): string {
  const { batch } = wise.loaded.plan.transform;
  const what = `* Wisdom, ${fromText(wise)}: ${measuredText(wise)}, ${short(wise.measured.milliseconds)} ms for batch ${batch}`;
  if (agrees(plan, plans)) return `${what}; the search agrees with it.`;
  const emitted = `${what}. It is emitted: ${comparison(plan, plans)}.`;
  if (basis === "measured") return `${emitted} ${tuning(name)}`;
  return `${emitted} As ${difference(wise, plan, gpu)}, it had to be no slower by prediction. --replan takes the first.`;
}

function leftText(
  { wise, asked }: Extract<WisdomVerdict, { readonly kind: "left" }>,
  plans: SearchResult["plans"],
  gpu: Gpu,
): string {
  const longer = asked.milliseconds / (plans[0]?.milliseconds ?? asked.milliseconds) - 1;
  const why = `as ${difference(wise, { own: asked, asked }, gpu)}, and it is predicted to take ${percent(longer)} more time than the first`;
  return `Wisdom, ${fromText(wise)}, has a plan ${measuredText(wise)}. It is left, ${why}.`;
}

/** Why a measurement does not apply here. */
function difference({ measured, loaded }: WisePlan, { asked }: KeptPlan, gpu: Gpu): string {
  if (measured.gpu !== gpu.name) return `that is another GPU than ${gpu.name}`;
  if (measured.stale) return "this version emits another text for it than was measured";
  return `that was in batch ${loaded.plan.transform.batch}, not ${asked.plan.transform.batch}`;
}

const agrees = ({ asked }: KeptPlan, plans: SearchResult["plans"]): boolean =>
  plans.length === 0 || rankOf(plans, asked) === 0;

function comparison({ asked }: KeptPlan, plans: SearchResult["plans"]): string {
  const rank = rankOf(plans, asked);
  const place =
    rank !== undefined
      ? `it is number ${rank + 1}`
      : plans.length === 1
        ? "the search shows another plan"
        : `it is not among the search's first ${plans.length}`;
  const [first] = plans;
  if (first === undefined) return place;
  const longer = asked.milliseconds / first.milliseconds - 1;
  if (Math.abs(longer) < TIE) return `${place}, and is predicted to take as long as the first`;
  if (longer > 0) return `${place}, and is predicted to take ${percent(longer)} more time than the first`;
  const less = `${percent(-longer)} less time than the first`;
  return asked.cautious > first.cautious
    ? `${place}, and is predicted to take ${less}, ${LESS_CERTAIN}`
    : `${place}, and is predicted to take ${less}, though the search did not find it`;
}

/** The origin for programs. */
export interface OriginValue {
  readonly kind: "project" | "user" | "shipped" | "search";
  /** The path of its plan file. */
  readonly path: string | null;
  /** The GPU of the measurement, and whether the plan was measured for this transform in such a batch, or chosen by prediction. */
  readonly measuredOn: string | null;
  readonly basis: "kept" | "measured" | "predicted";
}

export function originValue(origin: PlanOrigin): OriginValue {
  switch (origin.kind) {
    case "kept":
      return { kind: "project", path: origin.path, measuredOn: origin.plan.measured?.gpu ?? null, basis: "kept" };
    case "wisdom": {
      const { wise, basis } = origin;
      return { kind: wise.source, path: wise.loaded.path, measuredOn: wise.measured.gpu, basis };
    }
    case "search":
      return { kind: "search", path: null, measuredOn: null, basis: "predicted" };
  }
}
