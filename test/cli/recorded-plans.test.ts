// Bundles of what a program was recorded to need: missing plans are made, and mistakes in recordings are told.
import { existsSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const entry = (length: number, milliseconds: number): object => ({
  problem: {
    kind: "c2c",
    precision: "f32",
    direction: "forward",
    scale: 1,
    dimensions: [{ length, input: 1, output: 1 }],
  },
  batch: { count: 100, input: length, output: length },
  name: `c2c ${length}`,
  reason: null,
  calls: 2,
  served: 0,
  milliseconds,
});

const recording = (problems: readonly object[], more: object = {}): string =>
  JSON.stringify({ schema: "fftgen/problems/1", program: "train.py", device: "cpu", problems, ...more });

test("plans what is missing, heaviest first, and keeps what is there", async () => {
  project.write("problems.json", recording([entry(8, 1), entry(16, 3)]));
  const first = await project.run(["bundle", "fft", "--from", "problems.json", "--most", "1"]);
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain("(1 transform,");
  expect(first.stdout).toContain(
    "recorded  1 of 2 problems, 75% of the recorded time; 1 new plan file, chosen by prediction",
  );
  expect(existsSync(project.path("plans/c2c_f32_16.plan.ts"))).toBe(true);
  const second = await project.run(["bundle", "fft", "--for", "torch", "--from", "problems.json"]);
  expect(second.stdout).toContain("(2 transforms,");
  expect(second.stdout).toContain("recorded  2 of 2 problems, 100% of the recorded time; 1 new plan file");
  expect(existsSync(project.path("generated/fft/pyproject.toml"))).toBe(true);
  // Once asked for, the Python package stays.
  await project.run(["bundle", "fft", "c2c_f32_16"]);
  expect(existsSync(project.path("generated/fft/pyproject.toml"))).toBe(true);
});

test.each([
  ["fft here", "'./fft here'"],
  ["./fft", "./fft"],
  ["out/fft", "./out/fft"],
])("in %s it is installed as pip takes it", async (out, shown) => {
  project.write("problems.json", recording([entry(8, 1)]));
  const { stdout } = await project.run(["bundle", "fft", "--for", "torch", "--from", "problems.json", "--out", out]);
  expect(stdout).toContain(`Next: install it   pip install ${shown}\n`);
});

test.each([[["a.json,b.json"]], [["a.json", "b.json"]]])("several recordings are one: %j", async (paths) => {
  project.write("a.json", recording([entry(8, 1)]));
  project.write("b.json", recording([entry(16, 3)]));
  const { stdout } = await project.run(["bundle", "fft", "--from", ...paths]);
  expect(stdout).toContain("recorded  2 of 2 problems");
});

test("what no plan is for is left out, with the reason", async () => {
  project.write(
    "problems.json",
    recording([entry(8, 1), { ...entry(16, 3), batch: { count: 100, input: 1, output: 1 } }]),
  );
  const { code, stdout } = await project.run(["bundle", "fft", "--from", "problems.json"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/left out {2}c2c_f32_16\w*: /);
});

test("calls that are no problem count, and are told", async () => {
  const real = {
    problem: null,
    batch: null,
    name: "r2c of (100, 16)",
    reason: "both halves of the spectrum are asked for",
  };
  project.write("problems.json", recording([entry(8, 1), { ...real, calls: 9, served: 0, milliseconds: 3 }]));
  const { stdout } = await project.run(["bundle", "fft", "--from", "problems.json"]);
  expect(stdout).toContain("recorded  1 of 2 problems, 25% of the recorded time");
  expect(stdout).toContain("left out  r2c of (100, 16): both halves of the spectrum are asked for");
  const { stdout: json } = await project.run(["bundle", "fft", "--from", "problems.json", "--json"]);
  expect(JSON.parse(json)).toMatchObject({
    recorded: { problems: 2, planned: 1, newPlans: 0, share: 0.25, leftOut: [{ name: "r2c of (100, 16)" }] },
  });
});

test("several scales of one problem are one transform, which takes its scale with each call", async () => {
  const scaled = (scale: number): object => {
    const { problem, ...one } = entry(16, 1) as { readonly problem: object };
    return { ...one, problem: { ...problem, scale } };
  };
  project.write("problems.json", recording([scaled(1), scaled(1 / 16), scaled(1 / 4)]));
  const { stdout } = await project.run(["bundle", "fft", "--from", "problems.json"]);
  expect(stdout).toContain("(1 transform,");
  expect(existsSync(project.path("plans/c2c_f32_16_run_time_scale.plan.ts"))).toBe(true);
});

test("few arrays and many have plans of their own, and the bundle has both, then and later", async () => {
  const times = (count: number): object => ({
    ...entry(17, 1),
    batch: { count, input: 17, output: 17 },
  });
  project.write("problems.json", recording([times(2), times(10 ** 6)]));
  const first = await project.run(["bundle", "fft", "--from", "problems.json"]);
  expect(first).toMatchObject({ code: 0 });
  const plans = project.files().filter((file) => file.startsWith("plans/"));
  expect(plans.length).toBeGreaterThan(1);
  expect(first.stdout).toContain(`recorded  1 of 1 problem, 100% of the recorded time; ${plans.length} new plan files`);
  expect(project.read("generated/fft/c2c_f32_17.cu")).toMatch(/if \(batch <= \d+u\) return batch_\d+::execute/);
  const second = await project.run(["bundle", "fft", "--from", "problems.json", "--check"]);
  expect(second).toMatchObject({ code: 0 });
});

test("a bundle whose plans the project file lists takes no others, and none is made", async () => {
  project.write("problems.json", recording([entry(8, 1)]));
  project.write("fftgen.json", '{ "bundles": [{ "name": "fft", "plans": ["c2c_f32_16"] }] }');
  const { code, stderr } = await project.run(["bundle", "fft", "--from", "problems.json"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "fftgen: fftgen.json says which plans the bundle fft has: leave out --from, or choose another name\n",
  });
  expect(existsSync(project.path("plans"))).toBe(false);
});

test.each(["--check", "--list-outputs", "--list-architectures"])("%s writes no plan", async (option) => {
  project.write("problems.json", recording([entry(8, 1)]));
  const { code, stderr } = await project.run(["bundle", "fft", "--from", "problems.json", option]);
  expect(code).toBe(2);
  expect(stderr).toContain("--from: the project has no plan for c2c_f32_8: without --check");
  expect(existsSync(project.path("plans"))).toBe(false);
});

test.each([
  ["torch", "a package that it would replace"],
  ["json", "a module that comes with Python"],
  ["lambda", "a word of Python"],
])("no Python package is called %s", async (name, owner) => {
  project.write("problems.json", recording([entry(8, 1)]));
  const { code, stderr } = await project.run(["bundle", name, "--for", "torch", "--from", "problems.json"]);
  expect(code).toBe(2);
  expect(stderr).toContain(`--for torch: a Python package cannot be called ${name}: that is the name of ${owner}`);
  expect(existsSync(project.path("plans"))).toBe(false);
});

test.each<readonly [string, string, readonly string[], string | RegExp]>([
  [
    "a recording of a later version",
    recording([], { schema: "fftgen/problems/2" }),
    [],
    /problems\.json: schema: .*fftgen\/problems\/1/,
  ],
  [
    "a recording that was edited",
    recording([{ ...entry(8, 1), calls: "two" }]),
    [],
    /problems\.json: problems\[0\]\.calls: /,
  ],
  ["no recording at all", "import torch", [], /problems\.json/],
  ["a program without a call", recording([]), [], "--from: no problem was recorded: the program computed no FFT"],
  ["no number", recording([entry(8, 1)]), ["--most", "some"], "--most some: expected one positive integer"],
])("%s is one error", async (_, text, options, message) => {
  project.write("problems.json", text);
  const { code, stderr } = await project.run(["bundle", "fft", "--from", "problems.json", ...options]);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(existsSync(project.path("generated/fft"))).toBe(false);
});

test.each<readonly [string, readonly string[], string]>([
  ["--most alone", ["--most", "3"], "--most chooses among the problems of --from"],
  ["--emulated alone", ["--emulated"], "--emulated compiles a bundle for programs on the host: say which with --for"],
])("%s is one error", async (_, options, message) => {
  project.write("problems.json", recording([entry(8, 1)]));
  await project.run(["bundle", "other", "--from", "problems.json"]);
  const { code, stderr } = await project.run(["bundle", "fft", "c2c_f32_8", ...options]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

describe("--differentiable", () => {
  const plan = (...words: readonly string[]): Promise<unknown> =>
    project.run(["plan", ...words, "--no-verify", "--no-compile"]);

  test("plans the adjoints that are missing, and takes those that are there", async () => {
    await plan("r2c", "16");
    await plan("fwht", "16");
    const { code, stdout } = await project.run(["bundle", "fft", "r2c_f32_16", "fwht_f32_16", "--differentiable"]);
    expect(code).toBe(0);
    // The Hadamard transform is its own.
    expect(stdout).toContain("(3 transforms,");
    const { transforms } = JSON.parse(project.read("generated/fft/fft.json")) as {
      transforms: { name: string; adjoint: unknown }[];
    };
    expect(transforms.map(({ name, adjoint }) => ({ ...(adjoint as object), name }))).toMatchObject([
      { name: "r2c_f32_16", transform: "c2r_f32_16", before: [[1, 0.5, 1]], after: [] },
      { name: "fwht_f32_16", transform: "fwht_f32_16", before: [], after: [] },
      { name: "c2r_f32_16", transform: "r2c_f32_16", before: [], after: [[1, 2, 1]] },
    ]);
    const again = await project.run(["bundle", "fft", "r2c_f32_16", "fwht_f32_16", "--differentiable", "--check"]);
    expect(again.code).toBe(0);
  });

  test("a bundle without it names what it lacks", async () => {
    await plan("16");
    await project.run(["bundle", "fft", "c2c_f32_16"]);
    expect(project.read("generated/fft/fft.json")).toMatch(/"name": "c2c_f32_16_inverse",\s+"transform": null/);
  });

  test("wants a bundle, and makes no plans for commands that only read", async () => {
    await plan("16");
    const unnamed = await project.run(["bundle", "--differentiable"]);
    expect(unnamed).toMatchObject({ code: 2 });
    expect(unnamed.stderr).toContain("--differentiable plans one bundle: name it");
    const checked = await project.run(["bundle", "fft", "c2c_f32_16", "--differentiable", "--check"]);
    expect(checked).toMatchObject({ code: 2 });
    expect(checked.stderr).toContain("--differentiable: the project has no plan for c2c_f32_16_inverse");
  });
});

test("--for cufft writes a library with cuFFT's functions, which stays", async () => {
  await project.run(["plan", "16", "--no-verify", "--no-compile"]);
  const { code, stdout } = await project.run(["bundle", "fft", "c2c_f32_16", "--for", "cufft"]);
  expect(code).toBe(0);
  expect(stdout).toContain("--target fft_cufft\n      run with it  LD_PRELOAD=build/libfft_cufft.so ./program\n");
  expect(project.read("generated/fft/CMakeLists.txt")).toContain(
    "add_library(fft_cufft_objects OBJECT EXCLUDE_FROM_ALL c2c_f32_16.cu fft.cu cufft/shim.cu)",
  );
  await project.run(["bundle", "fft", "c2c_f32_16"]);
  expect(existsSync(project.path("generated/fft/cufft/shim.cu"))).toBe(true);
  expect(existsSync(project.path("generated/fft/pyproject.toml"))).toBe(false);
  const both = await project.run(["bundle", "acme", "c2c_f32_16", "--for", "cufft", "--emulated"]);
  expect(both).toMatchObject({ code: 2 });
  expect(both.stderr).toContain("is for GPUs: leave out --emulated");
  await project.run(["bundle", "acme", "c2c_f32_16", "--for", "torch", "--emulated"]);
  const host = await project.run(["bundle", "acme", "c2c_f32_16", "--for", "cufft"]);
  expect(host).toMatchObject({ code: 2 });
  expect(host.stderr).toContain("is compiled for the host, as --emulated said: remove the directory");
});

describe("--for languages", () => {
  const bundled = (...words: readonly string[]): ReturnType<typeof project.run> =>
    project.run(["bundle", "fft", "c2c_f32_16", ...words]);

  test("writes bindings, which stay, and says how each is linked", async () => {
    await project.run(["plan", "16", "--no-verify", "--no-compile"]);
    const { code, stdout } = await bundled("--for", "cpp,fortran,rust,julia");
    expect(code).toBe(0);
    expect(stdout.slice(stdout.indexOf("Next:"))).toMatchInlineSnapshot(`
      "Next: build it     cmake -S generated/fft -B build && cmake --build build --target fft_shared
            load it      include("generated/fft/julia/fft.jl"), with FFT_LIBRARY="$PWD/build/shared/libfft.so"
            depend on it fft = { path = "generated/fft/rust" }, with FFT_LIBRARY="$PWD/build/shared/libfft.so"
            link it      gfortran generated/fft/fortran/fft.f90 program.f90 -Lbuild/shared -lfft -lcudart
      Next: include it   <fft/fft.hpp>; add_subdirectory(generated/fft), link fftgen::fft
            vendor it    copy generated/fft/, add_subdirectory() it, link fftgen::fft
            read it      generated/fft/README.md
      "
    `);
    await bundled();
    for (const path of ["fortran/fft.f90", "rust/Cargo.toml", "julia/fft.jl", "include/fft/fft.hpp"])
      expect(existsSync(project.path(`generated/fft/${path}`))).toBe(true);
  });

  test("compiles for the host with --emulated, until they are asked for without", async () => {
    await project.run(["plan", "16", "--no-verify", "--no-compile"]);
    const { stdout } = await bundled("--for", "fortran", "--emulated");
    expect(stdout).toContain("gfortran generated/fft/fortran/fft.f90 program.f90 -Lbuild/shared -lfft\n");
    await bundled();
    expect(existsSync(project.path("generated/fft/emulator/fftgen_emulator.cpp"))).toBe(true);
    await bundled("--for", "fortran");
    expect(existsSync(project.path("generated/fft/emulator/fftgen_emulator.cpp"))).toBe(false);
  });

  test("a word that is none is one error", async () => {
    await project.run(["plan", "16", "--no-verify", "--no-compile"]);
    const { code, stderr } = await bundled("--for", "rust,go");
    expect(code).toBe(2);
    expect(stderr).toContain("--for go: expected torch, jax, cupy, cufft, cpp, fortran, rust or julia");
  });
});
