// The page of `fftgen explain --html`: well formed, and the same as the text; every digit in its place and of one colour.
import { beforeEach, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { explainedPlan } from "../../generator/cli/explained-plan.js";
import { loadPlan } from "../../generator/cli/loaded-plan.js";
import { placeRows, type PlaceRow } from "../../generator/cli/page-rows.js";
import { findProject } from "../../generator/cli/project.js";
import { atomsOf, BATCH, product, type Atom } from "../../generator/layout/digits.js";
import { faults } from "../bench/markup-faults.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const planText = (transform: string, ...kernels: readonly string[]): string =>
  `import { plan } from "fftgen";\n\nexport default plan({ transform: ${transform}, kernels: ${JSON.stringify(kernels)} });\n`;

const PLANS = {
  plain: planText(
    '{ lengths: { Y: 64, X: 64 }, precision: "f32", batch: 16 }',
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table",
    "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, 16 columns, table, streaming stores",
  ),
  mixed: planText(
    '{ lengths: { X: 1000 }, precision: "f64", batch: 100 }',
    "{ X(100,10,100,1000,no-tw) X(100,10,10,100,pre-tw) X(100,10,1,10,pre-tw) } on 400 threads, 4 columns, table",
  ),
  cluster: planText(
    '{ lengths: { X: 65536 }, precision: "f32", batch: 64 }',
    "{ X(4096,16,4096,65536,no-tw) X(4096,16,256,4096,pre-tw) X(4096,16,16,256,pre-tw) X(4096,16,1,16,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, ticket, powers",
  ),
  undivided: planText(
    '{ lengths: { X: 65536 }, precision: "f32", batch: 64 }',
    "{ X(4096,16,4096,65536,no-tw) X(4096,16,256,4096,pre-tw) X(4096,16,16,256,pre-tw) X(4096,16,1,16,pre-tw) } on 512 threads, cluster 8 after 2, undivided, powers",
  ),
  walsh: planText(
    '{ kind: "fwht", lengths: { X: 32768 }, precision: "f16", batch: 512 }',
    "{ H(1024,32,1024,32768) H(1024,32,1,32) H(1024,32,32,1024) } on 512 threads, vectors of 2, short exchange",
  ),
  pairs: planText(
    '{ lengths: { X: 64 }, precision: "f16", arithmetic: "native", batch: 4096 }',
    "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 16 threads, 8 columns, table",
  ),
  tensor: planText(
    '{ lengths: { X: 256 }, precision: "f16", batch: 4096 }',
    "{ X(16,16@mma,16,256,no-tw) X(16,16@mma,1,16,pre-tw) } on 32 threads, 4 columns, 16 blocks/SM, table",
  ),
} as const;

/** What a reader sees of it, in one line. */
const shown = (markup: string): string =>
  markup
    .replaceAll(/<(style|title)>[^]*?<\/\1>/g, "")
    .replaceAll("</dt>", " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");

/** The labelled paragraphs of the text, each in one line. */
function factsOf(text: string): readonly { readonly name: string; readonly text: string }[] {
  const facts: { name: string; text: string }[] = [];
  for (const line of text.split("\n")) {
    const [, name, rest] = /^([a-z]+) {2,}(.*)$/.exec(line) ?? [];
    const last = facts.at(-1);
    if (name !== undefined && rest !== undefined) facts.push({ name, text: rest });
    else if (last !== undefined && line.startsWith("  ")) last.text += ` ${line.trim()}`;
  }
  return facts;
}

/** Drawn as a table or a list, not as a sentence. */
const DRAWN = ["transform", "plan", "places", "program", "front", "back", "block"];

describe.each(Object.entries(PLANS))("%s", (name, text) => {
  async function explained(): Promise<{ readonly page: string; readonly text: string }> {
    project.write(`plans/${name}.plan.ts`, text);
    const plain = await project.run(["explain", name]);
    const { code, stdout, stderr } = await project.run(["explain", name, "--html", "page.html"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`${plain.stdout}\nwritten  page.html\n`);
    expect(project.files()).toEqual(["page.html", `plans/${name}.plan.ts`]);
    return { page: project.read("page.html"), text: plain.stdout };
  }

  test("is one well-formed page that needs nothing beside it and says what the text says", async () => {
    const { page, text } = await explained();
    expect(page).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
    expect(faults(page)).toEqual([]);
    expect(page).not.toMatch(/https?:|<script|<link|@import|url\(| on\w+="/);
    const seen = shown(page);
    const facts = factsOf(text);
    const sentences = facts.filter((fact) => !DRAWN.includes(fact.name));
    expect(sentences.map((fact) => fact.name)).toEqual(expect.arrayContaining(["error", "tile", "time", "machine"]));
    for (const fact of sentences) expect(seen).toContain(`${fact.name} ${fact.text}`);
    for (const { name: role, text: steps } of facts.filter((fact) => ["program", "front", "back"].includes(fact.name)))
      for (const step of steps.split(/, (?=[a-z])/)) expect(seen, `${role}: ${step}`).toContain(step);
  });

  test("has every phase with its digits, and one colour for each", async () => {
    const { page, text } = await explained();
    const rows = [...text.matchAll(/(butterfly \w+) {2,}(\S.*)$/gm)];
    expect(rows.length).toBeGreaterThan(1);
    for (const [, phase = ""] of rows) expect(page).toContain(`>${phase}</text>`);
    const classes = new Map<string, Set<string>>();
    const seen = page.matchAll(/class="[^"]*\b(digit (?:d\d+|plain))\b[^"]*"[^>]*>(?:<title>)?([a-z]+\d*)[:/]/g);
    for (const [, colour = "", digit = ""] of seen) classes.set(digit, (classes.get(digit) ?? new Set()).add(colour));
    const digits = new Set([...text.matchAll(/\b([xyh]\d)(?:\/\d+)?:\d/g)].map(([, digit = ""]) => digit));
    expect([...classes.keys()].filter((digit) => digit !== BATCH).toSorted()).toEqual([...digits].toSorted());
    for (const [digit, colours] of classes) expect([...colours], digit).toHaveLength(1);
    expect(new Set([...classes.values()].map(([colour]) => colour)).size).toBe(classes.size);
  });

  test("every row has every atom of the index once, in boxes as wide as their bits", async () => {
    const { page } = await explained();
    const loaded = loadPlan(findProject(), project.path("plans", `${name}.plan.ts`));
    for (const kernel of explainedPlan(loaded, loaded.gpu).kernels) {
      const { set, tile } = kernel.geometry;
      const all = [
        ...set.vector,
        ...set.digits.flatMap((digit) => atomsOf(digit.name, digit.radix)),
        ...atomsOf(BATCH, tile.batchTile),
      ];
      const rows = placeRows(kernel);
      expect(rows.length).toBeGreaterThan(3);
      for (const row of rows) expect(atomNames(atomsIn(row))).toEqual(atomNames(all));
      for (const row of rows.filter(({ digit }) => digit !== undefined)) {
        const on = (place: string): number =>
          product(
            row.parts.filter((part) => part.place === place).flatMap(({ runs }) => runs.flatMap((run) => run.atoms)),
          );
        expect(on("lanes")).toBeLessThanOrEqual(32);
        // What elements hold inside does not count; what two butterflies differ in does.
        expect(on("lanes") * on("across") * on("warps") * on("registers") * on("vector")).toBe(
          (product(set.vector) * product(tile.atoms)) /
            (kernel.kernel.cluster *
              at(kernel.kernel.roles, isFront(row) ? 0 : -1 + kernel.kernel.roles.length).groups),
        );
      }
    }
    expect(page.match(/<svg class="chart"/g)).toHaveLength(1 + 2 * loaded.plan.kernels.length);
  });
});

const isFront = ({ parts }: PlaceRow): boolean => parts.some(({ place }) => place === "group");
const atomsIn = ({ parts }: PlaceRow): readonly Atom[] => parts.flatMap(({ runs }) => runs.flatMap((run) => run.atoms));
const atomNames = (atoms: readonly Atom[]): readonly string[] =>
  atoms.map(({ digit, weight, size }) => `${digit}/${weight}:${size}`).toSorted();

test("on clusters, barriers have those who arrive and those who wait", async () => {
  project.write("plans/cluster.plan.ts", PLANS.cluster);
  await project.run(["explain", "cluster", "--html", "page.html"]);
  const rows = [
    ...project
      .read("page.html")
      .matchAll(/<tr><td>(\w+)(?:, one per \w+)?<\/td><td>[^<]+<\/td><td>([^<]*)<\/td><td>([^<]*)<\/td>/g),
  ];
  expect(rows.map(([, barrier, arrive, wait]) => [barrier, arrive, wait])).toEqual([
    ["landed", "front, by fetching", "front"],
    ["full", "front, by sending; front, by arriving; back, by arriving", "back"],
    ["empty", "back, by arriving", "front"],
  ]);
});

test("a plan of one kernel has one time of a copy, and the terms of the pictures are explained", async () => {
  project.write(
    "plans/real.plan.ts",
    planText(
      '{ kind: "r2c", lengths: { X: 80 }, precision: "f32", batch: 65536 }',
      "{ X(4,10,4,40,no-tw) X(10,4,1,4,pre-tw) } on 80 threads, 16 columns, table",
    ),
  );
  expect(await project.run(["explain", "real", "--html", "page.html"])).toMatchObject({ code: 0, stderr: "" });
  const copies = [...shown(project.read("page.html")).matchAll(/\ba copy,? (?:of the data takes )?([\d.]+) ms/g)];
  expect(copies.length).toBeGreaterThan(2);
  expect(new Set(copies.map(([, time]) => time)).size).toBe(1);
  for (const words of ["A sector is 32 bytes", "a wavefront is one cycle", "the one called batch"])
    expect(shown(project.read("page.html"))).toContain(words);
});

test("names are escaped", async () => {
  project.write("a&<i>b/odd.plan.ts", PLANS.plain);
  const { code } = await project.run(["explain", "a&<i>b/odd.plan.ts", "--html", "page.html"]);
  expect(code).toBe(0);
  const page = project.read("page.html");
  expect(faults(page)).toEqual([]);
  expect(page).toContain("a&amp;&lt;i&gt;b/odd.plan.ts, for batch 16");
});

test("with --json the value is all that is printed", async () => {
  project.write("plans/plain.plan.ts", PLANS.plain);
  const { stdout } = await project.run(["explain", "plain", "--json", "--html", "page.html"]);
  expect(JSON.parse(stdout)).toMatchObject({ schema: "fftgen/explain/1", name: "plain" });
  expect(faults(project.read("page.html"))).toEqual([]);
});

test.each([
  ["plans", "cannot write plans: "],
  ["plans/plain.plan.ts/page.html", "plans/plain.plan.ts is a file, not a directory"],
])("a path that cannot be written: %s", async (path, message) => {
  project.write("plans/plain.plan.ts", PLANS.plain);
  const { code, stdout, stderr } = await project.run(["explain", "plain", "--html", path]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(project.files()).toEqual(["plans/plain.plan.ts"]);
});
