// Whatever looks at plan files emits each of them once per machine and version: what came of it is kept, and found again only for the
// same plan, GPU, name and fftgen.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { loadPlan } from "../../generator/cli/loaded-plan.js";
import { textHash } from "../../generator/cli/text-hash.js";
import * as compile from "../../generator/compile.js";
import * as generator from "../../generator/output/generator-hash.js";
import { useProject } from "./program.js";

const project = useProject();
const emitted = vi.spyOn(compile, "compilePlan");
const PLAN = "plans/c2c_f32_16.plan.ts";
const text = (threads: number, more = ""): string => `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 64 },
  kernels: ["{ X(1,16,1,16,no-tw) } on ${threads} threads, ${threads} columns, table"],
${more}});
`;
const evidence = `  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:${"0".repeat(64)}",
      milliseconds: 1,
      ratioToCopy: 1.1,
      relativeL2Error: 1e-7,
    },
  ],
`;
const hashOf = (path = PLAN): string => textHash(loadPlan({ plans: project.path("plans") }, project.path(path)));

beforeEach(() => {
  project.clear();
  vi.stubEnv("XDG_CACHE_HOME", project.path("caches"));
  project.write(PLAN, text(64));
  emitted.mockClear();
});
afterAll(() => {
  vi.unstubAllEnvs();
  emitted.mockRestore();
});

test("a text is emitted once, and its hash is the same from the cache", () => {
  const hash = hashOf();
  expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(hashOf()).toBe(hash);
  expect(emitted).toHaveBeenCalledTimes(1);
});

test("another plan, name, GPU or version is another entry", () => {
  hashOf();
  project.write("plans/other.plan.ts", text(64));
  project.write("plans/more.plan.ts", text(128));
  project.write("plans/a100.plan.ts", text(64, '  gpu: "NVIDIA A100-SXM4-80GB",\n'));
  for (const path of ["plans/other.plan.ts", "plans/more.plan.ts", "plans/a100.plan.ts"]) hashOf(path);
  expect(emitted).toHaveBeenCalledTimes(4);
  const version = vi.spyOn(generator, "generatorHash").mockReturnValue("another");
  hashOf();
  version.mockRestore();
  expect(emitted).toHaveBeenCalledTimes(5);
});

test("what is broken in the cache is made again, and so is what is gone; without a place there is no cache", () => {
  const hash = hashOf();
  const directory = project.path("caches/fftgen/text");
  for (const name of readdirSync(directory)) writeFileSync(join(directory, name), "sha256:half");
  expect(hashOf()).toBe(hash);
  rmSync(directory, { recursive: true });
  expect(hashOf()).toBe(hash);
  project.write("file", "");
  vi.stubEnv("XDG_CACHE_HOME", project.path("file/caches"));
  vi.stubEnv("TMPDIR", project.path("file"));
  expect(hashOf()).toBe(hash);
  expect(emitted).toHaveBeenCalledTimes(4);
  vi.stubEnv("TMPDIR", "/tmp");
});

test("list emits nothing the second time", async () => {
  project.write(PLAN, text(64, evidence));
  mkdirSync(project.path("caches"));
  const environment = { XDG_CACHE_HOME: project.path("caches") };
  const first = await project.run(["list"], environment);
  expect(first.stdout).toContain("NVIDIA H200, stale");
  emitted.mockClear();
  expect(await project.run(["list"], environment)).toEqual(first);
  expect(emitted).not.toHaveBeenCalled();
  // What is changed is seen.
  project.write(PLAN, text(128, evidence.replace(`sha256:${"0".repeat(64)}`, hashOf())));
  expect((await project.run(["list"], environment)).stdout).toContain("NVIDIA H200, stale");
  project.write(PLAN, text(128, evidence.replace(`sha256:${"0".repeat(64)}`, hashOf())));
  expect((await project.run(["list"], environment)).stdout).not.toContain("stale");
});

test("list tells the same where nothing can be kept", async () => {
  project.write(PLAN, text(64, evidence));
  project.write("file", "");
  const kept = await project.run(["list"], { XDG_CACHE_HOME: project.path("caches") });
  const unkept = await project.run(["list"], {
    XDG_CACHE_HOME: project.path("file/caches"),
    TMPDIR: project.path("file"),
  });
  vi.stubEnv("TMPDIR", "/tmp");
  expect(kept.stdout).toContain("NVIDIA H200, stale");
  expect(unkept).toEqual(kept);
});
