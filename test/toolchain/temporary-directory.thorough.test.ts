// What a killed program has left among the temporary directories is gone when the next one makes its own; what lives, what is kept and
// what is somebody else's stays.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { mainFile, useProgram, useProject } from "../cli/program.js";

useProgram();
const project = useProject();
const scratch = (): readonly string[] => readdirSync(project.path("scratch"));

beforeEach(() => {
  project.clear();
  mkdirSync(project.path("scratch"));
  project.write(
    "plans/small.plan.ts",
    `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 8 },
  kernels: ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 64 threads, 16 columns, table"],
});
`,
  );
});

/** A compiler that says that it runs, and then waits; or fails. */
function compiler(script: string): Readonly<Record<string, string>> {
  const path = project.write(`compiler-${script.length}`, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return { CXX: path, TMPDIR: project.path("scratch"), COMPILERS: project.path("compilers") };
}

const waiting = 'echo $$ >> "$COMPILERS"; exec sleep 600';
const VERIFY = ["verify", "small", "--on", "emulator"];

/** A program that compiles, as far as that its compilers run. */
async function verifying(...words: readonly string[]) {
  const child = spawn(process.execPath, [mainFile(), ...VERIFY, ...words], {
    cwd: project.path(),
    env: { ...process.env, ...compiler(waiting) },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (!existsSync(project.path("compilers"))) await new Promise((resolve) => setTimeout(resolve, 20));
  return async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    // A killed program ends no compilers.
    spawnSync("sh", ["-c", `kill $(cat compilers)`], { cwd: project.path() });
  };
}

const failing = (...words: readonly string[]) => project.spawn([...VERIFY, ...words], compiler("exit 1"));

test("of a killed program", async () => {
  const kill = await verifying();
  const left = scratch();
  expect(left.length).toBeGreaterThan(0);
  // It lives: another one leaves it alone.
  expect((await failing()).code).toBe(3);
  expect(scratch()).toEqual(left);
  await kill();
  expect(scratch()).toEqual(left);
  expect((await failing()).code).toBe(3);
  expect(scratch()).toEqual([]);
});

test("what is kept, what is another machine's and what only looks like it stay", async () => {
  const others = [".fftgen-elsewhere.1.0123abcd", "fftgen-1", ".fftgen-notes"];
  for (const name of others) project.write(`scratch/${name}/file`, "not mine");
  const { stderr } = await failing("--keep");
  const [, kept = ""] = /\nkept: .*\/scratch\/(.*)$/m.exec(stderr) ?? [];
  expect((await failing()).code).toBe(3);
  expect(scratch()).toEqual([...others, kept].toSorted());
});
