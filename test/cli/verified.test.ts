// verified.json: what was verified, as long as it holds.
import { beforeEach, describe, expect, test } from "vitest";
import { verifiedFileSchema } from "../../generator/json/verified.js";
import { VERSION } from "../../generator/emit/read-template.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(project.clear);

const FILE = "generated/c2c_f32_16/verified.json";
const has = (path: string): boolean => project.files().includes(path);
const jsonOf = async (words: readonly string[]): Promise<unknown> =>
  JSON.parse((await project.run([...words, "--json"])).stdout);

/** A plan file of 16 points, in one step or in two. */
const plan = (kernel: string): string => `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 8 },
  kernels: ["${kernel}"],
});
`;
const TWO_STEPS = plan("{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 64 threads, 16 columns, table");
const OTHER_THREADS = plan("{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 32 threads, 8 columns, table");

describe.skipIf(hostCompiler === undefined)(`after a verification${withoutCompiler}`, () => {
  test("it is there, stays while the code does, is vendored, and goes", async () => {
    project.write("plans/c2c_f32_16.plan.ts", TWO_STEPS);
    expect((await project.run(["emit"])).stdout).toContain(
      "not verified: c2c_f32_16; `fftgen verify c2c_f32_16` does it",
    );
    expect(has(FILE)).toBe(false);

    // One batch is not all.
    await project.run(["verify", "c2c_f32_16", "--on", "emulator", "--batch", "3"]);
    expect(has(FILE)).toBe(false);
    expect((await project.run(["verify", "c2c_f32_16", "--on", "emulator"])).code).toBe(0);
    const { transforms } = verifiedFileSchema.parse(JSON.parse(project.read(FILE)));
    const [record] = transforms;
    expect(transforms).toHaveLength(1);
    expect(record).toMatchObject({ name: "c2c_f32_16", by: "emulator", device: "fftgen emulator", fftgen: VERSION });
    expect(record?.error).toBeLessThan(record?.bound ?? 0);
    expect(project.read("generated/c2c_f32_16/fftgen.sha256")).not.toContain("verified.json");

    expect((await project.run(["emit", "--check"])).code).toBe(0);
    const { stdout } = await project.run(["emit"]);
    expect(stdout).not.toContain("not verified");
    expect(await jsonOf(["emit"])).toMatchObject({ packages: [{ verified: record }] });
    expect(await jsonOf(["plan", "16", "--no-verify", "--no-compile"])).toMatchObject({
      package: { verified: record },
    });
    expect((await project.run(["plan", "16", "--no-verify", "--no-compile"])).stdout).toMatch(
      /^verified {2}before, on the emulator/m,
    );

    expect(await jsonOf(["bundle", "fft", "c2c_f32_16"])).toMatchObject({ verified: [record] });
    expect(JSON.parse(project.read("generated/fft/verified.json"))).toMatchObject({ transforms: [record] });

    project.write("plans/c2c_f32_16.plan.ts", OTHER_THREADS);
    for (const words of [["emit"], ["bundle", "fft", "c2c_f32_16"]])
      expect((await project.run(words)).stdout).toContain("not verified: c2c_f32_16;");
    expect([has(FILE), has("generated/fft/verified.json")]).toEqual([false, false]);
    expect(await jsonOf(["emit"])).toMatchObject({ packages: [{ verified: null }] });
  });

  test("of a plan it is written with the package", async () => {
    const planned = await jsonOf(["plan", "16", "--on", "emulator", "--no-compile"]);
    const { transforms } = verifiedFileSchema.parse(JSON.parse(project.read(FILE)));
    expect(planned).toMatchObject({ package: { verified: transforms[0] } });
  });
});

test("what is not verified is named in one line", async () => {
  for (const name of ["a", "b", "c", "d", "e"]) project.write(`plans/${name}16.plan.ts`, TWO_STEPS);
  const { stdout } = await project.run(["emit"]);
  expect(stdout).toContain("\nnot verified: a16, b16, c16 and 2 others; `fftgen verify` does it\n");
  const planned = await project.run(["plan", "32", "--no-verify", "--no-compile"]);
  expect(planned.stdout).toContain("\nnot verified: c2c_f32_32; `fftgen verify c2c_f32_32` does it\n");
});

test("a file of that name that is somebody else's stays, and nothing is written", async () => {
  project.write("plans/c2c_f32_16.plan.ts", TWO_STEPS);
  project.write(FILE, '{ "mine": true }\n');
  for (const words of [["emit"], ["plan", "16", "--no-verify", "--no-compile"]]) {
    const { code, stderr } = await project.run(words);
    expect(stderr).toContain(`${FILE} is in the way, and fftgen did not write it`);
    expect(code).toBe(2);
  }
  expect(project.files()).toEqual([FILE, "plans/c2c_f32_16.plan.ts"]);
});

test("a broken one of fftgen's says nothing, and goes", async () => {
  project.write("plans/c2c_f32_16.plan.ts", TWO_STEPS);
  project.write(FILE, '{ "schema": "fftgen/verified/1", "transforms": [ <<<<<<< }\n');
  expect((await project.run(["emit"])).stdout).toContain("not verified: c2c_f32_16;");
  expect(has(FILE)).toBe(false);
});
