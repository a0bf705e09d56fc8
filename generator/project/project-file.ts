// What a project file says: `fftgen.json`, or the key `fftgen` of a package.json.
import { z } from "zod";
import { checkedJson, parseJson } from "../json/read-json.js";
import { projectFileSchema } from "./project-file-schema.js";

export const PROJECT_FILE = "fftgen.json";

/** The description for editors, as it is shipped: from the directory of fftgen itself. */
export const PROJECT_SCHEMA = "templates/schemas/fftgen.schema.json";

/** Of package.json. */
export const PROJECT_KEY = "fftgen";

/** What a project file says, defaults filled in. Paths are relative to it. */
export interface ProjectFile {
  /** For editors. */
  readonly $schema?: string | undefined;
  /** The directory of the plan files. */
  readonly plans: string;
  /** The directory of the packages. */
  readonly packages: string;
  /** The names of the GPUs that it is for; at least one. */
  readonly gpus: readonly string[];
  readonly prefix?: string | undefined;
  readonly namespace?: string | undefined;
  readonly bundles: readonly ProjectFileBundle[];
}

/** A bundle that a project file lists. */
export interface ProjectFileBundle {
  readonly name: string;
  /** Names of plans, or paths of plan files. Absent: all plans of the project. */
  readonly plans?: readonly string[] | undefined;
  /** Absent: a directory of its name among the packages. */
  readonly directory?: string | undefined;
}

/** What holds where there is no project file. */
export const usualProject: ProjectFile = projectFileSchema.parse({});

/** What the text of a project file says, defaults filled in. @throws InputError with the place of what is wrong */
export const readProjectFile = (file: string, text: string): ProjectFile =>
  checkedJson(file, parseJson(file, text), projectFileSchema);

/**
 * What a package.json says of fftgen; undefined if nothing.
 * @throws InputError with the place of what is wrong
 */
export function readProjectKey(file: string, text: string): ProjectFile | undefined {
  // A package.json that is broken is npm's business, unless it may be meant.
  if (!text.includes(`"${PROJECT_KEY}"`)) return undefined;
  const value = parseJson(file, text);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, PROJECT_KEY)) return undefined;
  return checkedJson(file, (value as Readonly<Record<string, unknown>>)[PROJECT_KEY], projectFileSchema, [PROJECT_KEY]);
}

/** For editors: the same schema as JSON Schema. */
export const projectFileJsonSchema = (): object => z.toJSONSchema(projectFileSchema, { io: "input" });
