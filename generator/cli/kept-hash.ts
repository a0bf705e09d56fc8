// The hashes of the texts that plans give, kept under all that they depend on: the plan, the GPU, the package's name and this version
// of fftgen. Emits nothing, and so loads nothing of what does.
import { generatorHash } from "../output/generator-hash.js";
import { keepText, keptText, keyOf } from "../output/kept-text.js";
import type { LoadedPlan } from "./loaded-plan.js";

const planKey = ({ name, plan, gpu }: LoadedPlan): string => keyOf([generatorHash(), name, plan, gpu]);

export const keptHash = (loaded: LoadedPlan): string | undefined => keptText(planKey(loaded), /^sha256:[0-9a-f]{64}$/);

export function keepHash(loaded: LoadedPlan, hash: string): void {
  keepText(planKey(loaded), hash);
}
