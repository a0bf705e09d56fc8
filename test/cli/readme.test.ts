// The README shows real output: what its marked blocks hold is what the program prints now.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The fenced block after a marker such as `<!-- output: plan -->`, without its first line, the command. */
function block(marker: string): string {
  const start = readme.indexOf(`<!-- ${marker} -->`);
  expect(start, marker).toBeGreaterThan(0);
  const fence = readme.indexOf("```", start);
  const text = readme.slice(readme.indexOf("\n", fence) + 1, readme.indexOf("\n```", fence));
  return text.startsWith("$ ") ? text.slice(text.indexOf("\n") + 1) : text;
}

/** Puts a checked-in plan into the project, as a clone has it. */
function takePlan(name: string): void {
  project.write(`plans/${name}.plan.ts`, readFileSync(join(root, `plans/${name}.plan.ts`), "utf8"));
}

test("explain", async () => {
  takePlan("c2c_f32_4096");
  const { stdout } = await project.run(["explain", "c2c_f32_4096"]);
  expect(block("output: explain c2c_f32_4096")).toBe(stdout.trimEnd());
});

test("the ranked plans of plan 256x256x256", async () => {
  takePlan("c2c_f32_256x256x256");
  const { stdout } = await project.run(["plan", "256x256x256", "--dry-run"]);
  const untimed = (text: string): string => text.replace(/candidates in [\d.]+ s/, "candidates");
  const ranking = (text: string): string => untimed(text).slice(0, untimed(text).indexOf("\nkernel "));
  expect(ranking(block("output: plan"))).toBe(ranking(stdout));
  expect(ranking(stdout).length).toBeGreaterThan(500);
});

test("the emitted text", () => {
  const path = "generated/c2c_f32_4096/c2c_f32_4096_kernels.cuh";
  const text = readFileSync(join(root, path), "utf8").replaceAll(/^ {2}/gm, "");
  expect(text).toContain(block(`text: ${path}`));
});
