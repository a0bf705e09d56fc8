// The hash of the text that a plan gives, by which evidence is judged. Emitting a text takes a tenth of a second, so the hash is
// cached, under everything on which it depends: the plan, the GPU, the package's name and this version of fftgen.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { deviceTextHash } from "../emit/device-text.js";
import { openCache, type Cache } from "../output/cache-directory.js";
import { generatorHash } from "../output/generator-hash.js";
import { unitOf } from "./emitted-package.js";
import type { LoadedPlan } from "./loaded-plan.js";

/** @throws InputError where the plan cannot run on its GPU */
export function textHash(loaded: LoadedPlan): string {
  const cache = openCache("text");
  if (cache === undefined) return emittedHash(loaded);
  const { name, plan, gpu } = loaded;
  const key = createHash("sha256")
    .update(JSON.stringify([generatorHash(), name, plan, gpu]))
    .digest("hex");
  const kept = keptHash(cache, key);
  if (kept !== undefined) return kept;
  const hash = emittedHash(loaded);
  keep(cache, key, hash);
  return hash;
}

const emittedHash = (loaded: LoadedPlan): string => deviceTextHash(unitOf(loaded.name, loaded));

/** The cached hash; undefined for a text of another form. */
function keptHash(cache: Cache, key: string): string | undefined {
  const path = cache.find(key);
  if (path === undefined) return undefined;
  try {
    const text = readFileSync(path, "utf8");
    return /^sha256:[0-9a-f]{64}$/.test(text) ? text : undefined;
  } catch {
    // The file was deleted meanwhile.
    return undefined;
  }
}

/** A full disk only makes the next call slower. */
function keep(cache: Cache, key: string, hash: string): void {
  const fresh = cache.fresh();
  try {
    writeFileSync(fresh, hash);
    cache.keep(fresh, key);
  } catch (error) {
    rmSync(fresh, { force: true });
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
