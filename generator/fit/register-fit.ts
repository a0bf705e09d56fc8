// Fits the estimate of what registers kernels need (search/register-need.ts) to what ptxas made of them. What a kernel needs is never seen: one
// that spills needs more than it has, one that does not as many as it uses at most. So the likelihood of both is made the largest, of a logistic
// distribution (censored regression; Tobin 1958). Deterministic: the same rows give the same weights.
import { at } from "../failure/errors.js";
import type { NeedKind, NeedTerms, NeedWeights } from "../gpu/register-weights.js";
import { NEED_COORDINATES, neededBy, RISING, termsOfNeed } from "../search/register-need.js";
import { boostedTrees, type BoostingOptions, type Loss } from "./boosting.js";
import type { CompiledRow } from "./compiled-rows.js";
import { foldOf, FOLDS } from "./rows.js";

/** What a row says: whether a kernel needs more than so many registers. */
interface Answer {
  readonly registers: number;
  readonly needsMore: boolean;
}

/** A register that is missing is stored and loaded, most often several times; of what is far from fitting the estimate need not say how far. */
const BYTES_OF_REGISTER = 40;
const MOST_MISSING = 0.25;

const answerOf = ({ cap, registers = cap, spilledBytes }: CompiledRow): Answer =>
  spilledBytes > 0
    ? { registers: cap + Math.min(MOST_MISSING * cap, spilledBytes / BYTES_OF_REGISTER), needsMore: true }
    : { registers: Math.min(cap, registers), needsMore: false };

/** Of the logarithm, while terms and trees are fitted. */
const SPREAD = 0.1;

const BOOSTING: BoostingOptions = { trees: 60, depth: 6, rate: 0.2, drawn: 0.5, leastWeight: 1, ridge: 1 };

/** How much trees are held to the terms: where nothing spills, all smaller estimates are as likely. */
const PULL = 0.02;

/** Where a fit begins. */
const FIRST: NeedTerms = { once: 12, held: 0.8, beside: 0.8, factors: 0.2, radix: 0.1, matrix: 1.4, splitting: 9 };
const KINDS = [
  ...(["single", "double", "pairs", "real", "compensated", "matrix", "turning", "turning double"] as const),
] as const satisfies readonly NeedKind[];

/** Rounds through all terms, and by how much the first of them changes each. */
const ROUNDS = 25;
const FIRST_STEP = 0.3;

/** The negative logarithm of how likely an answer is if the kernel needs so many. */
function lossAt(need: number, { registers, needsMore }: Answer, spread: number): number {
  const step = (Math.log(need / registers) / spread) * (needsMore ? -1 : 1);
  return Math.max(0, step) + Math.log1p(Math.exp(-Math.abs(step)));
}

/** One after the other is made larger or smaller for as long as that helps; what no row has stays as it is. */
function fittedTerms(rows: readonly CompiledRow[]): NeedTerms {
  const answers = rows.map(answerOf);
  const lossOf = (terms: NeedTerms): number =>
    rows.reduce((sum, { seen }, index) => sum + lossAt(termsOfNeed(seen, terms), at(answers, index), SPREAD), 0);
  const all = Object.keys(FIRST) as readonly (keyof NeedTerms)[];
  const names = all.filter((name) => name === "once" || rows.some(({ seen }) => seen[name] > 0));
  const steps = new Map(names.map((name) => [name, FIRST_STEP]));
  let best = { terms: FIRST, loss: lossOf(FIRST) };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) {
      const step = steps.get(name) ?? 0;
      const better = [1 + step, 1 / (1 + step)]
        .map((factor): NeedTerms => ({ ...best.terms, [name]: Number((best.terms[name] * factor).toPrecision(4)) }))
        .map((terms) => ({ terms, loss: lossOf(terms) }))
        .find(({ loss }) => loss < best.loss);
      steps.set(name, better === undefined ? step / 2 : 1.5 * step);
      if (better !== undefined) best = better;
    }
  return best.terms;
}

/** Of what is far beyond doubt there is hardly any left. */
const LEAST_CURVATURE = 0.01;

/** The places of the kernels of each plan of which one spills, and nobody knows which. */
function suspectsIn(rows: readonly CompiledRow[]): readonly (readonly number[])[] {
  const plans = new Map<CompiledRow["plan"], number[]>();
  rows.forEach(({ isSuspect, plan }, row) => {
    if (isSuspect === true) plans.set(plan, [...(plans.get(plan) ?? []), row]);
  });
  return [...plans.values()];
}

const isKnown = ({ isSuspect }: CompiledRow): boolean => isSuspect !== true;

/** The same loss, and half the square of what trees add. Of suspects that one spills which the estimate says it of the soonest. */
function lossOfNeeds(rows: readonly CompiledRow[], terms: NeedWeights["terms"]): Loss {
  const answers = rows.map(answerOf);
  const suspects = suspectsIn(rows);
  const above = Float64Array.from(rows, ({ seen }, row) =>
    Math.log(termsOfNeed(seen, terms[seen.kind]) / at(answers, row).registers),
  );
  return (correction, gradient, curvature) => {
    answers.forEach(({ needsMore }, row) => {
      const added = correction[row] ?? 0;
      const share = 1 / (1 + Math.exp(-((above[row] ?? 0) + added) / SPREAD));
      gradient[row] = (share - Number(needsMore)) * SPREAD + PULL * added;
      curvature[row] = Math.max(LEAST_CURVATURE, share * (1 - share)) + PULL;
    });
    for (const plan of suspects) {
      const aboveOf = (row: number): number => (above[row] ?? 0) + (correction[row] ?? 0);
      const likeliest = plan.reduce((a, b) => (aboveOf(b) > aboveOf(a) ? b : a));
      for (const row of plan)
        if (row !== likeliest) {
          gradient[row] = PULL * (correction[row] ?? 0);
          curvature[row] = PULL;
        }
    }
  };
}

type Estimate = Pick<NeedWeights, "terms" | "trees">;

function fittedEstimate(rows: readonly CompiledRow[]): Estimate {
  const ofKind = (kind: NeedKind): NeedTerms =>
    fittedTerms(rows.filter((row) => isKnown(row) && row.seen.kind === kind));
  const terms = Object.fromEntries(KINDS.map((kind) => [kind, ofKind(kind)])) as NeedWeights["terms"];
  const coordinates = {
    names: NEED_COORDINATES,
    rising: NEED_COORDINATES.map((name) => RISING.has(name)),
    coordinates: NEED_COORDINATES.map((_, place) =>
      Float64Array.from(rows, ({ seen }) => seen.coordinates[place] ?? 0),
    ),
  };
  return { terms, trees: boostedTrees(coordinates, lossOfNeeds(rows, terms), BOOSTING).trees };
}

/** What rows are estimated to need by fits to rows of other lengths. */
export function heldOutNeeds(rows: readonly CompiledRow[]): ReadonlyMap<CompiledRow, number> {
  const needs = new Map<CompiledRow, number>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const estimate = fittedEstimate(rows.filter((row) => foldOf(row) !== fold));
    for (const row of rows) if (foldOf(row) === fold) needs.set(row, neededBy(row.seen, estimate));
  }
  return needs;
}

/** The spread with which what was made of lengths that were held out is the likeliest. */
export function spreadOf(needs: ReadonlyMap<CompiledRow, number>): number {
  const known = [...needs].filter(([row]) => isKnown(row));
  const lossOf = (spread: number): number =>
    known.reduce((sum, [row, need]) => sum + lossAt(need, answerOf(row), spread), 0);
  return SPREADS.map((spread) => ({ spread, loss: lossOf(spread) })).reduce((a, b) => (b.loss < a.loss ? b : a)).spread;
}

const SPREADS = Array.from({ length: 60 }, (_, index) => Number((0.01 * 1.05 ** index).toPrecision(3)));

export const fittedNeeds = (
  rows: readonly CompiledRow[],
  tables: NeedWeights["tables"],
  needs: ReadonlyMap<CompiledRow, number> = heldOutNeeds(rows),
): NeedWeights => ({ tables, ...fittedEstimate(rows), spread: spreadOf(needs) });
