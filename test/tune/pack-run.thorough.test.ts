// A pack, run from end to end by a shell, the host compiler and the emulator: what is right is measured, what is wrong or broken
// is told and never measured, and a second call goes on where the first ended.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseMeasurements } from "../../generator/bench/measurement-file.js";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { at } from "../../generator/failure/errors.js";
import { packFiles } from "../../generator/tune/pack.js";
import type { Measurement } from "../../generator/tune/measurement.js";
import { runProgram, type Outcome } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { gpu, jobsOf } from "./jobs.js";

const folder = scratchFolder("pack");
const pack = join(folder.path, "pack");
const runner = join(folder.path, "runner.sh");
const calls = join(folder.path, "calls");
/** As it is found where fftgen is installed in a directory of such a name. */
const emulator = join(folder.path, "my proj (x)");
/** Each job's source has the number of its rank. */
const DAMAGE: Readonly<Record<string, (text: string) => string>> = {
  "2/c2c_f32_64_tables.cuh": (text) => text.replace("0.70710677f", "0.70710f"),
  "3/c2c_f32_64_kernels.cuh": (text) => `#error this "candidate" is broken\n${text}`,
  "4/c2c_f32_64.cu": (text) => text.replace("return status;", "return cudaErrorInvalidValue;"),
};

function damaged(path: string, text: string): string {
  const change = DAMAGE[path.replace("c2c_f32_64/", "")];
  if (change === undefined) return text;
  const changed = change(text);
  if (changed === text) throw new Error(`nothing was changed in ${path}`);
  return changed;
}

const [first, second, third, fourth, fifth] = jobsOf(64, 4, 5);

const run = (...words: readonly string[]): Promise<Outcome> =>
  runProgram("sh", ["run.sh", "-j", "2", "--emulator", emulator, "--repeat", "3", ...words], {
    directory: pack,
    environment: { CXX: cachingCompiler, RUNNER: `sh ${runner}` },
  });

/** What went through the runner since this was last asked. */
function newCalls(): readonly string[] {
  const text = existsSync(calls) ? readFileSync(calls, "utf8") : "";
  rmSync(calls, { force: true });
  return text.split("\n").filter((line) => line !== "");
}

const results = (): readonly Measurement[] => {
  const path = join(pack, "results.json");
  return parseMeasurements(readFileSync(path, "utf8"), path);
};

describe.skipIf(hostCompiler === undefined)("a pack", () => {
  let outcome: Outcome;
  let firstCalls: readonly string[];

  beforeAll(async () => {
    if (!first || !second || !third || !fourth || !fifth) throw new Error("too few jobs");
    for (const { path, text } of packFiles([first, second, third, fourth, fifth], gpu)) {
      mkdirSync(dirname(join(pack, path)), { recursive: true });
      writeFileSync(join(pack, path), damaged(path, text));
    }
    symlinkSync(emulatorDirectory, emulator);
    writeFileSync(runner, `echo "$@" >>${calls}; exec "$@"\n`);
    outcome = await run();
    firstCalls = newCalls();
  }, 120_000);
  afterAll(folder.remove);

  test("measures the right candidates and tells what is wrong with the others", () => {
    expect({ code: outcome.exitCode, stderr: outcome.stderr }).toEqual({ code: 0, stderr: "" });
    const lines = outcome.stdout.split("\n");
    expect(lines.filter((line) => line.includes("compiled c2c"))).toHaveLength(6);
    const told = lines.filter((line) => line.includes("batch 4, #"));
    expect(told[0]).toMatch(/^\[1\/5\] c2c_f32_64, batch 4, #1: [\d.e-]+ ms \([\d.]+ of copy\)$/);
    expect(told[1]).toMatch(/^\[2\/5\] c2c_f32_64, batch 4, #2: WRONG: beyond the error bound at output \(\d+\)/);
    expect(told[2]).toMatch(/#3: FAILED: does not build: .*#error this .*candidate.* is broken/);
    expect(told[3]).toMatch(/#4: FAILED: does not run: execute failed: cudaErrorInvalidValue/);
    expect(told[4]).toMatch(/#5: [\d.e-]+ ms/);
  });

  test("writes one JSON file of measurements", () => {
    const all = results();
    expect(all.map(({ candidate }) => candidate.rank)).toEqual([1, 2, 3, 4, 5]);
    expect(all.map(({ outcome: { kind } }) => kind).slice(0, 4)).toEqual(["measured", "wrong", "failed", "failed"]);
    expect(new Set(all.map(({ platform }) => JSON.stringify(platform))).size).toBe(1);
    expect(at(all, 0).candidate).toEqual(first?.candidate);
    expect(at(all, 0).platform).toMatchObject({ gpu: "fftgen emulator", driver: "none" });
    const measured = at(all, 0).outcome;
    if (measured.kind !== "measured") throw new Error("not measured");
    expect(measured.relativeL2Error).toBeGreaterThan(1e-9);
    expect(measured.relativeL2Error).toBeLessThan(2.2e-7);
    expect(measured.timing.repeat).toBe(3);
    const wrong = at(all, 1).outcome;
    if (wrong.kind !== "wrong") throw new Error("not wrong");
    expect(wrong.relativeL2Error).toBeGreaterThan(wrong.bound);
    expect(all.map(({ binaryBytes }) => binaryBytes > 1000)).toEqual([true, true, false, true, true]);
    // A compiler that has the object already takes as long as a process takes to start.
    expect(at(all, 0).buildSeconds).toBeGreaterThan(0.002);
  });

  test("runs programs, and nothing else, through the runner; hopeless ones are stopped relative to the best so far", () => {
    expect(firstCalls.map((line) => line.replace(/^.*\/build\//, ""))).toEqual([
      "c2c_f32_64/1/measure platform",
      "c2c_f32_64/1/measure measure --batch 4 --repeat 3",
      expect.stringMatching(/^c2c_f32_64\/2\/measure measure --batch 4 --repeat 3 --stop-above [\d.]+$/),
      expect.stringMatching(/^c2c_f32_64\/4\/measure measure --batch 4 --repeat 3 --stop-above [\d.]+$/),
      expect.stringMatching(/^c2c_f32_64\/5\/measure measure --batch 4 --repeat 3 --stop-above [\d.]+$/),
    ]);
    const { outcome: best } = at(results(), 0);
    if (best.kind !== "measured") throw new Error("not measured");
    const ratio = best.timing.milliseconds / best.timing.copyMilliseconds;
    const limit = Number(at(firstCalls, 2).split(" ").at(-1));
    expect(limit / ratio).toBeCloseTo(1.15, 3);
  });

  test("goes on from where it ended: keeps what it has, tries again what failed or is missing", async () => {
    const before = results();
    rmSync(join(pack, "results", "c2c_f32_64-b4-5.json"));
    const { exitCode, stdout } = await run();
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch(/compiled (?!c2c_f32_64\/3)/);
    expect(newCalls().map((line) => /c2c_f32_64\/(\d)\/measure (\w+)/.exec(line)?.slice(1).join(" "))).toEqual([
      "1 platform",
      "4 measure",
      "5 measure",
    ]);
    expect(stdout).toMatch(/#1: .*, from before$/m);
    expect(results().slice(0, 2)).toEqual(before.slice(0, 2));
    expect(results()).toHaveLength(5);
  });

  test("measures all again when told to", async () => {
    await run("--again");
    expect(newCalls()).toHaveLength(5);
  });

  test("loses nothing measured to Ctrl-C", async () => {
    rmSync(join(pack, "results.json"));
    const child = spawn("sh", ["run.sh", "--emulator", emulator, "--repeat", "2000", "--again"], {
      cwd: pack,
      env: { ...process.env, CXX: cachingCompiler },
      detached: true,
    });
    const code = await new Promise<number | null>((resolve) => {
      child.stdout.on("data", (text: Buffer) => {
        if (text.toString().includes("[1/5]") && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
      });
      child.on("close", resolve);
    });
    expect(code).toBe(130);
    const [one] = results();
    if (one?.outcome.kind !== "measured") throw new Error("not measured");
    expect(one.outcome.timing.repeat).toBe(2000);
    expect(readdirSync(join(pack, "results")).filter((name) => !name.endsWith(".json"))).toEqual([]);
  });

  test("says what it wants when it is called wrongly, or when nothing can be run", async () => {
    const wrong = await run("--repeet", "3");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toMatch(/^usage: sh run\.sh[\s\S]*there is no option --repeet\n$/);
    writeFileSync(runner, "echo 'no such partition' >&2; exit 1\n");
    const unreachable = await run("--again");
    expect(unreachable).toMatchObject({
      exitCode: 3,
      stderr: "run.sh: cannot run programs on the GPU: no such partition\n",
    });
  });

  describe("its program", () => {
    const measure = (...words: readonly string[]): Promise<Outcome> =>
      runProgram(join(pack, "build/c2c_f32_64/1/measure"), words);
    const kindOf = ({ stdout }: Outcome): unknown =>
      (JSON.parse(stdout) as { readonly outcome: { readonly kind: unknown } }).outcome.kind;

    test("stops a candidate that takes longer than so many copies, after few launches", async () => {
      const hopeless = await measure("measure", "--batch", "4", "--repeat", "9", "--stop-above", "0.000001");
      expect({ code: hopeless.exitCode, kind: kindOf(hopeless) }).toEqual({ code: 0, kind: "stopped" });
      expect(hopeless.stdout).toContain(`"repeat":5`);
      const hopeful = await measure("measure", "--batch", "4", "--repeat", "9", "--stop-above", "1e9");
      expect(kindOf(hopeful)).toBe("measured");
      expect(hopeful.stdout).toContain(`"repeat":9`);
    });

    test.each([
      [[], "the first word is measure or platform"],
      [["measure"], "measure needs --batch"],
      [["measure", "--batch"], "--batch needs a value"],
      [["measure", "--batch", "0"], "--batch needs a whole number of at least 1, not '0'"],
      [["measure", "--batch", "1", "--stop-above", "-1"], "--stop-above needs a positive number, not '-1'"],
      [["measure", "--bach", "1"], "there is no option '--bach'"],
    ])("refuses %j", async (words, message) => {
      const { exitCode, stdout, stderr } = await measure(...words);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr.split("\n")[0]).toBe(message);
    });
  });
});
