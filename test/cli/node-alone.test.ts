// Node alone: the main job of README.md where there is no compiler, no GPU, and nothing else on the PATH.
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mainFile, runProgram, useProgram, useProject } from "./program.js";

useProgram();
const project = useProject();

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** A directory with Node in it. */
const path = mkdtempSync(join(tmpdir(), "fftgen-node-alone-"));
symlinkSync(process.execPath, join(path, "node"));
afterAll(() => rmSync(path, { recursive: true, force: true }));

const run = (words: readonly string[]): ReturnType<typeof runProgram> =>
  runProgram(join(path, "node"), [mainFile(), ...words], project.path(), { PATH: path, FFTGEN_WISDOM: project.wisdom });

/** The first command has shown that a process finds all that it needs. */
const here = (words: readonly string[]): ReturnType<typeof project.run> => project.run(words, { PATH: path });

test("README.md begins with two commands, for the main job and for the tests", () => {
  const [, commands = ""] = /```sh\n(.*?)```/su.exec(readme) ?? [];
  expect(commands).toBe("npm ci\nnpm ci && npm test\n");
  expect(readme.indexOf("```sh")).toBe(readme.indexOf("```"));
});

test("the first transform of README.md is planned, verified by the evaluator, and written", async () => {
  const [, command = ""] = /<!-- output: plan -->\n\n```\n\$ npx fftgen (.*)\n/u.exec(readme) ?? [];
  expect(command).toMatch(/^plan 4096 /);
  const { code, stdout, stderr } = await run(command.split(" "));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^verified {2}by the evaluator, every statement of its kernels for batch 1, relative L2 error \S+ \(bound \S+\)\n +a C\+\+ compiler \(g\+\+ or clang\+\+\) would add: /mu,
  );
  expect(JSON.parse(project.read("generated/c2c_f32_4096/verified.json"))).toMatchObject({
    transforms: [{ name: "c2c_f32_4096", by: "evaluator" }],
  });
  const verified = await here(["verify", "c2c_f32_4096"]);
  expect(verified).toMatchObject({ code: 0, stderr: "" });
  expect(verified.stdout).toMatch(
    /^c2c_f32_4096: verified by the evaluator, .*\na C\+\+ compiler .* would add: .*\n$/u,
  );
});

test("what the evaluator would take long for is written, and said not to be verified", async () => {
  const { code, stdout } = await here(["plan", "2^22", "--top", "1"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^not verified: by the evaluator it would take about \d+ minutes, and there is no C\+\+ compiler$/mu,
  );
  expect(stdout).toContain("would add: ");
  expect(project.files()).toContain("generated/c2c_f32_4194304/c2c_f32_4194304.cu");
  const verified = await here(["verify", "c2c_f32_4194304"]);
  expect(verified.stderr).toContain("cannot be verified: by the evaluator it would take");
  expect(verified.code).toBe(3);
});
