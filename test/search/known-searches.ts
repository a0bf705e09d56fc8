// What every test file finds in place of the search: the same function, which makes a search once for all files of a process. It is
// a pure function, takes up to seconds, and the command line's tests ask for the same few transforms hundreds of times.
import { vi } from "vitest";
import type { Gpu } from "../../generator/gpu/gpu.js";
import type { Transform } from "../../generator/plan/transform.js";
import type * as Search from "../../generator/search/search.js";
import type { SearchOptions } from "../../generator/search/search.js";
import { searchedOnce } from "./searched-once.js";

vi.mock("../../generator/search/search.js", async (importActual) => ({
  ...(await importActual<typeof Search>()),
  searchPlans: searchedOnce,
  searchesInBatches:
    (transform: Transform, gpu: Gpu, options: SearchOptions): ReturnType<typeof Search.searchesInBatches> =>
    (batch, keep) =>
      searchedOnce({ ...transform, batch }, gpu, keep === undefined ? options : { ...options, keep }),
}));
