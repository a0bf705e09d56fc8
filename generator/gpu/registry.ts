// The GPUs that fftgen knows, and how to find one by what a user, nvidia-smi or the CUDA runtime calls it.
import { InputError } from "../failure/errors.js";
import { nearestFew } from "../failure/nearest.js";
import { a10 } from "./a10.js";
import { a100Pcie40, a100Pcie80, a100Sxm40, a100Sxm80 } from "./a100.js";
import { b200 } from "./b200.js";
import { b300 } from "./b300.js";
import { gh200Hbm3, gh200Hbm3e } from "./gh200.js";
import { architectureName, type Gpu } from "./gpu.js";
import { h100Pcie, h100Sxm } from "./h100.js";
import { h200 } from "./h200.js";
import { l4 } from "./l4.js";
import { l40s } from "./l40s.js";
import { rtx30Series } from "./rtx30.js";
import { rtx4090 } from "./rtx4090.js";
import { rtx50Series } from "./rtx50.js";
import { t4 } from "./t4.js";
import { v100Pcie16, v100Pcie32, v100Sxm16, v100Sxm32 } from "./v100.js";

/** The GPUs that fftgen knows, the oldest architecture first. */
export const knownGpus: readonly Gpu[] = [
  v100Pcie16,
  v100Pcie32,
  v100Sxm16,
  v100Sxm32,
  t4,
  a100Sxm40,
  a100Pcie40,
  a100Sxm80,
  a100Pcie80,
  a10,
  ...rtx30Series,
  l4,
  l40s,
  rtx4090,
  h100Pcie,
  h100Sxm,
  h200,
  gh200Hbm3,
  gh200Hbm3e,
  b200,
  b300,
  ...rtx50Series,
];

/** What is planned for where no GPU is named. */
export const USUAL_GPU = "H200";

/**
 * The GPU of this name, as nvidia-smi and the CUDA runtime report it (`NVIDIA A100-SXM4-80GB`) or as people say it (`a100 80gb`,
 * `4090`).
 * @throws InputError with the nearest of the known ones, and what to do about one that is not known
 */
export function findGpu(text: string): Gpu {
  const wanted = normalized(text);
  const found = knownGpus.find((gpu) => namesOf(gpu).includes(wanted));
  if (found !== undefined) return found;
  throw new InputError(`${complaint(text, wanted)} ${REMEDY}`);
}

const REMEDY =
  "`fftgen gpu list` shows those that are known; for another one, `fftgen gpu --probe DIR` writes a program that measures it and prints a GPU file, whose path stands where a name would";

function complaint(text: string, wanted: string): string {
  const quoted = JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 77)}...`);
  const ofArchitecture = knownGpus.filter((gpu) => architectureName(gpu.computeCapability).replace("_", "") === wanted);
  if (ofArchitecture.length > 0)
    return `${quoted} is an architecture, not a GPU: name one of that architecture, such as ${list(ofArchitecture)}.`;
  const near = nearestGpus(wanted);
  return `unknown GPU ${quoted}${near.length === 0 ? "." : `; the nearest that are known: ${list(near)}.`}`;
}

const SHOWN = 3;

const list = (gpus: readonly Gpu[]): string =>
  gpus
    .slice(0, SHOWN)
    .map(({ name }) => name)
    .join(", ");

/** Those that are called nearly so, then those whose names the text begins with: `rtx3080laptopgpu`. */
function nearestGpus(wanted: string): readonly Gpu[] {
  const names = knownGpus.flatMap(namesOf);
  // One GPU has several names.
  const alike = nearestFew(wanted, names, 4 * SHOWN);
  const begun = names.filter((name) => wanted.startsWith(name)).toSorted((a, b) => b.length - a.length);
  const gpus = [...alike, ...begun].flatMap((name) => knownGpus.filter((gpu) => namesOf(gpu).includes(name)));
  return [...new Set(gpus)];
}

const namesOf = ({ name, aliases }: Gpu): readonly string[] => [name, ...aliases].map(normalized);

/** What is left when makers, brands, case and punctuation are taken away: `a100sxm480gb`. */
const normalized = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replaceAll(/nvidia|tesla|geforce/g, "")
    .replaceAll(/[^a-z0-9]/g, "");

/** No GPU is called by more characters; comparing takes their number squared. */
const LONGEST_NAME = 100;
