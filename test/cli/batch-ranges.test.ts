// Packages with a plan for each range of batches: what `fftgen plan` makes of a batch, a range and nothing; what it keeps, adds and
// replaces; and that all commands know of several plan files for one GPU.
import { beforeEach, describe, expect, test } from "vitest";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const NAME = "c2c_f32_17";
const plan = (...words: readonly string[]) => project.run(["plan", ...words, "--no-verify", "--no-compile"]);
const plans = (): readonly string[] => project.files().filter((file) => file.startsWith("plans/"));
const ends = (): readonly (string | undefined)[] =>
  plans().map((file) => /upToBatch: (\d+)/.exec(project.read(file))?.[1]);

/** Two plans of 16 points, of which the first is for up to three arrays. */
function writeSmall(first = "  upToBatch: 3,\n", batch = 2): void {
  const text = (more: string, own: number, kernel: string): string =>
    `import { plan } from "fftgen";\n\nexport default plan({\n  transform: { lengths: { X: 16 }, precision: "f32", batch: ${own} },\n${more}  kernels: ["${kernel}"],\n});\n`;
  const few = "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 32 threads, 8 columns, table";
  project.write("plans/small.batch_2.plan.ts", text(first, batch, few));
  project.write("plans/small.plan.ts", text("", 64, "{ X(1,16,1,16,no-tw) } on 32 threads, 32 columns, table"));
}

describe("fftgen plan", () => {
  test("without a batch: a plan for few arrays and one for many, in one package", async () => {
    const { code, stdout, stderr } = await plan("17", "--replan");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(plans().length).toBeGreaterThan(1);
    expect(ends().filter((end) => end === undefined)).toHaveLength(1);
    expect(stdout.replaceAll("\n", " ")).toMatch(
      /Execute takes the plan above for \d+ arrays and more, and other plans/,
    );
    expect(stdout).toMatch(
      /^plan {6}plans\/c2c_f32_17\.plan\.ts {2}\(for \d+ arrays and more, written\)\n {10}plans\//m,
    );
    const kernels = project.files().filter((file) => file.endsWith("_kernels.cuh"));
    expect(kernels).toHaveLength(plans().length);
    expect(project.read(`generated/${NAME}/include/fftgen/${NAME}.h`)).toContain(" * Plan for up to ");
    const before = project.files().map((file) => project.read(file));
    const again = await plan("17");
    expect(again.stdout).toContain("kept as it is");
    expect(project.files().map((file) => project.read(file))).toEqual(before);
    expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0 });
    const explained = await project.run(["explain", NAME]);
    expect(explained.stdout).toMatch(/^batches +\d+ arrays and more; plans\/c2c_f32_17\.batch_\d+\.plan\.ts is for /m);
    expect(JSON.parse((await project.run(["list", "--json"])).stdout)).toMatchObject({
      plans: plans().map((path) => ({ name: NAME, path })),
    });
  });

  test("for one batch: one plan; for another, which it would serve badly: one beside it", async () => {
    expect((await plan("17", "--batch", "1", "--replan")).code).toBe(0);
    expect(plans()).toEqual([`plans/${NAME}.plan.ts`]);
    const first = project.read(`plans/${NAME}.plan.ts`);
    const { code, stdout } = await plan("17", "--batch", "2^20");
    expect(code).toBe(0);
    expect(plans()).toEqual([`plans/${NAME}.batch_1048576.plan.ts`, `plans/${NAME}.plan.ts`]);
    expect(stdout).toMatch(/plans\/c2c_f32_17\.plan\.ts {2}\(for up to \d+ arrays, kept but for its range\)/);
    expect(ends()).toEqual([undefined, expect.stringMatching(/^\d+$/)]);
    expect(project.read(`plans/${NAME}.plan.ts`).replace(/ {2}upToBatch: \d+,\n/, "")).toBe(first);
    // What a plan serves well gets none.
    await plan("17", "--batch", "2");
    expect(plans()).toHaveLength(2);
    const { ranges } = JSON.parse((await plan("17", "--json")).stdout) as {
      readonly ranges: readonly { readonly from: number; readonly upTo: number | null }[];
    };
    expect(ranges[0]?.from).toBe(1);
    expect(ranges[1]).toMatchObject({ from: (ranges[0]?.upTo ?? 0) + 1, upTo: null });
  });

  test("with results that depend on the radices there is one plan", async () => {
    const words = ["65536", "--order", "digit-reversed"];
    expect((await plan(...words, "--batch", "1", "--replan")).code).toBe(0);
    const { code, stdout } = await plan(...words, "--batch", "2^10");
    expect(code).toBe(0);
    expect(plans()).toHaveLength(1);
    expect(stdout).toContain("kept as it is");
  });

  test("for a range: as few plans as it takes, for its largest batch, too", async () => {
    const { stdout } = await plan("17", "--batch", "1..8", "--replan", "--json");
    const { ranges, transform } = JSON.parse(stdout) as {
      readonly ranges: readonly { readonly batch: number }[];
      readonly transform: { readonly batch: number };
    };
    expect(transform.batch).toBe(8);
    expect(ranges.at(-1)?.batch).toBe(8);
    for (const { batch } of ranges) expect(batch).toBeLessThanOrEqual(8);
  });

  test("with --replan replaces all plans for that GPU, and leaves those for others", async () => {
    await plan("17", "--batch", "1", "--replan");
    await plan("17", "--batch", "2^20");
    await plan("17", "--batch", "8", "--gpu", "A100");
    const others = plans().filter((file) => file.includes("a100"));
    expect(others).toHaveLength(1);
    const { stdout } = await plan("17", "--batch", "4", "--replan", "--gpu", "H200");
    expect(stdout).toContain(`plans/${NAME}.batch_1048576.plan.ts  (removed)`);
    expect(plans()).toEqual([...others, `plans/${NAME}.plan.ts`]);
    expect(ends()).toEqual([undefined, undefined]);
    expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0 });
  });

  test.each([
    ["8..4", "--batch 8..4: expected the smallest batch first: 4..8"],
    ["1..", "--batch 1..: expected the smallest and the largest batch, such as 1..4096"],
    ["many", "--batch many: expected one positive integer, such as 8 or 2^10, or the smallest and the largest batch"],
  ])("--batch %s is refused", async (batch, message) => {
    const { code, stderr } = await plan("16", "--batch", batch);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(project.files()).toEqual([]);
  });
});

describe("plan files", () => {
  test.each([
    ["for any batch, both", "", 2, /would both become the package small, for NVIDIA H200 and any batch: rename one of/],
    ["made for one batch", "  upToBatch: 3,\n", 64, /two plans for NVIDIA H200 are both for batch 64: leave one out/],
    ["with a range that is none", "  upToBatch: 0,\n", 2, /upToBatch is 0; it must be a positive integer, the largest/],
  ])("%s", async (_, first, batch, message) => {
    writeSmall(first, batch);
    const { code, stderr } = await project.run(["emit"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(project.files().some((file) => file.startsWith("generated/"))).toBe(false);
  });

  test("of which none is for many arrays", async () => {
    writeSmall();
    project.write(
      "plans/small.plan.ts",
      project.read("plans/small.plan.ts").replace("  kernels", "  upToBatch: 9,\n  kernels"),
    );
    const { code, stderr } = await project.run(["emit"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'no plan for NVIDIA H200 is for more than 9 arrays: leave out the "upToBatch" of the last one',
    );
  });

  test("the launcher chooses by the batch, and asks for memory that is enough for fewer arrays, too", async () => {
    writeSmall();
    expect((await project.run(["emit"])).code).toBe(0);
    const launcher = project.read("generated/small/small.cu");
    expect(launcher).toContain("  if (batch <= 3u) return batch_2::execute(in, out, workspace, batch, stream);\n");
    expect(launcher).toContain("  return batch_64::execute(in, out, workspace, batch, stream);\n");
    expect(launcher).toContain("batch_2::workspace_bytes(batch < 3u ? batch : 3u)");
    expect(project.read("generated/small/verify.cu")).toContain("subject.range_ends = {3};");
  });

  test("all are tuned, each in its own batch; another batch gets a plan of its own", async () => {
    writeSmall();
    const tune = (...words: readonly string[]) =>
      project.run(["tune", ...words, "--gpu", "H200", "--top", "2", "--dry-run"]);
    const named = await tune("small");
    expect(named.stdout.match(/batch \d+$/gm)).toEqual(["batch 2", "batch 64"]);
    const { stdout } = await tune("small", "--batch", "9", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ transforms: [{ name: "small", batch: 9 }] });
  });

  test.skipIf(hostCompiler === undefined)(`each is verified${withoutCompiler}`, { timeout: 120_000 }, async () => {
    writeSmall();
    const words = ["verify", "--on", "emulator", "--verbose"];
    const { code, stdout } = await project.run(words, { CXX: cachingCompiler });
    expect(stdout).toMatch(/^random input, out of place +3 .* ok$/m);
    expect(stdout).toMatch(/^random input, out of place +4 .* ok$/m);
    expect(stdout.match(/^repeatable bits +\d+ /gm)).toHaveLength(2);
    expect(code).toBe(0);
  });
});
