// `fftgen gpu`, and GPUs that a file describes wherever one is named.
import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { knownGpus } from "../../generator/gpu/registry.js";
import { leastFile } from "../gpu/least-file.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const mine = JSON.stringify(leastFile);

describe("the command", () => {
  test("lists all, which is what it does without a word", async () => {
    const { code, stdout } = await project.run(["gpu"]);
    expect(code).toBe(0);
    for (const { name, aliases } of knownGpus)
      (expect(stdout).toContain(`${name} `), expect(stdout).toContain(aliases[0]));
    const listed = JSON.parse((await project.run(["gpu", "list", "--json"])).stdout) as {
      readonly gpus: readonly object[];
    };
    expect(listed.gpus).toHaveLength(knownGpus.length);
    expect(listed.gpus[0]).toMatchObject({ name: "Tesla V100-PCIE-16GB", architecture: "sm_70", multiprocessors: 80 });
  });

  test("shows one with the source of each number, and as a file that it reads again", async () => {
    const { stdout } = await project.run(["gpu", "show", "t4"]);
    expect(stdout).toMatch(/^Tesla T4\nalso called T4\n/);
    expect(stdout).toMatch(/^maxBlocksPerSm +16 {2}documented {2}CUDA C\+\+ Programming Guide/m);
    expect(stdout).toMatch(/^copyBandwidth +272 {2}estimated +320 GB\/s peak of GDDR6/m);
    const { stdout: file } = await project.run(["gpu", "show", "t4", "--json"]);
    project.write("t4.json", file);
    const again = await project.run(["gpu", "show", "t4.json"]);
    expect(again.stdout).toMatch(/^Tesla T4\nalso called T4\nfrom t4\.json\n/);
    expect((await project.run(["gpu", "show", "t4.json", "--json"])).stdout).toBe(file);
  });

  test("prints the schema of GPU files", async () => {
    const { stdout } = await project.run(["gpu", "schema"]);
    expect(JSON.parse(stdout)).toMatchObject({ properties: { clockGHz: { type: "number", maximum: 20 } } });
  });

  test("writes the program that measures a GPU, and never over what is there", async () => {
    const { code, stdout } = await project.run(["gpu", "--probe", "probe"]);
    expect(code).toBe(0);
    expect(stdout).toContain("nvcc -std=c++17 -O3 -arch=native gpu_probe.cu");
    expect(project.files()).toEqual(["probe/gpu_probe.cu"]);
    const again = await project.run(["gpu", "--probe", "probe"]);
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(again.stderr).toContain("--probe probe: the directory is not empty; name a new one");
  });

  test.each([
    [["show"], "gpu show needs a name"],
    [["H200"], 'gpu has no action "H200"; to look at a GPU, write `fftgen gpu show H200`'],
    [["lsit"], 'gpu has no action "lsit"; did you mean list?'],
    [["list", "H200"], 'gpu list takes no name: leave out "H200"'],
    [["show", "H200", "--probe", "x"], "--probe writes a program for any GPU: leave out what stands before it"],
    [["show", "RTX 4080"], 'unknown GPU "RTX 4080"; the nearest that are known: '],
    [["show", "no.json"], "cannot read no.json: there is no such file"],
    [["show", "a", "b"], "gpu takes list, show and a name, or schema; found show a b"],
  ])("%j is refused", async (words, message) => {
    const { code, stdout, stderr } = await project.run(["gpu", ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(project.files()).toEqual([]);
  });
});

describe("a GPU file", () => {
  const PLAN = "plans/c2c_f32_64.plan.ts";
  const plan = (...words: readonly string[]) =>
    project.run(["plan", "64", "--gpu", "gpus/mine.json", "--no-verify", "--no-compile", "--top", "1", ...words]);

  test("is what a plan is for, found from where the plan file lies", async () => {
    project.write("gpus/mine.json", mine);
    const { code, stdout } = await plan();
    expect(code).toBe(0);
    expect(stdout).toContain("on NVIDIA GeForce RTX 4080");
    expect(project.read(PLAN)).toContain('gpu: "../gpus/mine.json",');
    expect(project.read("generated/c2c_f32_64/include/fftgen/c2c_f32_64.h")).toContain(
      "Planned for NVIDIA GeForce RTX 4080 (sm_89)",
    );
    expect((await project.run(["emit", "--check"])).code).toBe(0);
    expect((await project.run(["explain", "c2c_f32_64"])).stdout).toContain("on NVIDIA GeForce RTX 4080");
    // Asked for again, it is the plan that is kept; another GPU gets a file of its own.
    expect((await plan("--dry-run")).stdout).toContain(`the plan would stay in ${PLAN}`);
    const other = await project.run(["plan", "64", "--gpu", "A100", "--dry-run", "--top", "1"]);
    expect(other.stdout).toContain("the plan would go to plans/c2c_f32_64.a100_sxm4_80gb.plan.ts");
    const list = await project.run(["list", "--json"]);
    expect(JSON.parse(list.stdout)).toMatchObject({ plans: [{ gpu: "NVIDIA GeForce RTX 4080" }] });
  });

  test("that is gone or broken is missed at the place in the plan file that names it", async () => {
    project.write("gpus/mine.json", mine);
    await plan();
    const line =
      project
        .read(PLAN)
        .split("\n")
        .findIndex((one) => one.includes("gpus/mine.json")) + 1;
    project.write("gpus/mine.json", mine.replace("2.505", "2505"));
    const broken = await project.run(["emit"]);
    expect(broken.code).toBe(2);
    expect(broken.stderr).toContain(`${PLAN}:${line}:9: gpus/mine.json: clockGHz: `);
    project.write(PLAN, project.read(PLAN).replace("mine.json", "other.json"));
    const gone = await project.run(["emit"]);
    expect(gone.stderr).toContain(`${PLAN}:${line}:9: cannot read gpus/other.json: there is no such file`);
  });

  test("goes along with measurements: those of a pack need it named, unless a plan has it", async () => {
    project.write("gpus/mine.json", mine);
    const pack = await project.run(["tune", "64", "--gpu", "gpus/mine.json", "--top", "1", "--pack", "pack"]);
    expect(pack.code).toBe(0);
    const candidate = JSON.parse(project.read("pack/jobs/c2c_f32_64-b262144-1.json")) as object;
    const timing = { milliseconds: 1, copyMilliseconds: 0.9, repeat: 9 };
    const measurement = {
      candidate,
      platform: { gpu: "NVIDIA GeForce RTX 4080", driver: "580", toolchain: "nvcc 13.0" },
      outcome: { kind: "measured", timing, relativeL2Error: 1e-7 },
      buildSeconds: 1,
      binaryBytes: 1000,
    };
    project.write("results.json", JSON.stringify([measurement]));
    const unnamed = await project.run(["tune", "--import", "results.json"]);
    expect(unnamed).toMatchObject({ code: 2, stdout: "" });
    expect(unnamed.stderr).toContain("NVIDIA GeForce RTX 4080: name that file, --gpu FILE.json");
    const named = await project.run(["tune", "--import", "results.json", "--gpu", "gpus/mine.json"]);
    expect(named).toMatchObject({ code: 0, stderr: "" });
    expect(project.read(PLAN)).toContain('gpu: "../gpus/mine.json",');
    expect(project.read(PLAN)).toContain("milliseconds: 1,");
    expect((await project.run(["tune", "--import", "results.json"])).code).toBe(0);
    expect((await project.run(["emit", "--check"])).code).toBe(0);
  });

  test("of more than a megabyte is not read", async () => {
    writeFileSync(project.path("big.json"), " ".repeat(2 ** 20) + readFileSync(project.write("m.json", mine), "utf8"));
    const { code, stderr } = await project.run(["gpu", "show", "big.json"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot read big\.json: it has \d+ bytes; such a file has at most 1048576/);
  });
});
