// What the documents say is generated is what the tables and measurements give now. `npm run docs` rewrites it.
import { describe, expect, test } from "vitest";
import { explainPage } from "../../generator/cli/explain-page.js";
import { explainedPlan } from "../../generator/cli/explained-plan.js";
import { loadPlan } from "../../generator/cli/loaded-plan.js";
import { findProject } from "../../generator/cli/project.js";
import { documentParts } from "../../generator/docs/document-parts.js";
import { everyLengthSvg } from "../../generator/docs/every-length.js";
import { speedSvg } from "../../generator/docs/speed-chart.js";
import { findSuite } from "../../generator/bench/shipped-suites.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { markedParts, withParts } from "../../generator/docs/marked-parts.js";
import { libraryNames, libraryOptions } from "./library-names.js";
import { DOCUMENTS, documentSources, root, textOf } from "./documents.js";

const sources = { ...documentSources(), library: await libraryNames(), libraryOptions: libraryOptions() };
const parts = documentParts(sources);

describe("the generated parts are not stale", () => {
  test.each(DOCUMENTS)("%s", async (path) => {
    await expect(withParts(textOf(path), parts)).toMatchFileSnapshot(`${root}/${path}`);
  });
});

test("the picture of every length shows what was measured", async () => {
  const table = textOf("test/search/measured/h200-every-length.tsv");
  await expect(everyLengthSvg(table)).toMatchFileSnapshot(`${root}/plans/every-length-h200.svg`);
});

test("the chart of speed shows what its table does", async () => {
  const table = sources.measured["search/measured/h200-clusters.jsonl"];
  const chart = speedSvg(findSuite("peers"), table, sources.plans, findGpu("H200"));
  await expect(chart).toMatchFileSnapshot(`${root}/plans/speed-h200.svg`);
});

test("the page of a plan is what explain --html writes", async () => {
  const loaded = loadPlan(findProject(), "plans/examples/three-passes-256x256x256.plan.ts");
  const page = explainPage(explainedPlan(loaded, loaded.gpu));
  await expect(page).toMatchFileSnapshot(`${root}/plans/explain-256x256x256.html`);
});

test("every part stands in a document", () => {
  const used = new Set(DOCUMENTS.flatMap((path) => markedParts(textOf(path))));
  expect([...used].toSorted()).toEqual([...parts.keys()].toSorted());
});
