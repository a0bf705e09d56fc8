// Plan files as people write them, with mistakes: the message names file, line and column, and says what would be right.
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const GOOD = `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 256 }, precision: "f32" },
  kernels: ["{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 128 threads, 8 columns, table"],
});
`;

/** What is wrong: a word of the good file, what stands in its place, and what the message says. */
const mistakes: readonly (readonly [string, string, string, string])[] = [
  ["a syntax error", "transform: {", "transform: {{", "plans/it.plan.ts:4:15: syntax error"],
  [
    "an unknown key",
    "precision",
    "precison",
    'plans/it.plan.ts:4:37: unknown key "precison" in the transform; did you mean "precision"?',
  ],
  ["code", '["{', '[first, "{', "plans/it.plan.ts:5:13: a plan must be a literal; found the name first"],
  ["illegal notation", "X(16,16,16", "Q(16,16,16", "plans/it.plan.ts:5:16: expected a sub-computation such as"],
  ["an unknown schedule word", "table", "tabel", "did you mean `table`?"],
  [
    "a misprint",
    "256,no-tw",
    "156,no-tw",
    "plans/it.plan.ts:5:14: kernel 1, sub-computation 1: extent of `X(16,16,16,156,no-tw)` is 156, but the length of X is 256: it should be `X(16,16,16,256,no-tw)`",
  ],
  [
    "too many threads",
    "128 threads",
    "2048 threads",
    "plans/it.plan.ts:5:14: kernel 1 cannot run on NVIDIA H200: 2048 threads exceed the 1024 of a block",
  ],
  [
    "columns that cannot be cut",
    "8 columns",
    "7 columns",
    "plans/it.plan.ts:5:14: kernel 1 cannot run on NVIDIA H200: ",
  ],
];

describe("a mistake in a plan file", () => {
  test.each(mistakes)("%s", async (_, right, wrong, message) => {
    const text = GOOD.replace(right, wrong);
    expect(text).not.toBe(GOOD);
    project.write("plans/it.plan.ts", text);
    for (const command of ["explain", "emit"]) {
      const { code, stdout, stderr } = await project.run([command, "plans/it.plan.ts"]);
      expect(stderr).toContain(message);
      expect(stderr).not.toMatch(/\n {4}at /);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    }
  });

  test("keeps emit from writing any package", async () => {
    project.write("plans/a.plan.ts", GOOD);
    project.write("plans/z.plan.ts", "export default 1;");
    const { code, stderr } = await project.run(["emit"]);
    expect(stderr).toContain("plans/z.plan.ts:1:16: ");
    expect(code).toBe(2);
    expect(project.files()).toEqual(["plans/a.plan.ts", "plans/z.plan.ts"]);
  });

  test("keeps plan from searching in vain", async () => {
    project.write("plans/c2c_f32_256.plan.ts", GOOD.replace("table", "tabel"));
    expect(await project.run(["plan", "256", "--dry-run"])).toMatchObject({ code: 2, stdout: "" });
    expect(await project.run(["plan", "256", "--dry-run", "--replan"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("does not hide the other plans from list", async () => {
    project.write("plans/good.plan.ts", GOOD);
    project.write("plans/bad.plan.ts", "export default 1;");
    const { code, stdout, stderr } = await project.run(["list"]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^good +256 +f32/m);
    expect(stderr).toContain("1 plan file is broken\nplans/bad.plan.ts:1:16: ");
    expect(JSON.parse((await project.run(["list", "--json"])).stdout)).toMatchObject({
      plans: [{ name: "good", passes: 1 }],
      broken: [expect.stringContaining("plans/bad.plan.ts:1:16: ")],
    });
  });
});

describe("a plan is found", () => {
  beforeEach(() => {
    project.write("plans/c2c_f32_256.plan.ts", GOOD);
    project.write("plans/papers/wide.plan.ts", GOOD);
  });

  test.each(["c2c_f32_256", "papers_wide", "papers/wide", "plans/papers/wide.plan.ts"])("by %s", async (text) => {
    const { code, stdout } = await project.run(["explain", text, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ transform: { precision: "f32" }, kernels: [{}], costs: [{}] });
  });

  test("and gives its name to the package", async () => {
    expect(await project.run(["emit", "papers_wide"])).toMatchObject({ code: 0 });
    expect(project.read("generated/papers_wide/include/fftgen/papers_wide.h")).toContain("fftgen_papers_wide_execute(");
  });

  test.each([
    ["c2c_f32_265", "did you mean c2c_f32_256?"],
    ["256", "did you mean c2c_f32_256?"],
    ["something-else-altogether", "no plan something-else-altogether. `fftgen list` shows the plans"],
  ])("or not: %s", async (text, message) => {
    const { code, stderr } = await project.run(["explain", text]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test("unless two would become the same package", async () => {
    project.write("plans/papers_wide.plan.ts", GOOD);
    expect(await project.run(["explain", "papers_wide"])).toMatchObject({ code: 2, stdout: "" });
    const { code, stderr } = await project.run(["emit"]);
    expect(stderr).toContain(
      "plans/papers/wide.plan.ts and plans/papers_wide.plan.ts would both become the package papers_wide",
    );
    expect(code).toBe(2);
  });

  test("and another order makes another name", async () => {
    expect(await project.run(["emit", "c2c_f32_256", "--order", "digit-reversed"])).toMatchObject({ code: 0 });
    expect(project.files()).toContain("generated/c2c_f32_256_digit_reversed/c2c_f32_256_digit_reversed.cu");
  });
});
