// The GPUs that fftgen knows, and how to find one by what a user or the CUDA runtime calls it.
import { InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import { a100Pcie40, a100Pcie80, a100Sxm40, a100Sxm80 } from "./a100.js";
import { b200 } from "./b200.js";
import type { Gpu } from "./gpu.js";
import { h100Pcie, h100Sxm } from "./h100.js";
import { h200 } from "./h200.js";
import { l4 } from "./l4.js";
import { l40s } from "./l40s.js";
import { rtx4090 } from "./rtx4090.js";
import { v100 } from "./v100.js";

/** Oldest architecture first. */
export const knownGpus: readonly Gpu[] = [
  v100,
  a100Sxm40,
  a100Pcie40,
  a100Sxm80,
  a100Pcie80,
  l4,
  l40s,
  rtx4090,
  h100Pcie,
  h100Sxm,
  h200,
  b200,
];

/**
 * The GPU of this name, as the CUDA runtime reports it (`NVIDIA A100-SXM4-80GB`) or as people say it (`a100 80gb`, `4090`).
 * @throws InputError with the known names and the nearest of them
 */
export function findGpu(text: string): Gpu {
  const wanted = normalized(text);
  const found = knownGpus.find((gpu) => [gpu.name, ...gpu.aliases].some((name) => normalized(name) === wanted));
  if (found !== undefined) return found;
  const meant = nearestGpu(wanted);
  const question = meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant.name)}?`;
  throw new InputError(
    `unknown GPU ${JSON.stringify(text)}.${question} Known GPUs: ${knownGpus.map((gpu) => gpu.name).join(", ")}.`,
  );
}

/** What is left when makers, brands, case and punctuation are taken away: `a100sxm480gb`. */
const normalized = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/nvidia|tesla|geforce/g, "")
    .replaceAll(/[^a-z0-9]/g, "");

function nearestGpu(wanted: string): Gpu | undefined {
  const names = knownGpus.flatMap((gpu) => [gpu.name, ...gpu.aliases].map((name) => ({ gpu, name: normalized(name) })));
  const closest = nearest(
    wanted,
    names.map(({ name }) => name),
  );
  return names.find(({ name }) => name === closest)?.gpu;
}
