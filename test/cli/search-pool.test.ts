// Searches on several threads: the program as it is built, for threads do not load sources.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { searched } from "../../generator/cli/searched.js";
import type * as pool from "../../generator/cli/search-pool.js";
import { searchAll } from "../../generator/cli/search-pool.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform, type Transform } from "../../generator/plan/transform.js";
import { mainFile, useProgram } from "./program.js";

useProgram();
const gpu = findGpu("H200");
// The second is more than the GPU holds, so that there is a refusal between answers.
const tasks = [[16], [2 ** 40], [8, 8], [3], [5], [2]].map((sizes) => ({
  transform: makeTransform(sizes, "f32") satisfies Transform,
  top: 2,
}));
const wanted = tasks.map((task) => searched(task, gpu));

test("threads answer as one does, in the order of the tasks", async () => {
  const built = (await import(pathToFileURL(join(mainFile(), "..", "search-pool.js")).href)) as typeof pool;
  const begun: number[] = [];
  const answers = await built.searchAll(tasks, gpu, (number) => begun.push(number), 2);
  expect(answers).toEqual(wanted);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, true, true, true]);
});

test("few searches are done without threads", async () => {
  expect(await searchAll(tasks.slice(0, 2), gpu, () => undefined)).toEqual(wanted.slice(0, 2));
});
