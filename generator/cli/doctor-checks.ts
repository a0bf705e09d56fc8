// The checks of `fftgen doctor`: the machine, the project and wisdom.
import { gpuCalled } from "./gpu-called.js";
import { fittedText } from "../gpu/weights.js";
import { placeBy, requireWritable } from "../output/writable.js";
import { examineBy, machineChecks, type Check, type Finding } from "../toolchain/machine-checks.js";
import { planFiles } from "./plan-files.js";
import { findProject, projectKey } from "./project.js";
import { askedGpus } from "./asked-gpu.js";
import { plural } from "./terminal.js";
import { shippedFolder, userFolder } from "./wisdom-places.js";
import { userPlace, WISDOM_VARIABLE } from "./user-place.js";

export const examine = (): Promise<readonly Finding[]> =>
  examineBy((gpu, canVerifyThere) => {
    const checks = machineChecks(gpu, canVerifyThere, knownText);
    const own = checks.findIndex(({ name }) => name === "Node") + 1;
    return checks.toSpliced(own, 0, ...workplaceChecks);
  });

const workplaceChecks: readonly Check[] = [
  {
    name: "project",
    isFor: "every command with plans",
    remedy: "correct it; `fftgen init` writes a project file where there is none",
    isNeeded: true,
    look: projectText,
  },
  {
    name: "wisdom",
    isFor: "plans that were measured before",
    remedy: `make it readable, or name another directory in ${WISDOM_VARIABLE}`,
    isNeeded: false,
    look: wisdomText,
  },
  {
    name: "weights",
    isFor: "predictions as plans were measured",
    remedy: "remove the file, or write it again by `fftgen gpu --fit`",
    isNeeded: true,
    look: weightsText,
  },
];

/** Checks that the project file is right, its GPUs are known, and plans and packages can be written. */
function projectText(): string {
  const project = findProject();
  const gpus = askedGpus(project, undefined).map(({ name }) => name);
  requireWritable((["plans", "packages"] as const).map((key) => placeBy(projectKey(project, key), project[key])));
  return `${project.file ?? "no project file"}: plans in ${project.plans}/, packages in ${project.packages}/, for ${gpus.join(", ")}`;
}

function wisdomText(): string {
  const own = planFiles(userFolder()).length;
  return `${plural(own, "plan")} of yours in ${userPlace()}/, ${planFiles(shippedFolder).length} shipped`;
}

/** By what plans are ranked. */
function weightsText(): string {
  const gpus = askedGpus(findProject(), undefined);
  return gpus.map((gpu) => `${gpu.name}: fitted ${fittedText(gpu)}`).join("; ");
}

/** Known GPUs include those of GPU files of the project. */
function knownText(name: string): string {
  const project = findProject();
  const gpu = askedGpus(project, undefined).find((one) => one.name === name) ?? gpuCalled(project, name);
  return gpu.file === undefined ? "fftgen knows it" : `described by ${gpu.file}`;
}
