// The documents show real output: what their marked blocks hold is what the program prints now.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();

const root = join(import.meta.dirname, "../..");

/** The fenced block of a document after a marker such as `<!-- output: plan -->`; what stands after `command`, if one is named. */
function block(path: string, marker: string, command?: string): string {
  const document = readFileSync(join(root, path), "utf8");
  const start = document.indexOf(`<!-- ${marker} -->`);
  expect(start, marker).toBeGreaterThan(0);
  const fence = document.indexOf("```", start);
  const text = document.slice(document.indexOf("\n", fence) + 1, document.indexOf("\n```", fence));
  if (command === undefined) return text;
  expect(text).toContain(`$ ${command}\n`);
  return text.slice(text.indexOf(`$ ${command}\n`) + command.length + 3);
}

/** Puts a checked-in plan into the project, as a clone has it. */
function takePlan(name: string): void {
  project.write(`plans/${name}.plan.ts`, readFileSync(join(root, `plans/${name}.plan.ts`), "utf8"));
}

test("explain", async () => {
  takePlan("c2c_f32_4096");
  const { stdout } = await project.run(["explain", "c2c_f32_4096"]);
  const shown = block("generator/README.md", "output: explain c2c_f32_4096", "npx fftgen explain c2c_f32_4096");
  expect(shown).toBe(stdout.trimEnd());
});

test("the ranked plans of plan 4096", async () => {
  takePlan("c2c_f32_4096");
  const words = ["plan", "4096", "--batch", "32768", "--top", "1"];
  const { stdout } = await project.run([...words, "--dry-run"]);
  const untimed = (text: string): string => text.replace(/candidates in [\d.]+ s/, "candidates");
  const ranking = (text: string): string => untimed(text).slice(0, untimed(text).indexOf("\nkernel "));
  expect(ranking(block("README.md", "output: plan", `npx fftgen ${words.join(" ")}`))).toBe(ranking(stdout));
  expect(ranking(stdout).length).toBeGreaterThan(500);
});

test("the emitted text", () => {
  const path = "generated/showcase/c2c_f32_4096_kernels.cuh";
  const text = readFileSync(join(root, path), "utf8").replaceAll(/^ {2}/gm, "");
  expect(text).toContain(block("README.md", `text: ${path}`));
});
