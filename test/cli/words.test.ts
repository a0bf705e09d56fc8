// Wrong words on the command line: the exit code is 2, the message says what would be right, and nothing is written.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram, useProject } from "./program.js";

useProgram();
const project = useProject();
beforeEach(() => project.clear());

/** Words, and what the message must say. */
const mistakes: readonly (readonly [string, string])[] = [
  [
    "",
    "name a command: plan, tune, emit, bundle, run, verify, explain, bench, study, example, fragments, gpu, init, list, wisdom, doctor or completion",
  ],
  ["plna 16", "unknown command plna; did you mean plan?"],
  ["256x256", "to plan that size, write `fftgen plan 256x256`"],
  ["--json list", "the command comes before its options"],
  ["plan", "plan needs one size"],
  ["plan 16 32", "plan takes one size, its lengths joined by x"],
  ["list all", "list takes options only; found all"],
  ["plan 16 --bacth 3", "plan has no option --bacth; did you mean --batch?"],
  ["plan 16 --inPlace", "did you mean --in-place?"],
  ["plan 16 --no-verfy", "did you mean --no-verify?"],
  ["plan 16 --check", "plan has no option --check; it belongs to emit, bundle or run."],
  ["plan 16 -x", "plan has no option -x."],
  ["plan 16 --batch", "--batch needs a value"],
  ["plan 16 --gpu --json", "--gpu needs a value"],
  ["plan 16 --out=", "--out needs a value"],
  ["plan 16 --json=yes", "--json takes no value"],
  ["plan 16 --batch 3 --batch 4", "--batch is given twice"],
  ["plan 16 --precision f8", "--precision f8: expected f32, f64, f16 or bf16"],
  ["plan 16 --order reversed", "expected natural or digit-reversed"],
  ["plan 0", "size 0: expected a positive length"],
  ["plan -5", "size -5: expected a positive length"],
  ["plan 3.5", "expected `x`, `*`, `+`, `-` or the end, found `.5`"],
  ["plan 16x", "expected a positive length such as 256 or 2^8, found the end"],
  ["plan 2^60", "must be below 2^53"],
  ["plan 2^30x2^30", "must be below 2^53"],
  ["plan 2^40", "NVIDIA H200 has 141.0 GB"],
  ["plan 2x2x2x2x2x2x2x2x2", "a transform has at most 8 dimensions"],
  ["plan 16 --batch 0", "--batch 0: expected one positive integer"],
  ["plan 16 --batch -1", "--batch -1: expected one positive integer"],
  ["plan 16 --batch 2x2", "--batch 2x2: expected one positive integer"],
  ["plan 16 --batch 2^40", "--batch 2^40: input and output need"],
  ["plan 16 --scale x", "--scale x: expected a number that f32 can hold"],
  ["plan 16 --scale 0", "--scale 0: expected a number"],
  ["plan 16 --scale 1e300", "expected a number that f32 can hold"],
  ["plan 16 --top 0", "--top 0: expected one positive integer"],
  ["plan 16 --top many", "--top many: expected one positive integer"],
  ["bench pears", "unknown suite pears; did you mean peers? Suites: peers, halves, powers-of-two"],
  ["bench peers fftw-1d", "bench takes one suite"],
  ["bench none.json", "cannot read none.json: "],
  ["bench --import none.jsonl", "cannot read none.jsonl: "],
  ["bench --only 2^99 --dry-run", "--only 2^99: no case of suite peers has this text in its name"],
  ["bench --top 0 --dry-run", "--top 0: expected one positive integer"],
  ["plan 16 --gpu H300", 'unknown GPU "H300"; the nearest that are known: NVIDIA H100 80GB HBM3, NVIDIA H200'],
  ["explain 16", "no plan 16: there are no plan files below plans/"],
  ["explain plans/none.plan.ts", "there is no file plans/none.plan.ts"],
  ["verify", "there are no plan files below plans/"],
  ["emit --out x", "there are no plan files below plans/"],
];

describe("a wrong word", () => {
  test.each(mistakes)("fftgen %s", async (line, message) => {
    const { code, stdout, stderr } = await project.run(line === "" ? [] : line.split(" "));
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^fftgen: /);
    // One message: a sentence or two, and where a place is pointed at, the text and a caret. Never a stack trace.
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
    // Where JSON is asked for, the mistake is told as JSON too.
    expect(stdout).toMatch(line.split(" ").includes("--json") ? /^\{\n {2}"schema": "fftgen\/error\/1"/ : /^$/);
    expect(code).toBe(2);
    expect(project.files()).toEqual([]);
  });
});

describe("help", () => {
  test.each(["plan", "tune", "emit", "verify", "explain", "bench", "list"])("fftgen %s --help", async (command) => {
    const { code, stdout, stderr } = await project.run([command, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^fftgen ${command}`));
    expect(stdout).toContain("Examples:");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
    // Every option is described.
    const undescribed = stdout.split("\n").filter((line) => /^\s+--[\w-]+\s*(\[|$)/.test(line));
    expect(undescribed).toEqual([]);
  });

  test("fftgen --help names every command and the exit codes", async () => {
    const { code, stdout } = await project.run(["--help"]);
    expect(code).toBe(0);
    for (const command of ["plan", "tune", "emit", "verify", "explain", "bench", "list"])
      expect(stdout).toContain(`fftgen ${command}`);
    // A full disk is of the second kind (unwritable.test.ts).
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Exit codes: 0 success, 1 a verification failed or files are stale, 2 invalid input or a file that cannot be read or written, 3 a compiler",
    );
  });

  test("fftgen help plan is fftgen plan --help, whatever the language of the machine", async () => {
    const asked = await project.run(["help", "plan"], { LC_ALL: "de_DE.UTF-8", LANG: "de_DE.UTF-8" });
    expect(asked).toEqual(await project.run(["plan", "--help"]));
  });

  test("fftgen --version", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
      readonly version: string;
    };
    expect(await project.spawn(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});
