// `fftgen emit --upgrade`: which files it rewrites, what it shows, and what it leaves alone.
import { beforeEach, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();

beforeEach(() => project.clear());

const ROWS = `import { plan } from "fftgen";

/** Rows. */
export default plan({
  transform: { kind: "r2c", lengths: { X: 128 }, precision: "f32", batch: 8 },
  kernels: ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, table"], // ours
});
`;
const COMPLEX = ROWS.replace('kind: "r2c", ', "").replace("X: 128", "X: 64");
const DIFFERENCE = [
  "--- plans/rows.plan.ts",
  "+++ plans/rows.plan.ts",
  "@@ -3,5 +3,5 @@",
  " /** Rows. */",
  " export default plan({",
  '   transform: { kind: "r2c", lengths: { X: 128 }, precision: "f32", batch: 8 },',
  '-  kernels: ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, table"], // ours',
  '+  kernels: ["{ pairs: X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 8 threads, table, ordered stores"], // ours',
  " });",
];

test("the difference is shown, and written unless it is only to be shown", async () => {
  project.write("plans/rows.plan.ts", ROWS);
  project.write("plans/complex.plan.ts", COMPLEX);
  const words = ["emit", "--upgrade"];
  const end = "rewritten; 1 plan file is in the notation of today";
  expect(await project.run([...words, "--dry-run"])).toEqual({
    code: 0,
    stdout: [...DIFFERENCE, `1 plan file would be ${end}`, ""].join("\n"),
    stderr: "",
  });
  expect(project.read("plans/rows.plan.ts")).toBe(ROWS);
  expect(await project.run(words)).toEqual({
    code: 0,
    stdout: [...DIFFERENCE, `1 plan file is ${end}`, ""].join("\n"),
    stderr: "",
  });
  expect(project.read("plans/rows.plan.ts")).toBe(
    ROWS.replace("{ X(", "{ pairs: X(").replace("table", "table, ordered stores"),
  );
  expect(await project.run(words)).toEqual({
    code: 0,
    stdout: "2 plan files are in the notation of today: nothing is written\n",
    stderr: "",
  });
  expect(project.files()).toEqual(["plans/complex.plan.ts", "plans/rows.plan.ts"]);
});

test("what is named is rewritten, by name or by path, and the value says so", async () => {
  project.write("plans/rows.plan.ts", ROWS);
  project.write("plans/others/rows.plan.ts", ROWS);
  const path = project.write("elsewhere/rows.plan.ts", ROWS);
  const { stdout } = await project.run(["emit", "rows", "--upgrade", "--json"]);
  expect(JSON.parse(stdout)).toEqual({
    schema: "fftgen/emit-upgrade/1",
    dryRun: false,
    plans: [{ path: "plans/rows.plan.ts", state: "rewritten", diff: DIFFERENCE }],
  });
  expect(project.read("plans/others/rows.plan.ts")).toBe(ROWS);
  expect((await project.run(["emit", path, "--upgrade"])).code).toBe(0);
  expect(project.read("elsewhere/rows.plan.ts")).toBe(project.read("plans/rows.plan.ts"));
});

test("a mistake in one file leaves the others unchanged", async () => {
  project.write("plans/rows.plan.ts", ROWS);
  project.write("plans/wrong.plan.ts", COMPLEX.replace("{ X(", "{ paris: X("));
  const { code, stdout, stderr } = await project.run(["emit", "--upgrade"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(
    /^fftgen: plans\/wrong\.plan\.ts:6:16: expected a rule .*, found `paris`; did you mean `pairs`\?\n/,
  );
  expect(project.read("plans/rows.plan.ts")).toBe(ROWS);
});
