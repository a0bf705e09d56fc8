// The hash of the text that a plan gives, by which evidence is judged. Emitting a text takes a tenth of a second, so the hash is
// cached on the machine.
import { deviceTextHash } from "../emit/device-text.js";
import { unitOf } from "./emitted-package.js";
import { keepHash, keptHash } from "./kept-hash.js";
import type { LoadedPlan } from "./loaded-plan.js";

/** @throws InputError where the plan cannot run on its GPU */
export function textHash(loaded: LoadedPlan): string {
  const kept = keptHash(loaded);
  if (kept !== undefined) return kept;
  const hash = deviceTextHash(unitOf(loaded.name, loaded));
  keepHash(loaded, hash);
  return hash;
}
