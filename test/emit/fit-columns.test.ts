// Lines that are too long are broken, and nothing else is changed.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitColumns } from "../../generator/emit/fit-columns.js";
import { scheduledPlans } from "../arbitrary/schedules.js";
import { clusterPlans } from "../arbitrary/clusters.js";
import { emitted, ownFiles } from "./named-plan.js";

const WIDTH = 120;
const words = (text: string): string => text.replaceAll(/\s+/g, "");

describe("text that fits stays as it is", () => {
  test.each([
    `// ${"word ".repeat(23)}`,
    `  const unsigned e = ${"a + ".repeat(24)}a;`,
    `    ${"{-0.25881904f, -0.9659258f}, ".repeat(5)}`,
    `#pragma ${"x".repeat(130)}`,
  ])("%s", (line) => {
    expect(fitColumns(line)).toBe(line);
  });
});

describe("breaks", () => {
  test("between arguments, the rest below their bracket", () => {
    const head = `void f(${Array.from({ length: 12 }, (_, index) => `unsigned argument${index}`).join(", ")}) {`;
    const lines = fitColumns(head).split("\n");
    expect(lines.length).toBe(3);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {7}unsigned/);
    expect(words(lines.join(""))).toBe(words(head));
  });

  test("outside brackets rather than within, behind the operator", () => {
    const term = `(${"abcdef * 2u + ".repeat(3)}g)`;
    const [first, second] = fitColumns(`  const unsigned put = ${term} ^ ${term} ^ ${term};`).split("\n");
    expect(first).toBe(`  const unsigned put = ${term} ^ ${term} ^`);
    expect(second).toBe(`      ${term};`);
  });

  test("before the body of a loop, which is then indented", () => {
    const body = `tile[${"put + 24u * r + ".repeat(6)}s] = v[r];`;
    expect(fitColumns(`    for (unsigned r = 0; r < 2; ++r) ${body}`)).toBe(
      `    for (unsigned r = 0; r < 2; ++r)\n      ${body}`,
    );
  });

  test("a comment behind code goes before it", () => {
    const code = `  const unsigned e = ${"kx1 + ".repeat(15)}kx2;`;
    expect(fitColumns(`${code}  // w = exp(-2 pi i e / 8192)`)).toBe(`  // w = exp(-2 pi i e / 8192)\n${code}`);
  });

  test("not within quotes, and brackets there are none", () => {
    const said = `"usage: ${"run, check, ".repeat(6)}\\"or\\" (stop"`;
    const [first, second, ...others] = fitColumns(
      `  std::fprintf(stderr, ${said}, "${"x, ".repeat(14)}", '(', name);`,
    ).split("\n");
    expect(first).toBe(`  std::fprintf(stderr, ${said},`);
    expect(second).toBe(`               "${"x, ".repeat(14)}", '(', name);`);
    expect(others).toEqual([]);
    const alone = `  const char* const words = "${"one, two + ".repeat(12)}";`;
    expect(fitColumns(alone)).toBe(alone);
    const remark = `  const char* const words = "${"one  // two ".repeat(12)}";`;
    expect(fitColumns(remark)).toBe(remark);
  });

  test("comments between words, the definition of a term in its column", () => {
    const lines = fitColumns(` * stream     ${"launches go here ".repeat(9)}end`).split("\n");
    expect(lines.length).toBe(2);
    expect(lines[1]).toMatch(/^ \* {12}\S/);
    expect(fitColumns(`/** ${"Bytes of memory ".repeat(9)}*/`).split("\n")[1]).toMatch(/^ \* \S.*\*\/$/);
  });

  test("a function of one line becomes one of three", () => {
    const body = `return ${"a_long_name".repeat(9)}(batch);`;
    expect(fitColumns(`inline size_t bytes(size_t batch) { ${body} }`)).toBe(
      `inline size_t bytes(size_t batch) {\n  ${body}\n}`,
    );
  });
});

/** Of a package, what is printed for it and for people: no tables of numbers. */
const readable = (plan: Parameters<typeof emitted>[0]): string =>
  ownFiles(emitted(plan))
    .filter(({ path }) => /\.(?:cu|cuh|h)$/.test(path) && !path.endsWith("_tables.cuh"))
    .map(({ text }) => text)
    .join("\n");

test.each([
  ["plain", scheduledPlans({ maxElements: 4000, maxRank: 3 }), 25],
  ["cluster", clusterPlans(), 10],
] as const)("%s kernels: every line of a package fits", (_, plans, numRuns) => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { transform, kernels } = plan;
      const text = readable({ name: "named", plan: { transform, kernels } });
      for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(WIDTH);
      expect(fitColumns(text)).toBe(text);
    }),
    { seed: 3, numRuns },
  );
});
