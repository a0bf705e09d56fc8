// Adds measured plans to the user's wisdom: those of a file, `fftgen wisdom import FILE`, all of which are judged before any is
// written, or those tuned just now. Where the user has a plan for the same transform and GPU, the better measured one stays.
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { transformTitle } from "../emit/contract.js";
import { parseGpuFile, printGpuFile } from "../gpu/gpu-file.js";
import type { Gpu } from "../gpu/gpu.js";
import { printKernels } from "../notation/print.js";
import { writeTextFiles, type TextFile } from "../output/text-file.js";
import { requireWritable } from "../output/writable.js";
import { transformName } from "../plan/transform-name.js";
import { readPlanFile } from "../planfile/read.js";
import { updatePlanFile } from "../planfile/update.js";
import { writePlanFile } from "../planfile/write.js";
import { deferSignals } from "../toolchain/early-end.js";
import { gpuLabel } from "./packages.js";
import { judgedEvidence } from "./plan-evidence.js";
import { textHash } from "./text-hash.js";
import type { JudgedEvidence } from "../tune/evidence.js";
import { packageName, planFiles, PLAN_SUFFIX } from "./plan-files.js";
import { choiceText } from "./publish.js";
import { short } from "./terminal.js";
import { commentSaying } from "./tune-plan-file.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";
import { incomingPlans, type IncomingPlan } from "./wisdom-incoming.js";
import { userFolder, wisePlan } from "./wisdom-places.js";
import { userPlace, WISDOM_VARIABLE } from "./user-place.js";
import { isBetter, wisdomKey } from "./wisdom-rivals.js";

/** The result for one plan. */
export interface TakenPlan {
  readonly state: "taken" | "kept";
  readonly name: string;
  readonly batch: number;
  readonly gpu: string;
  /** The path of its plan file, or of the better measured plan. */
  readonly path: string;
  readonly reason: string;
}

/** Throws an InputError with this remedy, where nothing could be written. */
export const requireWisdomPlace = (remedy = `name another directory by ${WISDOM_VARIABLE}`): void =>
  requireWritable([{ directory: userFolder().plans, remedy }]);

/** The user's plan for one transform and GPU. */
interface OwnPlan {
  readonly path: string;
  readonly kernels: readonly string[];
  readonly evidence: readonly JudgedEvidence[];
  /** Its best measurement. */
  readonly measured: JudgedEvidence;
}

/** @throws InputError for a file that is wrong, and as takeIntoWisdom */
export async function importWisdom(file: string): Promise<readonly TakenPlan[]> {
  requireWisdomPlace();
  return takeIntoWisdom(incomingPlans(file));
}

/** @throws InputError for an unreadable plan of the user, which might be lost */
export async function takeIntoWisdom(incoming: readonly IncomingPlan[]): Promise<readonly TakenPlan[]> {
  const own = ownPlans(new Set(incoming.map(({ transform }) => transformName(transform))));
  const writes = new Map<string, string>();
  const taken: TakenPlan[] = [];
  for (const one of incoming) {
    const { transform, gpu } = one;
    const key = wisdomKey(transform, gpu.name);
    const rival = own.get(key);
    const { change, reason } = judgement(one, rival);
    const state = change === "none" ? "kept" : "taken";
    const path = rival?.path ?? freePath(one, writes);
    taken.push({ state, name: transformName(transform), batch: transform.batch, gpu: gpu.name, path, reason });
    if (change === "none") continue;
    const evidence = change === "evidence" ? [...(rival?.evidence ?? []), ...newEvidence(one, rival)] : one.evidence;
    const text =
      rival === undefined
        ? await newText(one, gpuText(one, writes))
        : await editedText(one, evidence, { path, text: textOf(path, writes) });
    writes.set(path, text);
    const measured =
      change === "evidence" && rival !== undefined ? betterOf(one.measured, rival.measured) : one.measured;
    own.set(key, { path, kernels: one.kernels, evidence, measured });
  }
  deferSignals();
  writeTextFiles([...writes].map(([path, text]) => ({ path, text })));
  return taken;
}

const betterOf = (one: JudgedEvidence, other: JudgedEvidence): JudgedEvidence => (isBetter(one, other) ? one : other);

/** The user's plans for the named transforms, by wisdomKey. */
function ownPlans(names: ReadonlySet<string>): Map<string, OwnPlan> {
  const folder = userFolder();
  const own = new Map<string, OwnPlan>();
  for (const path of planFiles(folder).filter((one) => names.has(packageName(folder, one)))) {
    const wise = wisePlan(folder, "user", path, textHash);
    if (wise === undefined) continue;
    const { loaded, measured } = wise;
    const { plan } = loaded;
    const key = wisdomKey(plan.transform, measured.gpu);
    const other = own.get(key);
    if (other !== undefined && !isBetter(measured, other.measured)) continue;
    own.set(key, {
      path,
      kernels: printKernels(plan),
      evidence: judgedEvidence(loaded, textHash),
      measured,
    });
  }
  return own;
}

interface Judgement {
  /** `plan`: it is new, or beats the user's. `evidence`: the user has the plan, but not all of its measurements. */
  readonly change: "plan" | "evidence" | "none";
  readonly reason: string;
}

function judgement(one: IncomingPlan, rival: OwnPlan | undefined): Judgement {
  if (rival === undefined) return { change: "plan", reason: `new: ${timeText(one.measured)}` };
  if (JSON.stringify(one.kernels) === JSON.stringify(rival.kernels))
    return newEvidence(one, rival).length === 0
      ? { change: "none", reason: "yours is the same" }
      : { change: "evidence", reason: "yours is the same plan; the other measurements are added" };
  const times = `${timeText(one.measured)}; yours: ${timeText(rival.measured)}`;
  return isBetter(one.measured, rival.measured)
    ? { change: "plan", reason: `better: ${times}` }
    : { change: "none", reason: `no better: ${times}` };
}

const timeText = ({ milliseconds, ratioToCopy, stale }: JudgedEvidence): string =>
  `${short(milliseconds)} ms, ${short(ratioToCopy)} times a device-to-device copy${stale ? ", with other code" : ""}`;

/** Measurements from other platforms, or of another text. */
const newEvidence = (one: IncomingPlan, rival: OwnPlan | undefined): readonly JudgedEvidence[] =>
  one.evidence.filter(
    ({ driver, toolchain, text }) =>
      rival?.evidence.some(
        (known) => known.driver === driver && known.toolchain === toolchain && known.text === text,
      ) !== true,
  );

const plain = (evidence: readonly JudgedEvidence[]) => evidence.map(({ stale: _, ...one }) => one);

/** `plans/c2c_f32_4096.h200.batch_32768.plan.ts`, unless something else has that name. */
function freePath({ transform, gpu }: IncomingPlan, writes: ReadonlyMap<string, string>): string {
  const stem = `${transformName(transform)}.${gpuLabel(gpu)}.batch_${transform.batch}`;
  return freeFile(join(userFolder().plans, stem), PLAN_SUFFIX, writes);
}

function freeFile(stem: string, suffix: string, writes: ReadonlyMap<string, string>): string {
  for (let count = 1; ; count++) {
    const path = `${stem}${count === 1 ? "" : `_${count}`}${suffix}`;
    if (!existsSync(path) && !writes.has(path)) return path;
  }
}

const textOf = (path: string, writes: ReadonlyMap<string, string>): string =>
  writes.get(path) ?? readUserFile(path, MOST_BYTES.plan);

function newText(one: IncomingPlan, gpu: string): Promise<string> {
  const { transform, kernels, evidence } = one;
  const comment = `${transformTitle(transform)}.\n${choice(one)}`;
  return writePlanFile({ transform, gpu, kernels, evidence: plain(evidence) }, comment);
}

/** The GPU as the plan file names it; an unknown GPU's description is added to `writes`. */
const gpuText = ({ gpu, isDescribed }: IncomingPlan, writes: Map<string, string>): string =>
  isDescribed ? relative(userFolder().plans, gpuPath(gpu, writes)).split(sep).join("/") : gpu.name;

const choice = ({ kernels, gpu }: IncomingPlan): string => choiceText(kernels.length, `measured on ${gpu.name}`);

/** Other content of the file stays, its comments included. */
function editedText(one: IncomingPlan, evidence: readonly JudgedEvidence[], { path, text }: TextFile): Promise<string> {
  const docComment = commentSaying(readPlanFile(path, text).docComment, choice(one));
  return updatePlanFile(path, text, { kernels: one.kernels, evidence: plain(evidence), docComment });
}

/** The file of a GPU's description: an existing one of the user stays. */
function gpuPath(gpu: Gpu, writes: Map<string, string>): string {
  const stem = join(userPlace(), "gpus", gpuLabel(gpu));
  for (let count = 1; ; count++) {
    const path = `${stem}${count === 1 ? "" : `_${count}`}.json`;
    const text = existsSync(path) ? readUserFile(path, MOST_BYTES.gpu) : writes.get(path);
    if (text !== undefined && parseGpuFile(text, path).name !== gpu.name) continue;
    if (text === undefined) writes.set(path, printGpuFile(gpu));
    return path;
  }
}
