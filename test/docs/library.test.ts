// The example of the public API runs, and the document has it word for word.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { root, textOf } from "./documents.js";

const project = mkdtempSync(join(tmpdir(), "fftgen-library-"));
const before = process.env["CXX"];
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
  if (before === undefined) delete process.env["CXX"];
  else process.env["CXX"] = before;
});

test.skipIf(spawnSync("g++", ["--version"]).status !== 0)(
  "the example plans, verifies and writes a package",
  async () => {
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
    expect(existsSync(join(project, "fft", name, `${name}.h`))).toBe(true);
  },
);

test("the document has it", () => {
  const example = textOf("test/docs/library-example.ts").replace("../../generator/index.js", "fftgen");
  expect(textOf("generator/README.md")).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});
