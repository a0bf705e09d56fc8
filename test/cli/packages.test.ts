// `fftgen emit`: packages on disk are what their plans give, or are said not to be.
import { statSync, symlinkSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
const PACKAGE = "generated/small";
const planText = (columns: number): string => `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32" },
  kernels: ["{ X(1,16,1,16,no-tw) } on ${columns} threads, ${columns} columns, table"],
});
`;

beforeEach(async () => {
  project.clear();
  project.write("plans/small.plan.ts", planText(128));
  expect(await project.run(["emit"])).toEqual({
    code: 0,
    stdout: "plans/small.plan.ts -> generated/small/\n",
    stderr: "",
  });
});

describe("emit", () => {
  test("leaves a package alone that is up to date", async () => {
    const header = project.path(PACKAGE, "small.h");
    const before = statSync(header);
    expect((await project.run(["emit"])).stdout).toBe("plans/small.plan.ts -> generated/small/  (unchanged)\n");
    expect(statSync(header)).toMatchObject({ mtimeMs: before.mtimeMs, ino: before.ino });
  });

  test("replaces one that is not, and removes what no longer belongs to it", async () => {
    project.write(`${PACKAGE}/fftgen_old.hpp`, "// of an earlier version");
    project.write("plans/small.plan.ts", planText(64));
    expect(await project.run(["emit"])).toMatchObject({ code: 0 });
    expect(project.files()).not.toContain(`${PACKAGE}/fftgen_old.hpp`);
    expect(project.read(`${PACKAGE}/small.h`)).toContain("64 threads");
    expect(project.files().filter((file) => /\/\.|\.tmp$/.test(file))).toEqual([]);
  });

  test("does not touch a directory with files of others", async () => {
    project.write(`${PACKAGE}/notes.txt`, "mine");
    project.write("plans/small.plan.ts", planText(64));
    const { code, stderr } = await project.run(["emit"]);
    expect(stderr).toContain("generated/small holds files that fftgen did not generate (notes.txt)");
    expect(code).toBe(2);
    expect(project.read(`${PACKAGE}/small.h`)).toContain("128 threads");
  });

  test("writes through a symbolic link", async () => {
    project.write("elsewhere/.keep", "");
    symlinkSync("elsewhere", project.path("link"));
    expect(await project.run(["emit", "small", "--out", "link"])).toMatchObject({ code: 2 });
    await project.run(["emit", "small", "--out", "fresh"]);
    symlinkSync("fresh", project.path("good"));
    project.write("plans/small.plan.ts", planText(64));
    expect(await project.run(["emit", "small", "--out", "good"])).toMatchObject({ code: 0 });
    expect(project.read("fresh/small.h")).toContain("64 threads");
  });

  test("with --out wants one plan", async () => {
    project.write("plans/other.plan.ts", planText(64));
    expect(await project.run(["emit", "--out", "x"])).toMatchObject({
      code: 2,
      stderr: "fftgen: --out names one directory: give exactly one plan with it\n",
    });
  });

  test("--json", async () => {
    expect(JSON.parse((await project.run(["emit", "--json"])).stdout)).toMatchObject({
      packages: [{ plan: "plans/small.plan.ts", name: "small", directory: PACKAGE, state: "unchanged" }],
    });
  });
});

describe("emit --check", () => {
  test("agrees and says so", async () => {
    const { code, stdout } = await project.run(["emit", "--check"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "1 package is what its plan gives\n" });
  });

  test("names what differs, is missing or is too many, and changes nothing", async () => {
    project.write(`${PACKAGE}/README.md`, "changed");
    project.write(`${PACKAGE}/notes.txt`, "mine");
    project.write("plans/fresh.plan.ts", planText(64));
    const before = project.files();
    const { code, stdout, stderr } = await project.run(["emit", "--check"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("generated/small/README.md: differs from what the plan gives");
    expect(stderr).toContain("generated/small/notes.txt: not part of the package");
    expect(stderr).toContain("generated/fresh/fresh.h: missing");
    expect(project.files()).toEqual(before);
    const json = await project.run(["emit", "--check", "--json"]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      passed: false,
      packages: [{ name: "fresh" }, { name: "small", stale: [expect.any(String), expect.any(String)] }],
    });
  });
});
