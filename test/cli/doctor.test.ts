// `fftgen doctor`: what is there is found, what is missing is named with what it is for, and the exit code says whether plan can work.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { findGpu } from "../../generator/gpu/registry.js";
import { printGpuFile } from "../../generator/gpu/gpu-file.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

interface Check {
  readonly name: string;
  readonly state: "ok" | "missing";
  readonly found: string;
  readonly remedy: string | null;
  readonly isNeeded: boolean;
}

/** A directory of programs, and nothing else on the PATH. */
function programs(texts: Readonly<Record<string, string>>): string {
  const directory = project.path("bin");
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(`${directory}/${name}`, `#!/bin/sh\n${text}\n`);
    chmodSync(`${directory}/${name}`, 0o755);
  }
  return directory;
}

async function examined(environment: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await project.run(["doctor", "--json"], environment);
  const { ready, checks } = JSON.parse(stdout) as { readonly ready: boolean; readonly checks: readonly Check[] };
  return { code, stderr, ready, of: (name: string) => checks.find((check) => check.name === name) };
}

const tools = {
  "g++": "echo 'g++ (Some 12.2.0) 12.2.0'",
  nvcc: "echo 'Cuda compilation tools, release 13.0, V13.0.88'",
  cmake: "echo 'cmake version 3.25.1'",
};
const smi = (name: string): string => `echo '${name}, 9.0'`;

test("a machine that has everything", async () => {
  const PATH = programs({ ...tools, "nvidia-smi": smi("NVIDIA H200") });
  const { code, stderr, ready, of } = await examined({ PATH });
  expect({ code, stderr, ready }).toEqual({ code: 0, stderr: "", ready: true });
  expect(of("GPU")).toMatchObject({ state: "ok", found: "NVIDIA H200: fftgen knows it", remedy: null });
  expect(of("C++ compiler")?.found).toContain("12.2.0");
  expect(of("nvcc")?.found).toContain("release 13.0");
  expect(of("wisdom")?.found).toContain(project.wisdom);
});

test("without a compiler plan cannot verify: 3; but with a GPU it can", async () => {
  const { code, stderr, ready, of } = await examined({ PATH: programs({}) });
  expect({ code, ready }).toEqual({ code: 3, ready: false });
  expect(stderr).toBe("fftgen: plan and emit lack C++ compiler\n");
  expect(of("C++ compiler")).toMatchObject({ state: "missing", isNeeded: true });
  expect(of("C++ compiler")?.remedy).toContain("install g++ or clang++");
  expect(of("CMake")).toMatchObject({ state: "missing", isNeeded: false });
  const PATH = programs({ nvcc: tools.nvcc, "nvidia-smi": smi("NVIDIA H200") });
  expect((await examined({ PATH })).code).toBe(0);
});

test("a GPU that fftgen does not know, until a file describes it that the project uses", async () => {
  const PATH = programs({ ...tools, "nvidia-smi": smi("NVIDIA X9") });
  expect((await examined({ PATH })).of("GPU")).toMatchObject({
    state: "missing",
    found: "NVIDIA X9 is here, but fftgen does not know it",
    remedy: expect.stringContaining("gpu --probe DIR") as string,
  });
  project.write("x9.json", printGpuFile({ ...findGpu("H200"), name: "NVIDIA X9", aliases: [] }));
  project.write("fftgen.json", '{ "gpus": ["x9.json"] }');
  expect((await examined({ PATH })).of("GPU")).toMatchObject({ state: "ok", found: "NVIDIA X9: described by x9.json" });
});

test("an old CMake, a compiler that fails", async () => {
  const PATH = programs({ ...tools, cmake: "echo 'cmake version 3.9.6'", "g++": "echo broken >&2; exit 1" });
  const { code, of } = await examined({ PATH });
  expect(of("CMake")?.found).toMatch(/3\.9\.6 is older than 3\.18$/);
  expect(of("C++ compiler")?.found).toMatch(/--version fails with exit code 1: broken$/);
  expect(code).toBe(3);
});

test.each<readonly [string, string, RegExp]>([
  ["2.11.0+cu130 13.0 1", "ok", /^2\.11\.0\+cu130 of .*python3: bundles serve torch\.fft on its GPU$/],
  ["2.11.0+cu130 13.0 0", "ok", /finds no GPU here, so bundles that were made with --emulated/],
  ["2.13.0+cpu - 0", "ok", /it is for CPUs/],
  ["2.9.1 12.8 1", "missing", /^PyTorch 2\.9\.1 of .*python3 is older than 2\.10$/],
  ["no module", "missing", /python3 has no PyTorch$/],
])("PyTorch that answers %s", async (answer, state, found) => {
  const PATH = programs({ ...tools, python3: `echo 'torch ${answer}'` });
  const { code, of } = await examined({ PATH });
  expect(of("PyTorch")).toMatchObject({ state, isNeeded: false, found: expect.stringMatching(found) as string });
  expect(code).toBe(0);
});

test("CuPy, JAX and the cuFFT that pip installed, of the same Python", async () => {
  const cufft = project.write("site/nvidia/cu13/lib/libcufft.so.12", "");
  const said = (lines: readonly string[]): string =>
    programs({ ...tools, python3: lines.map((line) => `echo '${line}'`).join("\n") });
  const packages = ["package jax 0.9.0", "package jax-cuda13-plugin 0.9.0", "package cupy-cuda13x 14.0.1"];
  const { of } = await examined({ PATH: said([...packages, `cufft ${cufft}`]) });
  expect(of("CuPy")).toMatchObject({ state: "ok", isNeeded: false });
  expect(of("CuPy")?.found).toMatch(/^cupy-cuda13x 14\.0\.1 of .*python3: a bundle with --for cufft serves cupy\.fft/);
  expect(of("JAX")?.found).toMatch(/^0\.9\.0 with jax-cuda13-plugin of .*--as libcufft\.so\.12 -- python3 program\.py/);
  expect(of("cuFFT")?.found).toContain(`libcufft.so.12 in ${project.path("site/nvidia/cu13/lib")}`);
  expect(of("PyTorch")?.found).toMatch(/python3 has no PyTorch$/);
  const others = await examined({ PATH: said(["package jax 0.9.0"]) });
  expect(others.of("JAX")?.found).toMatch(/it has no plugin for CUDA/);
  expect(others.of("CuPy")).toMatchObject({ state: "missing", isNeeded: false });
});

test("cuFFT of a toolkit, whose file has its version", async () => {
  const file = project.write("cuda/lib64/libcufft.so.12.0.0.61", "");
  symlinkSync(file, project.path("cuda/lib64/libcufft.so.12"));
  const { of } = await examined({ PATH: programs(tools), CUDA_HOME: project.path("cuda") });
  expect(of("cuFFT")?.found).toContain(`libcufft.so.12 (12.0.0.61) in ${project.path("cuda/lib64")}`);
});

test("a compiler that says much in one line, of which the beginning is repeated", async () => {
  const much = "head -c 200000 /dev/zero | tr '\\0' x";
  for (const then of ["exit 1", "echo ' 12.2.0'"]) {
    const PATH = `${programs({ ...tools, "g++": `${much}; ${then}` })}:/usr/bin:/bin`;
    const found = (await examined({ PATH })).of("C++ compiler")?.found ?? "";
    expect(found).toMatch(/x{300} \.\.\.$/);
    expect(found.length).toBeLessThan(600);
  }
});

test("a project file that is wrong, or whose directories are files: 2", async () => {
  project.write("fftgen.json", '{ "plan": "p" }');
  const PATH = programs(tools);
  const wrong = await examined({ PATH });
  expect(wrong.code).toBe(2);
  expect(wrong.of("project")?.found).toContain('unknown key "plan"');
  project.write("fftgen.json", '{ "plans": "p" }');
  project.write("p", "");
  expect((await examined({ PATH })).of("project")?.found).toContain("p is a file, not a directory");
});

test("no directory for temporary files", async () => {
  const { code, of } = await examined({ PATH: programs(tools), TMPDIR: project.path("nowhere") });
  expect(of("TMPDIR")).toMatchObject({ state: "missing", isNeeded: true });
  expect(of("TMPDIR")?.found).toContain("nowhere");
  expect(code).toBe(3);
});

test("for people: each line, and what is missing with its remedy", async () => {
  const { stdout } = await project.run(["doctor"], { PATH: programs(tools) });
  expect(stdout).toMatch(/^state +what +found\n/);
  expect(stdout).toMatch(/\nok +Node +\d+\.\d+/);
  expect(stdout).toMatch(
    /\nmissing +GPU +no NVIDIA driver: .*\n +for tune, bench and verify.*\n +install the NVIDIA driver/,
  );
  // Some machines have a toolkit with cuFFT.
  expect(stdout).toMatch(/\nplan and emit have what they need; [45] things for other commands are missing\n/);
});
