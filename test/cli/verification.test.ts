// Verification from the command line: compilers that are missing, fail or hang, results that are wrong, readers that leave.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { dealt, isDefault, isThorough } from "../effort.js";
import { CACHING_COMPILER } from "../toolchain/caching-compiler.js";
import { mainFile, runProgram, useProgram, useProject } from "./program.js";

useProgram();
const project = useProject();
const hasCompiler = spawnSync("g++", ["--version"]).status === 0;

const PLAN = `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 8 },
  kernels: ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 64 threads, 16 columns, table"],
});
`;

/** A compiler of our own, a shell script. Temporary files of this test go where they can be counted. */
function compiler(script: string): Readonly<Record<string, string>> {
  const path = project.write("compiler", `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return { CXX: path, TMPDIR: scratch() };
}

function scratch(): string {
  const path = project.path("scratch");
  mkdirSync(path, { recursive: true });
  return path;
}

/** On a copy of the package in which one root of unity is wrong, of a table or of a butterfly. */
const WRONG = `
if [ -e c2c_f32_16_kernels.cuh ]; then
  copy=$(mktemp -d) && cp -r . "$copy" && cd "$copy" && sed -i 's/0\\.7071/0.7171/' *.cuh
  trap 'rm -rf "$copy"' EXIT
fi
(${CACHING_COMPILER}
)`;

beforeEach(() => {
  project.clear();
  project.write("plans/small.plan.ts", PLAN);
});

const leftovers = (): readonly string[] => readdirSync(project.path("scratch"));

describe.runIf(isDefault)("a compiler that is not there", () => {
  test.each([
    ["a path", { CXX: "/nowhere/g++" }, "CXX names the compiler /nowhere/g++, which is not an executable file"],
    ["a directory", { CXX: "/" }, "CXX names the compiler /, which is not an executable file"],
    ["a name", { CXX: "no-such-compiler -g" }, "CXX names the compiler no-such-compiler, which is not on the PATH"],
    ["an empty PATH", { PATH: "" }, "no C++ compiler found: install g++ or clang++, or name one in the variable CXX"],
  ])("%s", async (_, environment, message) => {
    const verified = await project.run(["verify", "small", "--on", "emulator"], environment);
    expect(verified.stderr).toContain(message);
    expect(verified).toMatchObject({ code: 3, stdout: "" });
    const planned = await project.run(["plan", "16", "--on", "emulator"], environment);
    expect(planned.stderr).toContain(message);
    expect(planned.stderr).toContain("nothing was written; --no-verify writes the package unverified");
    expect(planned).toMatchObject({ code: 3, stdout: "" });
    expect(project.files()).toEqual(["plans/small.plan.ts"]);
  });
});

describe("a compiler that fails", () => {
  test.runIf(isThorough)("silently", async () => {
    const { code, stderr } = await project.spawn(["plan", "16", "--on", "emulator"], compiler("exit 1"));
    expect(stderr).toContain("compiler failed with exit code 1 and said nothing");
    expect(stderr).toContain("the command, in ");
    expect(code).toBe(3);
    expect(leftovers()).toEqual([]);
    expect(project.files()).toEqual(["compiler", "plans/small.plan.ts"]);
  });

  test.runIf(isThorough)("with many words, of which the first are shown", async () => {
    const script =
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do echo error $i >&2; done; exit 7";
    const { code, stderr } = await project.spawn(["verify", "small", "--on", "emulator"], compiler(script));
    expect(code).toBe(3);
    expect(stderr).toContain("compiler failed with exit code 7\n  error 1\n");
    expect(stderr).toContain("  error 20\n  ... 2 more lines\n");
    expect(leftovers()).toEqual([]);
  });

  test.runIf(isThorough)("a program that cannot be run", async () => {
    const script =
      'for last; do :; done; printf "#!/bin/sh\\necho out of memory >&2\\nexit 3\\n" > "$last"; chmod +x "$last"';
    const { code, stderr } = await project.spawn(["verify", "small", "--on", "emulator"], compiler(script));
    expect(stderr).toContain("the verification program of small ended with exit code 3\n  out of memory");
    expect(code).toBe(3);
    expect(leftovers()).toEqual([]);
  });
});

describe.skipIf(!hasCompiler)(`a result${hasCompiler ? "" : " (skipped: no g++)"}`, () => {
  test.runIf(isThorough)("that is right is shown, then the package is written", async () => {
    const { code, stdout, stderr } = await project.spawn(
      ["plan", "16", "--on", "emulator"],
      compiler(CACHING_COMPILER),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/\nverified {2}on the emulator, relative L2 error [\d.e-]+ \(bound 1\.8e-7\)\n/);
    expect(stdout).not.toContain("random input");
    expect(leftovers()).toEqual([]);
  });

  test.runIf(isDefault)(
    "that is right is one line, the table with --verbose, and one JSON value with --json",
    async () => {
      const words = ["verify", "small", "--on", "emulator", "--batch", "3"];
      const short = await project.run(words, compiler(CACHING_COMPILER));
      expect(short).toMatchObject({ code: 0, stderr: "" });
      expect(short.stdout).toMatch(/^small: verified on the emulator, relative L2 error [\d.e-]+ \(bound 1\.8e-7\)\n$/);
      const long = await project.run([...words, "--verbose"], compiler(CACHING_COMPILER));
      expect(long).toMatchObject({ code: 0, stderr: "" });
      expect(long.stdout).toMatch(/^random input, out of place .* ok$/m);
      expect(long.stdout).toMatch(/^small: verified, relative L2 error/m);
      const { code, stdout, stderr } = await project.run([...words, "--json"], compiler(CACHING_COMPILER));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout)).toMatchObject({
        target: "emulator",
        passed: true,
        packages: [{ name: "small", passed: true, report: { mode: "verify", passed: true } }],
      });
    },
  );

  test.runIf(isThorough)("that is wrong ends with 1, and nothing is written", async () => {
    const { code, stdout, stderr } = await project.spawn(["plan", "16", "--on", "emulator"], compiler(WRONG));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^random input, out of place .* FAILED$/m);
    expect(stderr).toBe(
      "fftgen: verification of c2c_f32_16 on the emulator failed: nothing was written; --no-verify writes the package all the same\n",
    );
    expect(project.files()).toEqual(["compiler", "plans/small.plan.ts"]);
    expect(leftovers()).toEqual([]);
  });

  test.runIf(isThorough)("that is wrong is JSON too with --json", async () => {
    await project.run(["plan", "16", "--no-verify", "--no-compile"]);
    const words = ["verify", "c2c_f32_16", "--on", "emulator", "--batch", "3", "--json"];
    const { code, stdout, stderr } = await project.spawn(words, compiler(WRONG));
    expect(code).toBe(1);
    expect(stderr).toBe("fftgen: verification failed on the emulator: c2c_f32_16\n");
    expect(JSON.parse(stdout)).toMatchObject({ passed: false, packages: [{ report: { passed: false } }] });
  });
});

/** Whether this user may mount a file system where nobody else sees it. */
const mayMount = spawnSync("unshare", ["-m", "true"]).status === 0;

test.skipIf(!mayMount || !isDefault)(
  "temporary files that cannot be run are found out before anything is compiled",
  async () => {
    const { CXX = "" } = compiler('[ "$1" = --version ] && echo 1.0 && exit\nexit 1');
    const command = `mount -t tmpfs -o noexec none "$TMPDIR" && exec "$0" "$1" verify small --on emulator`;
    const words = ["-m", "sh", "-c", command, process.execPath, mainFile()];
    const { code, stderr } = await runProgram("unshare", words, project.path(), { CXX, TMPDIR: scratch() });
    expect(stderr).toMatch(
      /^fftgen: cannot run .*: permission denied: .* seems to be mounted noexec; TMPDIR names another place for it\n$/,
    );
    expect(code).toBe(3);
  },
);

test.runIf(isThorough)("what takes long is said every ten seconds", async () => {
  const slow = compiler('[ "$1" = --version ] && echo 1.0 && exit\nsleep 12\nexit 1');
  const words = [mainFile(), "verify", "small", "--on", "emulator"];
  const { code, stderr } = await runProgram(process.execPath, words, project.path(), slow, "as it is");
  expect(code).toBe(3);
  expect(stderr).toMatch(/^fftgen: compiling small for the emulator \.\.\. \d+ s\n/);
});

describe("an interruption", () => {
  // All three go through one handler.
  test.each(dealt(["SIGINT", "SIGTERM", "SIGQUIT"] as const, (signal) => signal === "SIGINT"))(
    "by %s while compiling leaves nothing behind",
    async (signal) => {
      // The compiler writes down who it is and who works for it, as g++ has cc1plus, then hangs.
      const environment = compiler(
        `[ "$1" = --version ] && echo 1.0 && exit\nsleep 100 &\necho $$ $! >> ${project.path("pids")}\nwait`,
      );
      const child = spawn(process.execPath, [mainFile(), "plan", "16", "--on", "emulator"], {
        cwd: project.path(),
        env: { ...process.env, ...environment },
        stdio: ["ignore", "ignore", "pipe"],
      });
      let stderr = "";
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
      const pids = (): readonly string[] =>
        existsSync(project.path("pids")) ? readFileSync(project.path("pids"), "utf8").trim().split(/\s+/) : [];
      // Two translation units at the same time.
      while (pids().length < 4) await setTimeout(50);
      expect(leftovers()).not.toEqual([]);

      child.kill(signal);
      expect(await ended).toBe(128 + constants.signals[signal]);
      expect(stderr).toContain("fftgen: interrupted; nothing half-written is left behind");
      expect(leftovers()).toEqual([]);
      expect(project.files()).toEqual(["compiler", "pids", "plans/small.plan.ts"]);
      expect(pids().filter(isRunning)).toEqual([]);
    },
  );

  /** Neither gone nor waiting for its parent to hear of its end. */
  const isRunning = (pid: string): boolean => {
    const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" });
    return stdout.trim() !== "" && !stdout.startsWith("Z");
  };
});

describe.runIf(isDefault)("a reader that leaves", () => {
  test("after one line does not keep the plan from being written", async () => {
    const command = `"$0" "$1" plan 16 --no-verify --no-compile | head -1; exit "$\{PIPESTATUS[0]}"`;
    const { code, stdout, stderr } = await runProgram(
      "bash",
      ["-c", command, process.execPath, mainFile()],
      project.path(),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")).toHaveLength(2);
    expect(project.files()).toContain("plans/c2c_f32_16.plan.ts");
    expect(project.files()).toContain("generated/c2c_f32_16/c2c_f32_16.cu");
  });
});
