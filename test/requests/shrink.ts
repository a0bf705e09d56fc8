// Finds a shorter command that fails in the same way: without an option, without a dimension, of shorter lengths, of smaller numbers, as long
// as one of a few plans of it still fails.
import { withFunctions } from "./expressions.js";
import { judged, type Verdict } from "./judge.js";
import { plannedLayout } from "../../generator/definition/layout.js";
import { commandOf, dimensionsOf, type Ranges, type Request, type Said } from "../../generator/definition/request.js";

export type Failure = Extract<Verdict, { readonly kind: "failed" }>;

export interface Shrunk {
  readonly request: Request;
  readonly seed: number;
  readonly failure: Failure;
}

/** Plans of a shorter request that are tried. */
const PLANS = 6;
/** Requests that are tried. */
const TRIED = 150;

export async function shrunk(found: Shrunk, compiler?: string): Promise<Shrunk> {
  let best = found;
  let tried = 0;
  const known = new Set<string>();
  for (let isShorter = true; isShorter;) {
    isShorter = false;
    for (const request of shorterThan(best.request)) {
      const key = JSON.stringify(request);
      if (known.has(key)) continue;
      known.add(key);
      if (++tried > TRIED) return best;
      const failed = await failsLike(request, best, compiler);
      if (failed === undefined) continue;
      best = failed;
      isShorter = true;
      break;
    }
  }
  return best;
}

async function failsLike(request: Request, like: Shrunk, compiler: string | undefined): Promise<Shrunk | undefined> {
  // What is refused is refused whatever the plan.
  const plans = like.failure.plan.length === 0 ? 1 : PLANS;
  for (let plan = 0; plan < plans; plan++) {
    const seed = like.seed + plan;
    const verdict = await judged(request, seed, compiler);
    if (verdict.kind === "failed" && verdict.what === like.failure.what) return { request, seed, failure: verdict };
    if (verdict.kind === "refused") return undefined;
  }
  return undefined;
}

/** The shortest first. */
function* shorterThan(request: Request): Iterable<Request> {
  const { lengths, said, arrays } = request;
  for (const option of Object.keys(said)) yield consistent({ ...request, said: without(said, option) });
  if (lengths.length > 1)
    for (const dimension of dimensionsOf(request)) yield withoutDimension(request, dimension.name);
  for (const [index, length] of lengths.entries())
    for (const other of shorterLengths(length)) yield consistent({ ...request, lengths: lengths.with(index, other) });
  for (const field of ["inputStrides", "outputStrides"] as const)
    for (const name of Object.keys(said[field] ?? {}))
      yield consistent({ ...request, said: { ...said, [field]: without(said[field] ?? {}, name) } });
  for (const field of ["inputRange", "outputRange"] as const)
    for (const [name, [first, last]] of Object.entries(said[field] ?? {})) {
      const ranges = said[field] ?? {};
      yield consistent({ ...request, said: { ...said, [field]: without(ranges, name) } });
      if (first > 0 && last >= 0) yield { ...request, said: { ...said, [field]: { ...ranges, [name]: [0, last] } } };
    }
  if (arrays > 1) yield { ...request, arrays: 1 };
  if (arrays > 2) yield { ...request, arrays: 2 };
  if (Object.values(request.further).some((further) => further > 0)) yield { ...request, further: {} };
}

const shorterLengths = (length: number): readonly number[] =>
  [...new Set([1, 2, 3, 4, Math.floor(length / 2), length - 1])].filter((other) => other > 0 && other < length);

const without = <T extends object>(record: T, name: string): T =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) as T;

/** Without one dimension; those behind it move up by one name. */
function withoutDimension(request: Request, name: string): Request {
  const dimensions = dimensionsOf(request);
  const gone = dimensions.findIndex((dimension) => dimension.name === name);
  const renamed = (other: string): string => {
    const at = dimensions.findIndex((dimension) => dimension.name === other);
    return at > gone ? (dimensions[at - 1]?.name ?? other) : other;
  };
  const { said } = request;
  const named = <T>(record: Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> =>
    Object.fromEntries(
      Object.entries(record ?? {}).flatMap(([key, value]) => (key === name ? [] : [[renamed(key), value] as const])),
    );
  const axes = said.axes?.filter((axis) => axis !== name).map(renamed);
  const lengths = request.lengths.filter((_, index) => index !== request.lengths.length - 1 - gone);
  return consistent({
    ...request,
    lengths,
    said: {
      ...without(without(said, "kinds"), "axes"),
      ...(axes === undefined || axes.length === 0 ? {} : { axes }),
      inputStrides: named(said.inputStrides),
      outputStrides: named(said.outputStrides),
      inputRange: named(said.inputRange),
      outputRange: named(said.outputRange),
    },
  });
}

/** Ranges within the lengths, no options that say nothing, and a kind for each dimension. */
function consistent(request: Request): Request {
  const bare = { ...request, said: without(without(request.said, "inputRange"), "outputRange") };
  const layout = plannedLayout(bare);
  const within = (ranges: Ranges | undefined, side: "input" | "output"): Ranges =>
    Object.fromEntries(
      Object.entries(ranges ?? {}).flatMap(([name, [first, last]]) => {
        const length = layout[side].axes.find((axis) => axis.name === name)?.length ?? 1;
        const within = (index: number): number => Math.max(-length, Math.min(index, length - 1));
        return [[name, [within(first), within(last)]] as const];
      }),
    );
  const { said } = request;
  const all = {
    ...said,
    inputRange: within(said.inputRange, "input"),
    outputRange: within(said.outputRange, "output"),
  };
  const kinds = said.kinds;
  const count = said.axes?.length ?? request.lengths.length;
  const fitting = kinds !== undefined && kinds.length !== count ? without(all, "kinds") : all;
  return withFunctions({ ...request, said: spoken(fitting) });
}

const spoken = (said: Said): Said =>
  Object.fromEntries(
    Object.entries<Said[keyof Said]>({ ...said }).filter(
      ([, value]) => typeof value !== "object" || Array.isArray(value) || Object.keys(value).length > 0,
    ),
  );

/** In one line, to be copied. */
export const shownFailure = ({ request, seed, failure }: Shrunk): string =>
  [
    `${commandOf(request)}  (a call of ${request.arrays}, seed ${seed})`,
    ...failure.plan,
    failure.what,
    failure.detail.split("\n").slice(0, 6).join("\n"),
  ].join("\n  ");
