// The GPU that a user names: a known GPU, or the path of a GPU file. Plan files name GPUs likewise, with paths relative to the
// plan file, so that a project may be moved.
import { dirname, relative, resolve, sep } from "node:path";
import { parseGpuFile } from "../gpu/gpu-file.js";
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { findGpu } from "../gpu/registry.js";
import { withOwnWeights } from "./own-weights.js";
import type { Project } from "./project.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

/**
 * With the weights of its user, if there are any. `directory`: the start of relative paths.
 * @throws InputError for a text that is neither
 */
export const askedGpu = (text: string, directory = "."): Gpu => withOwnWeights(describedGpu(text, directory));

/** The same with the weights that come with fftgen. */
export function describedGpu(text: string, directory = "."): Gpu {
  if (!/\.json$/i.test(text)) {
    if (text.includes(","))
      throw new InputError(
        `${text}: name one GPU; for several call this once for each, or \`fftgen init --gpus ${text.replaceAll(/\s/g, "")}\` lists them for the project`,
      );
    return findGpu(text);
  }
  const path = directory === "." ? text : relative(".", resolve(directory, text));
  return parseGpuFile(readUserFile(path, MOST_BYTES.gpu), path);
}

/**
 * The GPUs of a command: that of --gpu, else those of the project, of which commands for one GPU take the first.
 * @throws InputError for an unknown one, with its place
 */
export function askedGpus({ root, file, gpus }: Project, asked: string | undefined): readonly Gpu[] {
  if (asked !== undefined) return [askedGpu(asked)];
  return gpus.map((name, index) => {
    try {
      return askedGpu(name, root === "" ? "." : root);
    } catch (error) {
      if (error instanceof InputError && file !== undefined)
        throw new InputError(`${file}: gpus[${index}]: ${error.message}`);
      throw error;
    }
  });
}

/** The GPU as the plan file at `path` names it. */
export const writtenGpu = ({ name, file }: Gpu, path: string): string =>
  file === undefined
    ? name
    : relative(resolve(dirname(path)), resolve(file))
        .split(sep)
        .join("/");
