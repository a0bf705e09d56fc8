// The examples of the public API run, and the document has them word for word.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { standInCuda } from "../cli/stand-in-cuda.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { isDefault, isThorough } from "../effort.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { root, textOf } from "./documents.js";

const project = mkdtempSync(join(tmpdir(), "fftgen-library-"));
const before = process.env["CXX"];
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
  if (before === undefined) delete process.env["CXX"];
  else process.env["CXX"] = before;
});

test.skipIf(hostCompiler === undefined || !isDefault)("the example plans, verifies and writes packages", async () => {
  process.env["CXX"] = cachingCompiler;
  process.chdir(project);
  const said: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
  try {
    const { made } = await import("./library-example.js");
    expect(made).toMatchObject({ name: "c2c_f32_16x64", written: "written", report: { passed: true } });
  } finally {
    log.mockRestore();
    process.chdir(root);
    // They would end this process too.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  }
  expect(said).toEqual([
    expect.stringMatching(/^c2c_f32_4096: written, generated\/c2c_f32_4096\/, predicted 0\.\d{3} ms$/u),
    expect.stringMatching(/^unknown GPU "A1000"; the nearest that are known: /u),
    expect.stringMatching(/^relative error \d\.\de-[78]$/u),
  ]);
  expect(readFileSync(join(project, "c2c_f32_16x64.plan.ts"), "utf8")).toContain("* Chosen by hand.");
  for (const header of [
    "generated/c2c_f32_4096/include/fftgen/c2c_f32_4096.h",
    "fft/back/include/fftgen/c2r_f64_32x32_scaled_by_1_over_1024.h",
    "fft/image/include/fftgen/c2c_f32_16x64.h",
  ])
    expect(existsSync(join(project, header)), header).toBe(true);
});

test.skipIf(hostCompiler === undefined || !isThorough)(
  "the example measures, on a GPU for which the emulator stands in",
  async () => {
    const before = { ...process.env };
    const { environment } = await standInCuda(join(project, "tools"));
    Object.assign(process.env, environment, { CXX: cachingCompiler });
    process.chdir(project);
    try {
      const { measurements, winner, known, results } = await import("./library-measuring-example.js");
      // What is hopeless beside the others is stopped.
      for (const { outcome } of measurements) expect(["measured", "stopped"]).toContain(outcome.kind);
      expect(measurements).toHaveLength(2);
      expect(measurements.map(({ candidate }) => candidate.text)).toContain(winner?.evidence.text);
      // It was measured on another GPU than it is for.
      expect(known).toBeUndefined();
      expect(results.cases).toMatchObject([{ kind: "measured" }]);
    } finally {
      process.chdir(root);
      Object.assign(process.env, before);
      for (const name of Object.keys(environment)) if (!(name in before)) delete process.env[name];
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
    }
    for (const file of ["wisdom.json", "report.html"]) expect(existsSync(join(project, file))).toBe(true);
  },
);

test.each(["library-example", "library-measuring-example"])("the document has %s", (name) => {
  const example = textOf(`test/docs/${name}.ts`)
    .replace("../../generator/index.js", "fftgen")
    .replace("../../generator/internals.js", "fftgen/internals");
  expect(textOf("plans/library.md")).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});
