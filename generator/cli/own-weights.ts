// The weights of the cost model that this project, or its user, has fitted for a GPU (`fftgen gpu --fit`): the project's come before the
// user's, the user's before those that are shipped.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Gpu } from "../gpu/gpu.js";
import { parseWeights, weightsFileName } from "../gpu/weights-file.js";
import { FEATURES_VERSION, type Weights } from "../gpu/weights.js";
import { rememberedByValue } from "../layout/remembered.js";
import { attempt } from "../output/attempt.js";
import { calledAs } from "./called-as.js";
import { findProject, type Project } from "./project.js";
import { printError } from "./terminal.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";
import { userPlace } from "./user-place.js";

/** Of a project, and of its user. */
const FOLDER = "gpu";

export const projectWeights = ({ root }: Project, gpu: string): string => join(root, FOLDER, weightsFileName(gpu));

export const userWeights = (gpu: string): string => join(userPlace(), FOLDER, weightsFileName(gpu));

/** The GPU with its user's weights, if there are any. Throws an InputError for a file of weights that is broken. */
export function withOwnWeights(gpu: Gpu): Gpu {
  for (const path of [projectWeights(findProject(), gpu.name), userWeights(gpu.name)]) {
    const stats = attempt(`look at ${path}`, () => statSync(path, { throwIfNoEntry: false }), "ENOTDIR");
    if (stats === undefined) continue;
    const weights = weightsIn(JSON.stringify([path, stats.mtimeMs, stats.size]));
    return weights === undefined ? gpu : { ...gpu, weights };
  }
  return gpu;
}

/** Of a file as it is now: every plan that is loaded asks. Undefined for another version's, which it says once. */
const weightsIn = rememberedByValue((file: string): Weights | undefined => {
  const [path] = JSON.parse(file) as readonly [string, number, number];
  const weights = parseWeights(readUserFile(path, MOST_BYTES.weights), path);
  if ("terms" in weights) return weights;
  printError(
    `fftgen: ${path} has weights for version ${weights.features} of the features, and this fftgen has version ${FEATURES_VERSION}: predictions are scaled by the datasheet until \`${calledAs()} gpu --fit\` writes it again`,
  );
  return undefined;
});
