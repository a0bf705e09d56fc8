// Searches that several tests of a file ask for, each made once: a search is a pure function, and takes seconds.
import type { Gpu } from "../../generator/gpu/gpu.js";
import type { Transform } from "../../generator/plan/transform.js";
import { searchPlans, type SearchOptions, type SearchResult } from "../../generator/search/search.js";

const known = new Map<string, SearchResult>();

export function searchedOnce(transform: Transform, gpu: Gpu, options: SearchOptions): SearchResult {
  const key = JSON.stringify([transform, gpu.name, options]);
  const result = known.get(key) ?? searchPlans(transform, gpu, options);
  known.set(key, result);
  return result;
}
