// The examples of the public API run, and the document has them word for word.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { standInCuda } from "../cli/stand-in-cuda.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { isThorough } from "../effort.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { root, textOf } from "./documents.js";

const project = mkdtempSync(join(tmpdir(), "fftgen-library-"));
const before = process.env["CXX"];
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
  if (before === undefined) delete process.env["CXX"];
  else process.env["CXX"] = before;
});

// What the examples call is tested without them; that the document is right is enough to know before a release.
test.skipIf(hostCompiler === undefined || !isThorough)("the example plans, verifies and writes a package", async () => {
  process.env["CXX"] = cachingCompiler;
  process.chdir(project);
  try {
    const { written } = await import("./library-example.js");
    expect(written).toBe("written");
  } finally {
    process.chdir(root);
    // They would end this process too.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  }
  const name = "c2c_f32_16x64_inverse_scaled_by_1_over_1024";
  expect(readFileSync(join(project, `${name}.plan.ts`), "utf8")).toMatch(/\* Predicted: 0\.\d{3} ms\./u);
  expect(existsSync(join(project, "fft", name, "include", "fftgen", `${name}.h`))).toBe(true);
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
  const example = textOf(`test/docs/${name}.ts`).replace("../../generator/index.js", "fftgen");
  expect(textOf("generator/README.md")).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});
