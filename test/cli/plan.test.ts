// `fftgen plan`: what it writes, what it keeps, what it says. Verification has a file of its own.
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const PLAN = "plans/c2c_f32_16.plan.ts";
const plan = (...words: readonly string[]) => project.run(["plan", ...words, "--no-verify", "--no-compile"]);

describe("a first plan", () => {
  test("is written with its package, and the last three lines say what to do next", async () => {
    const { code, stdout, stderr } = await plan("16");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const files = project.files();
    expect(files).toContain(PLAN);
    expect(files).toContain("generated/c2c_f32_16/c2c_f32_16.cu");
    expect(files.filter((file) => !/^(plans|generated\/c2c_f32_16)\/[\w./]+$/.test(file))).toEqual([]);
    expect(stdout).toMatch(
      /^16 complex-to-complex FFT, f32, forward, natural order, for batch 1048576 on NVIDIA H200\n/,
    );
    const next = stdout.trimEnd().split("\n").slice(-3);
    expect(next[0]).toMatch(/^Next: vendor it .*generated\/c2c_f32_16\/.*fftgen::c2c_f32_16$/);
    expect(next[1]).toMatch(/^ +tune it /);
    expect(next[2]).toMatch(/^ +look inside +fftgen explain c2c_f32_16$/);
  });

  test("is one that emit, list and explain agree with", async () => {
    await plan("16");
    expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0, stderr: "" });
    expect((await project.run(["list"])).stdout).toContain("c2c_f32_16");
    const { code, stdout } = await project.run(["explain", "c2c_f32_16", "--text"]);
    expect(code).toBe(0);
    expect(stdout).toContain("__global__");
  });

  test("is plain text of at most 120 columns when nobody looks", async () => {
    const { stdout } = await plan("32x32x32", "--batch", "512", "--dry-run", "--top", "9");
    expect(stdout).not.toContain("\u001B");
    const lines = stdout.split("\n");
    expect(lines.filter((line) => line.length > 120 || line !== line.trimEnd())).toEqual([]);
    expect(lines.filter((line) => /^\d+ +0\.\d+ +\d+% /.test(line))).toHaveLength(9);
  });
});

describe("the options", () => {
  test.each([
    ["3*2^2", "c2c_f32_12", ["X: 12", 'precision: "f32"', 'direction: "forward"', "scale: 1,"]],
    ["2^2x2^3 --batch 2^5", "c2c_f32_4x8", ["Y: 4, X: 8", "batch: 32"]],
    [
      "8 --precision f64 --inverse --in-place --scale 1/N --order digit-reversed",
      "c2c_f64_8_inverse_digit_reversed_in_place_scaled_by_1_over_8",
      ['"f64"', '"inverse"', '"in-place"', "scale: 0.125", '"digit-reversed"'],
    ],
    ["64 --gpu A100", "c2c_f32_64", ["NVIDIA A100"]],
    ["64 --fast-twiddles", "c2c_f32_64", ["fast-sincos"]],
  ])("plan %s", async (line, name, facts) => {
    expect(await plan(...line.split(" "))).toMatchObject({ code: 0, stderr: "" });
    const text = project.read(`plans/${name}.plan.ts`);
    for (const fact of facts) expect(text).toContain(fact);
    expect(project.files()).toContain(`generated/${name}/${name}.cu`);
  });

  test("--out takes the package elsewhere", async () => {
    expect(await plan("16", "--out", "deep/down/fft")).toMatchObject({ code: 0 });
    expect(project.files()).toContain("deep/down/fft/c2c_f32_16.cu");
    expect(project.files().some((file) => file.startsWith("generated/"))).toBe(false);
  });

  test("--dry-run writes nothing", async () => {
    const { code, stdout } = await project.run(["plan", "16", "--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toContain("dry run: nothing was written");
    expect(project.files()).toEqual([]);
  });

  test("--json prints one JSON value and nothing else", async () => {
    const { code, stdout, stderr } = await plan("16", "--json", "--top", "3");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      name: "c2c_f32_16",
      gpu: "NVIDIA H200",
      emitted: { rank: 1 },
      ranking: [{}, {}, {}],
      plan: { path: PLAN, state: "written" },
      package: { directory: "generated/c2c_f32_16", state: "written" },
      verification: null,
    });
  });
});

describe("a plan file that is there", () => {
  /** Another legal plan than the search finds, with a comment. */
  const edit = (): string => {
    const text = project
      .read(PLAN)
      .replace(
        /kernels: \[[^]*?\],\n/,
        'kernels: ["{ X(1,16,1,16,no-tw) } on 128 threads, 128 columns, table"], // mine\n',
      );
    project.write(PLAN, text);
    return text;
  };

  test("is kept byte for byte, emitted, and told from what the search ranks first", async () => {
    await plan("16");
    const text = edit();
    const { code, stdout } = await plan("16");
    expect(code).toBe(0);
    expect(project.read(PLAN)).toBe(text);
    expect(stdout).toMatch(/^ *\* .*\{ X\(1,16,1,16,no-tw\) \}$/m);
    expect(stdout.replaceAll("\n", " ")).toMatch(
      /\* plans\/c2c_f32_16\.plan\.ts is kept, and this plan is what is emitted: it is not among the search's first \d, and is predicted to take .* the first\. --replan replaces it with the first\./,
    );
    expect(project.read("generated/c2c_f32_16/include/fftgen/c2c_f32_16.h")).toContain("{ X(1,16,1,16,no-tw) }");
    expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0 });

    const value = JSON.parse((await plan("16", "--json", "--top", "1")).stdout) as { readonly emitted: unknown };
    expect(value).toMatchObject({
      emitted: { rank: null, kernels: [expect.stringContaining("X(1,16,1,16,no-tw)")] },
      plan: { state: "kept" },
      package: { state: "unchanged" },
    });
  });

  test("is replaced with --replan", async () => {
    await plan("16");
    const first = project.read(PLAN);
    edit();
    const { stdout } = await plan("16", "--replan");
    expect(stdout).toContain(`${PLAN}  (replaced)`);
    expect(project.read(PLAN)).toBe(first);
  });

  test("is kept for its own batch, and the difference is said", async () => {
    await plan("16");
    const { code, stdout } = await plan("16", "--batch", "7");
    expect(code).toBe(0);
    expect(stdout.replaceAll("\n", " ")).toContain("Its batch is 1048576; the times above are for batch 7.");
    expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0 });
  });

  test("is refused when it computes something else", async () => {
    await plan("16", "--scale", "0.5");
    const path = "plans/c2c_f32_16_scaled_by_1_over_2.plan.ts";
    project.write(path, project.read(path).replace("scale: 0.5", "scale: 0.25"));
    const before = project.files();
    const { code, stdout, stderr } = await plan("16", "--scale", "0.5");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("its scale is 0.25, not 0.5. --replan replaces it");
    expect(project.files()).toEqual(before);
  });
});

describe("what cannot be written", () => {
  test.each([
    ["a parent that is a file", ["--out", "file/fft"], "cannot write to file/fft: file is a file, not a directory"],
    ["a file", ["--out", "file"], "file is a file, not a directory"],
    [
      "foreign files",
      ["--out", "mine"],
      "mine/include/fftgen/c2c_f32_16.h, mine/README.md are in the way, and fftgen did not write them: move them, or choose another",
    ],
    ["a directory of one's own", ["--out", ".", "--anywhere"], "README.md is in the way, and fftgen did not write it"],
  ])("%s", async (_, words, message) => {
    project.write("file", "");
    for (const name of ["include/fftgen/c2c_f32_16.h", "README.md", "notes.txt"])
      project.write(`mine/${name}`, "Generated by fftgen");
    project.write("README.md", "# mine\n");
    const before = project.files();
    const { code, stdout, stderr } = await plan("16", ...words);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(project.files()).toEqual(before);
  });

  test("plans/ that is a file", async () => {
    project.write("plans", "");
    const { code, stderr } = await plan("16");
    expect(stderr).toContain("plans is a file, not a directory");
    expect(code).toBe(2);
    expect(project.files()).toEqual(["plans"]);
  });
});
