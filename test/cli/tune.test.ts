// `fftgen tune`: measures, writes the winner with its evidence, remembers what it measured; by way of a pack too. On the emulator,
// which stands in for a GPU: times mean nothing, so nothing here depends on which candidate wins.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Measurement } from "../../generator/tune/measurement.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { isThorough } from "../effort.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { useProject, type Outcome } from "./program.js";
import { standInCuda, standInPlatform } from "./stand-in-cuda.js";

const project = useProject();
const tools = mkdtempSync(join(tmpdir(), "fftgen-tools-"));
afterAll(() => rmSync(tools, { recursive: true, force: true }));
const runner = join(tools, "runner.sh");
writeFileSync(runner, `echo "$@" >>${runner}.calls; shift; exec "$@"\n`);
/** The second candidate is said to spill registers, the third a few. */
const cuda = await standInCuda(tools, ["/2/", 160], ["/3/", 16]);

const PLAN = "plans/c2c_f32_8.plan.ts";
const STORE = ".fftgen/measurements.jsonl";
const OPTIONS = ["--gpu", "H200", "--batch", "16", "--top", "3", "--repeat", "3"];
const tune = (...words: readonly string[]): Promise<Outcome> => project.run(["tune", ...words], cuda.environment);

const stored = (): readonly Measurement[] =>
  project
    .read(STORE)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Measurement);

describe("without a GPU", () => {
  beforeEach(() => project.clear());

  test("the other ways to measure are named, and nothing is written", async () => {
    const { code, stderr } = await project.run(["tune", "8"], { PATH: "/nowhere", NVCC: join(tools, "nvcc") });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^fftgen: no GPU answers `nvidia-smi /);
    expect(stderr).toContain("--runner");
    expect(stderr).toContain("--pack DIR");
    expect(project.files()).toEqual([]);
  });

  test("a dry run shows the candidates", async () => {
    const { code, stdout } = await project.run(["tune", "8", "--dry-run", "--top", "3"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^8 complex-to-complex FFT, .*, batch 2097152\n#/);
    expect(stdout).toMatch(/^1 +[\d.]+ +\{ X\(/m);
    expect(stdout).toMatch(/^3 /m);
    expect(stdout).toMatch(/\ndry run: nothing was measured or written; times are predictions\n$/);
    expect(project.files()).toEqual([]);
  });

  test("a pack is written to a new directory, and only there", async () => {
    const { code, stdout } = await project.run(["tune", "8", "12", "--top", "2", "--pack", "far/pack"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^pack {6}far\/pack\/ {2}\(4 candidates of 2 transforms\)\n\nNext: /);
    expect(project.files().every((file) => file.startsWith("far/pack/"))).toBe(true);
    expect(project.read("far/pack/jobs.txt").trimEnd().split("\n")).toHaveLength(4);
    const again = await project.run(["tune", "8", "--pack", "far/pack"]);
    expect(again).toMatchObject({
      code: 2,
      stderr: "fftgen: --pack far/pack: the directory is not empty; name a new one\n",
    });
  });

  test("the lines to copy have the name of a pack as one word", async () => {
    const { code, stdout } = await project.run(["tune", "8", "--top", "1", "--pack", "pa ck"]);
    expect(code).toBe(0);
    expect(stdout).toContain("there: sh 'pa ck/run.sh'\n");
    expect(stdout).toMatch(/ tune --import 'pa ck\/results\.json'\n$/);
  });

  test.each([
    [[], /^fftgen: tune needs a transform: a size such as 256x256x256/],
    [["8", "8", "--dry-run"], /^fftgen: c2c_f32_8 is given twice; give it once\n/],
    [["8", "--top", "0"], /^fftgen: --top 0: expected one positive integer/],
    [["c2c_f32_8"], /^fftgen: no plan c2c_f32_8/],
    [["--import", "no.json"], /^fftgen: cannot read no\.json/],
    [["8", "--import", "no.json"], /^fftgen: --import no\.json names the transforms itself: leave out 8\n/],
  ])("%j is refused", async (words, message) => {
    const isAway = words.includes("--import") || words.includes("--dry-run");
    const { code, stdout, stderr } = await project.run(["tune", ...(isAway ? [] : ["--pack", "new"]), ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

describe.skipIf(hostCompiler === undefined)("on a GPU", () => {
  let outcome: Outcome;
  beforeAll(async () => {
    project.clear();
    cuda.compiled();
    outcome = await tune("8", ...OPTIONS, "--runner", `sh ${runner} gpu`);
  }, 120_000);

  test("what needs the GPU goes through the runner, and finds its files there", () => {
    const calls = readFileSync(`${runner}.calls`, "utf8").trimEnd().split("\n");
    expect(calls.map((line) => line.replace(/ .*\.fftgen\/\.fftgen-[\w.-]+\//, " "))).toEqual([
      "gpu nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader",
      expect.stringMatching(/^gpu cat \/.*\/\.fftgen\/\.fftgen-[\w.-]+$/),
      "gpu pack/build/c2c_f32_8/1/measure platform",
      "gpu pack/build/c2c_f32_8/1/measure measure --batch 16 --repeat 3",
      expect.stringMatching(
        /^gpu pack\/build\/c2c_f32_8\/3\/measure measure --batch 16 --repeat 3 --stop-above [\d.e+]+$/,
      ),
    ]);
    expect(project.files().filter((file) => file.startsWith(".fftgen/"))).toEqual([".fftgen/.gitignore", STORE]);
  });

  test("the winner, its evidence and its package are written", async () => {
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: "" });
    expect(outcome.stdout).toMatch(/^8 complex.*, batch 16 on fftgen emulator, driver none, nvcc 13\.0\n/);
    expect(outcome.stdout).toMatch(/^[13] .*best/m);
    expect(outcome.stdout).toMatch(/^2 .*spills/m);
    expect(outcome.stdout).toContain("#2 is refused: it spills 160 bytes of registers");
    expect(outcome.stdout).toContain("#3 spills 16 bytes of registers");
    const plan = project.read(PLAN);
    expect(plan).toMatch(/fastest of 2 plans measured on fftgen emulator\.$/m);
    expect(plan).toContain("batch: 16");
    const right = stored().filter(({ outcome: { kind } }) => kind === "measured");
    expect(plan).toMatch(
      /evidence: \[\n {4}\{\n {6}gpu: "fftgen emulator",\n {6}driver: "none",\n {6}toolchain: "nvcc 13\.0",/,
    );
    expect(right.map(({ candidate }) => candidate.text)).toContain(/text: "(.*)"/.exec(plan)?.[1]);
    expect((await project.run(["emit", "--check"])).code).toBe(0);
    expect(outcome.stdout).toMatch(/\nNext: verify it {2}fftgen verify c2c_f32_8\n/);
  });

  test("every measurement is stored, hidden from version control", () => {
    expect(stored().map(({ candidate }) => candidate.rank)).toEqual([1, 2, 3]);
    for (const { platform } of stored()) expect(platform).toEqual(standInPlatform);
    expect(stored()[1]?.outcome).toEqual({ kind: "spills", bytes: 160 });
    expect(stored()[0]?.outcome).not.toHaveProperty("spilledBytes");
    expect(stored()[2]?.outcome).toMatchObject({ spilledBytes: 16 });
    expect(project.read(".fftgen/.gitignore")).toBe("*\n");
  });

  test("a second call measures nothing anew, keeps what people wrote, and is as good as none", async () => {
    cuda.compiled();
    project.write(PLAN, project.read(PLAN).replace("export default", "// mine\nexport default"));
    const before = project.read(PLAN);
    const { code, stdout } = await tune("c2c_f32_8", "--gpu", "H200", "--top", "3");
    expect(code).toBe(0);
    expect(cuda.compiled().filter((path) => path.startsWith("c2c"))).toEqual([]);
    expect(project.read(PLAN)).toBe(before);
    expect(stdout).toMatch(/^plan {6}plans\/c2c_f32_8\.plan\.ts {2}\(unchanged\)\npackage {3}.*\(unchanged\)$/m);
  });

  test("list shows the evidence, and that it is stale when the plan has been edited", async () => {
    const before = project.read(PLAN);
    const line = async (): Promise<string> => /^c2c_f32_8 .*$/m.exec((await project.run(["list"])).stdout)?.[0] ?? "";
    expect(await line()).toMatch(/ \d\S* +\d+% +fftgen emulator$/);
    project.write(PLAN, before.replace(/\d+ blocks\/SM/, "3 blocks/SM"));
    expect(await line()).toMatch(/fftgen emulator, stale$/);
    project.write(PLAN, before);
  });

  test("what came of it can be had as JSON", async () => {
    const { stdout } = await tune("8", ...OPTIONS, "--json");
    const { transforms } = JSON.parse(stdout) as {
      readonly transforms: readonly { readonly fastest: number; readonly evidence: { readonly text: string } }[];
    };
    const winner = stored().find(({ candidate }) => candidate.rank === transforms[0]?.fastest);
    expect(transforms).toHaveLength(1);
    expect(transforms[0]).toMatchObject({ name: "c2c_f32_8", batch: 16, platform: standInPlatform });
    expect(transforms[0]?.evidence.text).toBe(winner?.candidate.text);
  });

  describe("import", () => {
    const RESULTS = "results.json";
    /** As a pack of three candidates would give it, the third made the fastest. */
    const results = (change: (one: Measurement) => Measurement = (one) => one): string =>
      JSON.stringify(
        stored().map((one) => {
          const { outcome: measured, candidate } = one;
          if (measured.kind === "spills") return change(one);
          const timing = { milliseconds: candidate.rank === 3 ? 1 : 2, copyMilliseconds: 0.8, repeat: 9 };
          return change({ ...one, outcome: { kind: "measured", timing, relativeL2Error: 5e-8 } });
        }),
      );

    test("writes what a pack measured: another winner, its evidence in the place of the stale", async () => {
      const third = stored()[2]?.candidate;
      project.write(RESULTS, results());
      const { code, stdout, stderr } = await project.run(["tune", "--import", RESULTS]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^3 .*80% .*best/m);
      const plan = project.read(PLAN);
      expect(plan).toContain("// mine\nexport default");
      expect(plan).toContain(third?.kernels[0] ?? "no candidate");
      expect(plan.match(/text: "sha256:\w+"/g)).toEqual([`text: "${third?.text ?? ""}"`]);
      expect(plan).toMatch(/milliseconds: 1,\n {6}ratioToCopy: 1\.25,\n {6}relativeL2Error: 5e-8,/);
      expect(stdout).toMatch(/\(edited in place\)\npackage {3}.*\((written|unchanged)\)$/m);
      expect((await project.run(["emit", "--check"])).code).toBe(0);
    });

    test("keeps the evidence of another GPU for the same text", async () => {
      project.write(
        RESULTS,
        results((one) => ({ ...one, platform: { ...one.platform, gpu: "NVIDIA H200" } })),
      );
      expect((await project.run(["tune", "--import", RESULTS])).code).toBe(0);
      expect([...project.read(PLAN).matchAll(/gpu: "(.*)"/g)].map(([, gpu]) => gpu)).toEqual([
        // That the plan is for; then those that it was measured on.
        "NVIDIA H200",
        "fftgen emulator",
        "NVIDIA H200",
      ]);
    });

    test("of wrong candidates only writes nothing and fails", async () => {
      const before = project.read(PLAN);
      const wrong = { kind: "wrong", relativeL2Error: 1, bound: 1e-7, reason: "output (3) was not written" } as const;
      project.write(
        RESULTS,
        results((one) => ({ ...one, outcome: wrong })),
      );
      const { code, stdout, stderr } = await project.run(["tune", "--import", RESULTS]);
      expect(code).toBe(1);
      expect(stdout).toContain("#1 is wrong: output (3) was not written (bound 1.0e-7)");
      expect(stderr).toMatch(
        /no candidate gives right results without spilling registers: c2c_f32_8; nothing was written for it/,
      );
      expect(project.read(PLAN)).toBe(before);
    });

    test("of texts that are emitted differently now says so", async () => {
      const text = `sha256:${"0".repeat(64)}`;
      project.write(
        RESULTS,
        results((one) => ({ ...one, candidate: { ...one.candidate, text } })),
      );
      const { code, stderr } = await project.run(["tune", "--import", RESULTS]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/emits other code for all candidates of c2c_f32_8 than was measured: make a new pack/);
    });
  });
});

test.skipIf(hostCompiler === undefined || !isThorough)(
  "the emulator measures too, through no compiler of CUDA, but what it says is no evidence",
  async () => {
    project.clear();
    const words = ["tune", "8", "--on", "emulator", "--batch", "2", "--top", "1"];
    const { code, stdout } = await project.run(words, { CXX: cachingCompiler });
    expect(code).toBe(0);
    expect(stdout).toMatch(/measured under the emulator, whose times are meaningless: nothing was written\n$/);
    expect(project.files()).toEqual([]);
  },
);
