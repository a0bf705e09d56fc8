// One request from the command line to numbers: refused with one clear message where the documents refuse it, else right.
import yargs from "yargs";
import { askedGpu } from "../../generator/cli/asked-gpu.js";
import { askedSizes, askedTransform } from "../../generator/cli/asked-transform.js";
import { command, type ArgumentsOf } from "../../generator/cli/command.js";
import { planForm } from "../../generator/cli/commands/plan.js";
import { searchWishes } from "../../generator/cli/search-wishes.js";
import { checkWords } from "../../generator/cli/words.js";
import type { CompiledPlan } from "../../generator/compile.js";
import { InputError } from "../../generator/failure/errors.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { printKernel } from "../../generator/notation/print.js";
import { membersWithin } from "../../generator/plan/array-overlaps.js";
import { arraysOf } from "../../generator/plan/arrays.js";
import type { Transform } from "../../generator/plan/transform.js";
import { checkTransform } from "../../generator/search/limits.js";
import { DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { errorBound } from "../../generator/verify/bound.js";
import { radicesOf } from "../reference/ordered-dft.js";
import { chanceOf } from "./chance.js";
import { faultOf, type Fault } from "../../generator/verify/compared.js";
import { runCompiled } from "./compiled.js";
import { evaluate, memoriesOf, type Memories } from "../../generator/verify/evaluated.js";
import { strideArguments, calledLayout, roomOf } from "../../generator/definition/layout.js";
import { heldTypes } from "../../generator/definition/number-types.js";
import { callOf, type Call } from "../../generator/definition/numbers.js";
import { drawnPlan, PlanError, type Wishes } from "./plans.js";
import { limitOf, refusalIn } from "./refusals.js";
import { wordsOf, type Request } from "../../generator/definition/request.js";
import { rounding } from "./stored.js";

export type Verdict =
  | { readonly kind: "right"; readonly plan: readonly string[] }
  | { readonly kind: "refused"; readonly message: string }
  | {
      readonly kind: "failed";
      /** The same for all failures of a kind. */
      readonly what: string;
      readonly detail: string;
      /** In the notation. */
      readonly plan: readonly string[];
    };

/** What a command line asks for. */
interface Asked {
  readonly transform: Transform;
  readonly gpu: Gpu;
  readonly wishes: Wishes;
}

/** @throws InputError for what is refused before any plan is looked for */
export async function asked(words: readonly string[]): Promise<Asked> {
  let given: ArgumentsOf<typeof planForm> | undefined;
  const run = (parameters: ArgumentsOf<typeof planForm>): void => void (given = parameters);
  const plan = command(planForm, () => ({ run, outputs: [] }));
  checkWords(words, [plan]);
  const line = plan.register(
    yargs([...words])
      .wrap(null)
      .strict()
      .exitProcess(false),
  );
  await line
    .fail((message: string | null, error: Error | undefined) => {
      throw error ?? new InputError(message ?? "the command line is wrong");
    })
    .parseAsync();
  if (given === undefined) throw new Error("the command was not called");
  const [size] = askedSizes(given.transform);
  if (size === undefined) throw new Error("the command has no size");
  const transform = askedTransform({ ...given, ...size });
  const gpu = askedGpu(given.gpu ?? "H200");
  const twiddles = given.fastTwiddles ? (["fast-sincos"] as const) : DEFAULT_TWIDDLES;
  const wishes = { twiddles, ...searchWishes(given, transform) };
  checkTransform(transform, gpu);
  return { transform, gpu, wishes };
}

/** Elements that memory may have for the evaluator. */
const MOST_ROOM = 2 ** 21;

/** `seed` decides on the plan, the order of warps and the numbers. `compiler`: of what is compiled and run under the emulator, too. */
export async function judged(request: Request, seed: number, compiler?: string): Promise<Verdict> {
  let plan: readonly string[] = [];
  try {
    const { transform, gpu, wishes } = await asked(wordsOf(request));
    const refusal = refusalIn(request);
    if (refusal !== undefined)
      return { kind: "failed", what: `taken, though the documents say: ${refusal}`, detail: "", plan };
    const compiled = drawnPlan(chanceOf(seed), transform, gpu, wishes);
    plan = compiled.plan.kernels.map(printKernel);
    const called = callable(request, compiled);
    const evaluated = faultIn(called, compiled, seed);
    const fault =
      evaluated ?? (compiler === undefined ? undefined : await faultOfText(called, compiled, gpu, seed, compiler));
    return fault === undefined ? { kind: "right", plan } : { kind: "failed", ...fault, plan };
  } catch (error) {
    if (error instanceof InputError) {
      const message = error.message.split("\n")[0] ?? "";
      if (refusalIn(request) !== undefined || limitOf(request) !== undefined) return { kind: "refused", message };
      return { kind: "failed", what: `refused: ${withoutNumbers(message)}`, detail: message, plan };
    }
    const cause = error instanceof PlanError ? error.cause : error;
    const own = error instanceof PlanError ? error.kernels : plan;
    const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    const stack = cause instanceof Error ? (cause.stack ?? "") : "";
    return { kind: "failed", what: withoutNumbers(message), detail: `${message}\n${stack}`, plan: own };
  }
}

const withoutNumbers = (text: string): string =>
  text
    .replaceAll(/\{[^}]*\}( on [^|:;]*)?/g, "{...}")
    .replaceAll(/\b[KMG]i?B\b|\bbytes\b/g, "bytes")
    .replaceAll(/\d[\d.,e+x^-]*/g, "#")
    .replaceAll(/\b[XYZW]\b/g, "X")
    .slice(0, 160);

/** Undefined where the arrays are too large to try. */
function callFor(
  request: Request,
  { plan }: CompiledPlan,
  seed: number,
  rounded: (value: number) => number,
): Call | undefined {
  const { input, output } = calledLayout(request);
  if (roomOf(input, request.arrays) + roomOf(output, request.arrays) > MOST_ROOM) return undefined;
  return callOf(request, seed, (dimension) => radicesOf(plan, dimension), rounded);
}

/** A call has no more arrays than the package takes, which are those whose outputs have places of their own. */
const callable = (request: Request, { plan: { transform } }: CompiledPlan): Request => ({
  ...request,
  arrays: Math.min(request.arrays, membersWithin(arraysOf(transform).output)),
});

/** What is wrong with the memory that a plan leaves. */
export function faultIn(request: Request, compiled: CompiledPlan, seed: number): Fault | undefined {
  const call = callFor(request, compiled, seed, (value) => value);
  if (call === undefined) return undefined;
  const { before, memories } = memoriesFor(request, call);
  evaluate(compiled.host, call, memories, request.arrays, strideArguments(request, call.layout), seed);
  const { transform, kernels } = compiled.plan;
  return faultOf(call, before, memories, boundOf(transform, hasConstants(kernels)));
}

function memoriesFor(request: Request, call: Call): { readonly before: Memories; readonly memories: Memories } {
  const memories = memoriesOf(call, request.said.inPlace === true);
  const input = memories.input.slice();
  return { memories, before: { input, output: memories.output === memories.input ? input : memories.output.slice() } };
}

/** Of the sums of the definition, over the root mean square of all outputs. */
const OWN_ERROR = 1e-13;

async function faultOfText(
  request: Request,
  compiled: CompiledPlan,
  gpu: Gpu,
  seed: number,
  compiler: string,
): Promise<Fault | undefined> {
  const call = callFor(request, compiled, seed, rounding(heldTypes(request.said).input));
  if (call === undefined) return undefined;
  const { before } = memoriesFor(request, call);
  const said = strideArguments(request, call.layout);
  const after = await runCompiled(compiler, compiled, gpu, call, before, { arrays: request.arrays, said });
  const fault = "what" in after ? after : faultOf(call, before, after, errorBound(compiled.plan).max + OWN_ERROR);
  return fault === undefined ? undefined : { what: `compiled: ${withoutNumbers(fault.what)}`, detail: fault.detail };
}

const hasConstants = (kernels: CompiledPlan["plan"]["kernels"]): boolean =>
  kernels.some(
    ({ through, subComputations }) => through !== undefined || subComputations.some(({ unit }) => unit !== undefined),
  );

/** The evaluator computes in double precision, whatever the package does; constants that stand in tables are as the package has them. */
function boundOf({ precision, kind }: Transform, hasTables: boolean): number {
  if (precision === "f64") return 1e-11;
  return hasTables || kind.startsWith("d") ? 1e-5 : 1e-11;
}
