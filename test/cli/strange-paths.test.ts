// Paths that a shell would read as something else: of the project, of the compiler. Programs are found all the
// same, through every kind of runner, and nothing else is run.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { hostCompiler } from "../toolchain/compilers.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { useProject } from "./program.js";
import { standInCuda, type StandInCuda } from "./stand-in-cuda.js";

const STRANGE = "a b;touch PWNED;it's $(touch PWNED)";
const project = useProject(STRANGE);
const scratch = scratchFolder("strange");

describe.skipIf(hostCompiler === undefined)("a project, and nvcc, in a directory of a strange name", () => {
  let cuda: StandInCuda;
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    cuda = await standInCuda(join(scratch.path, "tools"));
    const elsewhere = join(scratch.path, "my cuda");
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(cuda.environment["NVCC"] ?? "", join(elsewhere, "nvcc"));
    environment = { ...cuda.environment, NVCC: join(elsewhere, "nvcc") };
  });

  const runner = (name: string, line: string): string => {
    const path = join(scratch.path, name);
    writeFileSync(path, `#!/bin/sh\necho "$1|$*" >>${path}.calls\nshift\n${line}\n`, { mode: 0o755 });
    return path;
  };

  test.each([
    ["of a shell at the other end, as ssh has it", "fakessh", 'cd / && exec sh -c "$*"'],
    ["that takes words as they are, as srun does", "fakesrun", 'exec "$@"'],
  ])(
    "a runner %s",
    async (_, name, line) => {
      const path = runner(name, line);
      const words = ["tune", "8", "--batch", "16", "--top", "1", "--repeat", "3", "--again"];
      const { code, stdout, stderr } = await project.run([...words, "--runner", `${path} --comment="x  y"`], {
        ...environment,
      });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("unknown GPU") as unknown });
      expect(stdout).toBe("");
      const tuned = await project.run([...words, "--gpu", "H200", "--runner", `${path} --comment="x  y"`], environment);
      expect(tuned).toMatchObject({ code: 0, stderr: "" });
      expect(tuned.stdout).toContain(" wins at ");
      const calls = readFileSync(`${path}.calls`, "utf8").trimEnd().split("\n");
      expect(calls.every((call) => call.startsWith("--comment=x  y|"))).toBe(true);
      expect(project.files().filter((file) => file.includes("PWNED"))).toEqual([]);
      for (const directory of [process.cwd(), scratch.path, "/"])
        expect(existsSync(join(directory, "PWNED"))).toBe(false);
    },
    180_000,
  );

  test("a quote that is not closed", async () => {
    const { code, stderr } = await project.run(["tune", "8", "--runner", 'srun "a'], environment);
    expect(code).toBe(2);
    expect(stderr).toContain('--runner srun "a: a quote is not closed');
  });
});
