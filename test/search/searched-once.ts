// Searches that several tests ask for, each made once: a search is a pure function, and takes seconds.
import { vi } from "vitest";
import type * as Search from "../../generator/search/search.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import type { Transform } from "../../generator/plan/transform.js";
import type { SearchOptions, SearchResult } from "../../generator/search/search.js";

/** The search itself, for those who time it. */
export const { searchPlans: searchAnew } = await vi.importActual<typeof Search>("../../generator/search/search.js");

/** Results hold the geometry of all their plans. */
const MOST = 100;
const known = new Map<string, SearchResult>();

export function searchedOnce(transform: Transform, gpu: Gpu, options: SearchOptions): SearchResult {
  const key = JSON.stringify([transform, gpu, options]);
  const result = known.get(key) ?? searchAnew(transform, gpu, options);
  known.delete(key);
  known.set(key, result);
  for (const oldest of known.keys()) {
    if (known.size <= MOST) break;
    known.delete(oldest);
  }
  return result;
}
