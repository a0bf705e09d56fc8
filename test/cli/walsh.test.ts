// Walsh-Hadamard transforms on the command line: what is planned, written, kept, explained and listed, and what is refused.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const PLAN = "plans/fwht_f32_64.plan.ts";
const plan = (line: string) => project.run(["plan", ..."fwht ".concat(line).split(" "), "--no-verify", "--no-compile"]);

describe("a plan", () => {
  test("is written with its package, and emit, list and explain agree with it", async () => {
    const { code, stdout, stderr } = await plan("64");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^64 Walsh-Hadamard transform, f32, natural order, for batch 262144 on NVIDIA H200\n/);
    expect(stdout).not.toMatch(/FFT\b|twiddle/);
    const text = project.read(PLAN);
    for (const fact of ['kind: "fwht"', "lengths: { X: 64 }", 'precision: "f32"', 'stabilisation: "none"', "{ H("])
      expect(text).toContain(fact);
    for (const silent of ["arithmetic", "axes", "distance", "direction"]) expect(text).not.toContain(silent);
    expect(project.files()).toContain("generated/fwht_f32_64/fwht_f32_64.cu");
    expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0, stderr: "" });
    expect((await project.run(["list"])).stdout).toMatch(
      /kind +direction +order +in place +passes\nfwht_f32_64 +64 +f32 +fwht +natural +\d\n/,
    );
    const explained = await project.run(["explain", "fwht_f32_64"]);
    expect(explained.code).toBe(0);
    expect(explained.stdout).toMatch(/^program +load, .*hadamard \d+/m);
    expect(explained.stdout).toMatch(/^elements /m);
  });

  test.each([
    [
      "2^2x12 --precision bf16 --batch 2^5 --scale orthonormal --axes X",
      "fwht_bf16_4x12_along_x_orthonormal",
      ["Y: 4, X: 12", 'arithmetic: "f32"', 'axes: ["X"]', "batch: 32"],
    ],
    [
      "64 --precision f16 --arithmetic native --in-place --scale 1/N --row-stride 2^7",
      "fwht_f16_64_native_distance_128_in_place_scaled_by_1_over_64",
      ['arithmetic: "native"', "distance: 128", '"in-place"', "scale: 0.015625"],
    ],
    [
      "12x4 --inverse --scale 1/N",
      "fwht_f32_12x4_inverse_scaled_by_1_over_48",
      ['direction: "inverse"', 'hadamard: "standard"', "scale: 0.020833333333333332"],
    ],
    ["40 --hadamard dao --inverse", "fwht_f32_40_dao_inverse", ['direction: "inverse"', 'hadamard: "dao"']],
    ["40 --hadamard dao-20", "fwht_f32_40_dao_20", ['direction: "forward"', 'hadamard: "dao-20"', "{ H(2,20,2,40)"]],
    ["64 --order sequency --stabilization kahan", "fwht_f32_64_kahan_sequency", ['"sequency"', '"kahan"']],
    ["64 --precision f64 --scale none --axes x", "fwht_f64_64", ['"f64"', "scale: 1,"]],
  ])("fwht %s", async (line, name, facts) => {
    expect(await plan(line)).toMatchObject({ code: 0, stderr: "" });
    const text = project.read(`plans/${name}.plan.ts`);
    for (const fact of facts) expect(text).toContain(fact);
    expect(project.files()).toContain(`generated/${name}/${name}.cu`);
  });

  test("c2c may be said, and changes nothing", async () => {
    const { stdout } = await project.run(["plan", "c2c", "16", "--dry-run"]);
    expect(stdout).toMatch(/^16 complex-to-complex FFT, f32, forward, natural order, for batch 1048576/);
  });

  test("a wish for an algorithm is the search's", async () => {
    const { stdout } = await plan("64 --algorithm alman-rao --dry-run --top 1");
    expect(stdout).toMatch(/H\(\d+,8@alman-rao,/);
    expect((await plan("64 --dry-run --top 9")).stdout).not.toContain("alman-rao");
    const onTensorCores = await plan("256 --precision f16 --unit mma --dry-run --top 9");
    expect(onTensorCores.stdout).toMatch(/H\(\d+,32@mma,1,32\)/);
    expect(onTensorCores.stdout).not.toMatch(/H\(\d+,\d+,/);
    expect((await plan("256 --precision f16 --unit fma --dry-run --top 9")).stdout).not.toContain("mma");
  });

  test("that is there is kept, unless it computes something else", async () => {
    await plan("64");
    const text = project.read(PLAN);
    expect(await plan("64 --batch 7")).toMatchObject({ code: 0 });
    expect(project.read(PLAN)).toBe(text);
    project.write(PLAN, text.replace('"none"', '"kahan"'));
    const { code, stderr } = await plan("64");
    expect(stderr).toContain("its stabilisation is kahan, not none. --replan replaces it");
    expect(code).toBe(2);
  });
});

describe("a plan file", () => {
  test("is explained in another order, which its kind must have", async () => {
    project.write(
      PLAN,
      `import { plan } from "fftgen";
export default plan({
  transform: { kind: "fwht", lengths: { X: 64 }, precision: "bf16" },
  kernels: ["{ H(8,8,8,64) H(8,8@alman-rao,1,8) } on 32 threads, 4 columns"],
});
`,
    );
    const explained = await project.run(["explain", "fwht_f32_64", "--order", "sequency"]);
    expect(explained.stdout).toMatch(/hadamard 8 by alman-rao,[^:]*store in sequency order/);
    expect(explained.stdout).toContain("numbers: f32 in registers, read and written as bf16");
    const { code, stderr } = await project.run(["explain", "fwht_f32_64", "--order", "digit-reversed"]);
    expect(stderr).toContain(
      `--order digit-reversed: expected natural, sequency or dyadic for plans/fwht_f32_64.plan.ts`,
    );
    expect(code).toBe(2);
  });

  test("of the thesis' folklore variants is emitted, with its steps of radix 2", async () => {
    cpSync(join(import.meta.dirname, "../../plans/fwht"), project.path("plans/fwht"), { recursive: true });
    expect(await project.run(["emit"])).toMatchObject({ code: 0, stderr: "" });
    const explained = await project.run(["explain", "fwht_andersson_one_element_per_thread_1048576"]);
    const kernels = explained.stdout.split(/^kernel /m).slice(1);
    expect(kernels.map((kernel) => kernel.match(/hadamard\s2/g)?.length)).toEqual([8, 8, 4]);
  });
});

describe("tune and bench", () => {
  test("show the candidates of several sizes of one kind, and nothing of cuFFT", async () => {
    const { code, stdout } = await project.run(["tune", "fwht", "16", "32", "--dry-run", "--top", "2"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^16 Walsh-Hadamard transform.*\n#[^]*\n32 Walsh-Hadamard transform/);
    expect(stdout).not.toContain("cuFFT");
  });

  test("show what of the suite would be measured, beside recorded peers", async () => {
    const { code, stdout } = await project.run(["bench", "fwht", "--dry-run", "--only", "bf16 256"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^fwht bf16 256 x1048576 .* HadaCore 0\.3177 /m);
  });
});

/** Words, and what the message must say. */
const mistakes: readonly (readonly [string, string])[] = [
  ["fwht 4096", "unknown command fwht; to plan such a transform, write `fftgen plan fwht` and its size"],
  ["plan fwht", "plan needs one size"],
  ["plan fwht 16 32", "plan takes one size, its lengths joined by x"],
  ["plan fwth 16", "unknown kind of transform fwth; did you mean fwht? Kinds: c2c, fwht"],
  ["tune fwht", "fwht needs a size after it, such as fwht 4096"],
  ["tune fwht fwht_f32_64", "fwht needs a size after it, such as fwht 4096"],
  ["plan fwht 3", "size 3: there is no Hadamard matrix of order 3: orders above 2 are multiples of 4"],
  ["plan fwht 5x4", "size 5x4: there is no Hadamard matrix of order 5"],
  [
    "plan fwht 44",
    "size 44: no Hadamard matrix of order 44 is built in; lengths are powers of two, or 12, 20, 28, 36, 52",
  ],
  ["plan fwht 36 --hadamard dao", "size 36: dao has no matrix for it; lengths are powers of two, or 12, 20, 28 or 40"],
  ["plan fwht 12 --hadamard dao-20", "size 12: dao-20 has no matrix for it; lengths are powers of two, or 20 times"],
  ["plan fwht 16 --hadamard dao", "--hadamard dao: powers of two have one matrix, Sylvester's; leave it out"],
  ["plan fwht 12 --hadamard doa", "--hadamard doa: expected standard, dao or dao-20"],
  ["plan 16 --hadamard dao", "--hadamard goes with Walsh-Hadamard transforms"],
  ["plan fwht 16 --inverse", "--inverse: the matrix is symmetric, so the Walsh-Hadamard transform is its own inverse"],
  ["plan fwht 28x4 --inverse", "leave it out, and scale by 1/112 in one of the two directions"],
  ["plan fwht 12 --hadamard dao --inverse", "--inverse: the matrix is symmetric"],
  ["plan fwht 13824 --precision f64", "length 13824 along X: a thread holds all 108 outputs of its matrix"],
  ["plan fwht 16 --fast-twiddles", "--fast-twiddles requires a Fourier transform"],
  ["plan fwht 16 --precision f8", "--precision f8: expected f32, f64, f16 or bf16"],
  ["plan fwht 16 --precision f64 --arithmetic f32", "--arithmetic f32: f64 is computed with as it is stored"],
  ["plan fwht 16 --order digit-reversed", "--order digit-reversed: expected natural, sequency or dyadic"],
  ["plan fwht 12 --order sequency", "--order sequency: only powers of two have it: X has length 12"],
  ["plan fwht 4x3 --axes Y --order sequency", "the elements along Y lie 3 apart, which is to be a power of two"],
  ["plan fwht 4x4 --axes Z", "--axes Z: expected names such as X or Y,X; this array has dimensions Y, X"],
  ["plan fwht 4x4 --axes -1", "--axes -1: expected names such as X or Y,X"],
  ["plan fwht 4x4 --axes X,X", "--axes X,X: each dimension is transformed once; name it once"],
  ["plan fwht 4x4 --axis X", "plan has no option --axis; did you mean --axes?"],
  ["plan fwht 16 --row-stride 8", "--row-stride 8: it must be an integer of at least 16"],
  ["plan fwht 16 --row-stride x", "--row-stride x: expected one positive integer"],
  ["plan fwht 16 --stabilisation kahn", "expected none, kahan, neumaier, semi-kahan or semi-neumaier"],
  ["plan fwht 16 --stabilisation kahan --stabilization none", "--stabilisation is given twice"],
  ["plan fwht 16 --algorithm rao", "--algorithm rao: expected folklore or alman-rao"],
  [
    "plan fwht 16 --scale ortho",
    "--scale ortho: expected a number that f32 can hold, not 0, such as 0.5 or 1/129600; or none, 1/N or orthonormal",
  ],
  [
    "plan fwht 16 --unit mma",
    "--unit mma multiplies numbers of 16 bits, and this transform is of f32; --precision f16 or bf16",
  ],
  ["plan fwht 16 --unit split-f16", "--unit split-f16 requires a Fourier transform"],
  [
    "plan fwht 64 --precision f16 --unit mma --algorithm alman-rao",
    "--unit mma does not go with --algorithm alman-rao: it is another way to compute butterflies",
  ],
  [
    "plan fwht 64 --precision f16 --unit mma --stabilisation kahan",
    "--unit mma does not go with --stabilisation kahan: products with matrices keep no rounding errors",
  ],
  [
    "plan fwht 64 --precision bf16 --unit mma --order dyadic",
    "--unit mma does not go with --order dyadic: tensor cores take neighbours together",
  ],
  [
    "plan fwht 64 --precision bf16 --unit mma --arithmetic native",
    "--unit mma does not go with --arithmetic native: tensor cores accumulate in their own format",
  ],
  [
    "plan 4096 --precision f16 --arithmetic native --unit mma",
    "--unit mma does not go with --arithmetic native: tensor cores accumulate in their own format",
  ],
  ["plan 16 --precision f64 --arithmetic f32", "--arithmetic f32: f64 is computed with as it is stored"],
  ["plan 16 --stabilization none", "--stabilisation goes with Walsh-Hadamard transforms"],
  ["plan fwht 16 --precision tf32", "--precision tf32: expected f32, f64, f16 or bf16"],
  ["plan 16 --order sequency", "--order sequency: expected natural or digit-reversed"],
];

describe("a wrong word", () => {
  test.each(mistakes)("fftgen %s", async (line, message) => {
    const { code, stdout, stderr } = await project.run(line.split(" "));
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(project.files()).toEqual([]);
  });
});
