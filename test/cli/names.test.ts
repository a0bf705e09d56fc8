// Names of packages: those that something else has are refused, with the file and what to do.
import { beforeEach, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
const text = `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32" },
  kernels: ["{ X(1,16,1,16,no-tw) } on 128 threads, 128 columns, table"],
});
`;

beforeEach(() => project.clear());

const MACRO = "a macro of the headers of C, POSIX or CUDA";

test.each([
  ["int", "C++ or the code around it"],
  ["float4", "C++ or the code around it"],
  ["cudaMemsetAsync", "C++ or the code around it"],
  ["linux", MACRO],
  ["unix", MACRO],
  ["stdin", MACRO],
  ["O_RDONLY", MACRO],
  ["EOF", MACRO],
  ["M_PI", MACRO],
  ["UINT16_MAX", MACRO],
  ["EINVAL", MACRO],
  ["all", "a target of CMake's own"],
  ["install", "a target of CMake's own"],
  ["con", "a device on Windows"],
  ["Lpt1", "a device on Windows"],
])("%s", async (name, owner) => {
  project.write(`plans/${name}.plan.ts`, text);
  expect(await project.run(["emit"])).toEqual({
    code: 2,
    stdout: "",
    stderr: `fftgen: plans/${name}.plan.ts: its package would be called ${name}, and that is the name of ${owner}: rename the file\n`,
  });
  project.write("plans/fine.plan.ts", text);
  expect((await project.run(["bundle", name, "fine"])).stderr).toBe(
    `fftgen: a bundle cannot be called ${name}: that is the name of ${owner}\n`,
  );
});

test.each(["FFT", "E", "SIGNAL_fft", "conv", "m_pi", "installer"])("%s is a name like others", async (name) => {
  project.write(`plans/${name}.plan.ts`, text);
  expect(await project.run(["emit"])).toMatchObject({ code: 0 });
});

test.each([
  ["-0.5", "c2c_f32_16_scaled_by_minus_0_5"],
  ["1e-7", "c2c_f32_16_scaled_by_1_over_10000000"],
  ["-1e-7", "c2c_f32_16_scaled_by_minus_1e_minus_7"],
  ["1.5e+21", "c2c_f32_16_scaled_by_1_5e_21"],
])("a scale of %s: no name that C++ keeps for itself", async (scale, name) => {
  const { stdout } = await project.run(["plan", "16", `--scale=${scale}`, "--dry-run", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ name });
});

test("a file's name gives one without two underscores in a row", async () => {
  project.write("plans/a--b__c.plan.ts", text);
  expect((await project.run(["emit"])).stdout).toContain("plans/a--b__c.plan.ts -> generated/a_b_c/\n");
});
