// The documents show real output: what their marked blocks hold is what the program prints now.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dealt, isDefault } from "../effort.js";
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

test.runIf(isDefault)("explain", async () => {
  takePlan("c2c_f32_4096");
  const { stdout } = await project.run(["explain", "c2c_f32_4096"]);
  const shown = block("generator/README.md", "output: explain c2c_f32_4096", "npx fftgen explain c2c_f32_4096");
  expect(shown).toBe(stdout.trimEnd());
});

test.runIf(isDefault)("the ranked plans of plan 4096", async () => {
  takePlan("c2c_f32_4096");
  const words = ["plan", "4096", "--batch", "32768", "--top", "1"];
  const { stdout } = await project.run([...words, "--dry-run"]);
  const untimed = (text: string): string => text.replace(/candidates in [\d.]+ s/, "candidates");
  const [shown = ""] = block("README.md", "output: plan", `npx fftgen ${words.join(" ")}`).split("\n...\n");
  expect(untimed(stdout).startsWith(`${untimed(shown)}\n`), stdout).toBe(true);
  expect(shown.length).toBeGreaterThan(300);
});

test.runIf(isDefault)("the program is the example that is built and run under the emulator", () => {
  const path = "templates/examples/round-trip/round_trip.cpp";
  expect(block("README.md", `text: ${path}`)).toBe(readFileSync(join(root, path), "utf8").trimEnd());
  const lists = readFileSync(join(root, "templates/examples/round-trip/CMakeLists.txt"), "utf8");
  expect(readFileSync(join(root, "templates/README.md"), "utf8")).toContain(
    lists.slice(lists.indexOf("cmake_minimum")),
  );
});

describe("everyday commands", () => {
  const document = readFileSync(join(root, "README.md"), "utf8");
  const section = /^## Everyday commands\n(.*?)^## /msu.exec(document)?.[1] ?? "";
  const commands = [...section.matchAll(/^\| [^|]+\| `npx fftgen ([^`]+)`/gmu)].map(([, words = ""]) => words);

  test("there are ten", () => {
    expect(commands).toHaveLength(10);
  });

  // What a search takes long for is searched in a thorough run; that its words are known is in test/docs/commands.test.ts.
  const isLong = (command: string): boolean => /^(?:plan|tune) /.test(command) && !command.includes("--pack");
  const isShown = (command: string): boolean => !isLong(command) || command === commands.find(isLong);
  test.each(dealt(commands, isShown))("%s", async (command) => {
    project.clear();
    for (const name of ["c2c_f32_4096", "c2c_f32_1024"]) takePlan(name);
    const typed = [...command.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? "");
    // What runs on another machine is judged by its words elsewhere: a dry run measures nothing, so that it takes no runner.
    const runner = typed.indexOf("--runner");
    const words = runner < 0 ? typed : typed.toSpliced(runner, 2);
    // Searching and measuring are shown without writing; everything else is done.
    const { code, stdout, stderr } = await project.run(isLong(command) ? [...words, "--dry-run"] : words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toBe("");
  });
});
