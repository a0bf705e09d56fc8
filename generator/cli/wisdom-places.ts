// The places of wisdom: plan files of the project, of the user, and those shipped with fftgen; and the measured ones among them.
import { dirname, join, resolve } from "node:path";
import { packageRoot, VERSION } from "../emit/read-template.js";
import { ifRight } from "../failure/errors.js";
import { attempt } from "../output/attempt.js";
import { loadPlan, type LoadedPlan } from "./loaded-plan.js";
import { judgedEvidence, type TextHash } from "./plan-evidence.js";
import { bestEvidence, type JudgedEvidence } from "../tune/evidence.js";
import { packageName, planFiles, type PlanFolder } from "./plan-files.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";
import { userPlace } from "./user-place.js";

/** The nearest place first. */
export const WISDOM_SOURCES = ["project", "user", "shipped"] as const;
export type WisdomSource = (typeof WISDOM_SOURCES)[number];

export const shippedFolder: PlanFolder = { plans: join(packageRoot, "plans") };

export const userFolder = (): PlanFolder => ({ plans: join(userPlace(), "plans") });

/** A measured plan, kept for later plans of that transform. */
export interface WisePlan {
  readonly source: WisdomSource;
  readonly loaded: LoadedPlan;
  /** The measurement on the plan's own GPU; measurements of the text that this version emits come first. */
  readonly measured: JudgedEvidence;
}

export function folderOf(project: PlanFolder, source: WisdomSource): PlanFolder {
  switch (source) {
    case "project":
      return project;
    case "user":
      return userFolder();
    case "shipped":
      return shippedFolder;
  }
}

/** The existing places; a project that is one of the other places, as the repository of fftgen is, counts once. */
export function wisdomSources(project: PlanFolder): readonly WisdomSource[] {
  const paths = WISDOM_SOURCES.map((source) => resolve(folderOf(project, source).plans));
  return WISDOM_SOURCES.filter((_, index) => paths.indexOf(paths[index] ?? "") === index);
}

/** The plan files of one place. */
export function wisdomFiles(project: PlanFolder, source: WisdomSource): readonly string[] {
  const folder = folderOf(project, source);
  return attempt(`read the wisdom in ${folder.plans}`, () => planFiles(folder));
}

/**
 * The files that may be of one transform, by its name. In a project people name plans freely, and use folders; there, files with
 * measurements are read.
 */
export function wisdomFilesNamed(project: PlanFolder, source: WisdomSource, name: string): readonly string[] {
  const folder = folderOf(project, source);
  const files = wisdomFiles(project, source);
  if (source !== "project") return files.filter((path) => packageName(folder, path) === name);
  return files.filter((path) => dirname(path) === folder.plans && saysEvidence(path));
}

const saysEvidence = (path: string): boolean =>
  ifRight(() => readUserFile(path, MOST_BYTES.plan))?.includes("evidence") === true;

/**
 * The plan of a file, if it was measured on the GPU that it is for; undefined if not.
 * @throws InputError for a file that is broken
 */
export const wisePlan = (
  folder: PlanFolder,
  source: WisdomSource,
  path: string,
  textHash: TextHash,
): WisePlan | undefined => wiseOf(source, loadPlan(folder, path), textHash);

/** The same of a plan file that is loaded. */
export function wiseOf(source: WisdomSource, loaded: LoadedPlan, textHash: TextHash): WisePlan | undefined {
  if (!loaded.evidence.some(({ gpu }) => gpu === loaded.gpu.name)) return undefined;
  const measured = bestEvidence(judgedEvidence(loaded, textHash), loaded.gpu.name);
  return measured === undefined ? undefined : { source, loaded, measured };
}

/** Undefined for a broken file, which `fftgen wisdom list` reports. */
export const readableWisePlan = (
  project: PlanFolder,
  source: WisdomSource,
  path: string,
  textHash: TextHash,
): WisePlan | undefined => ifRight(() => wisePlan(folderOf(project, source), source, path, textHash));

/** `shipped with fftgen 0.2.0` */
export function sourceText(source: WisdomSource, path: string): string {
  switch (source) {
    case "project":
      return path;
    case "user":
      return `your wisdom, ${path}`;
    case "shipped":
      return `shipped with fftgen ${VERSION}`;
  }
}
