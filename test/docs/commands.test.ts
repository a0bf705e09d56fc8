// What the documents print for users to copy: commands of fftgen are judged by its own checker, scripts and paths are there.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram, useProject } from "../cli/program.js";
import { DOCUMENTS, root, textOf } from "./documents.js";

useProgram();
const project = useProject();

/** The lines of the blocks that are marked as shell commands. */
const shellLines = (document: string): readonly string[] =>
  [...document.matchAll(/^```sh\n(.*?)^```$/gmsu)]
    .flatMap(([, block]) => (block ?? "").split("\n"))
    .filter((line) => line !== "");

/** Commands in running text, and those whose output is shown. */
const namedCommands = (document: string): readonly string[] => [
  ...[...document.matchAll(/`(npx fftgen [^`]+)`/gu)].map(([, command]) => command ?? ""),
  ...[...document.matchAll(/^\$ (.+)$/gmu)].map(([, command]) => command ?? ""),
];

const commands = [
  ...new Set(DOCUMENTS.map(textOf).flatMap((document) => [...shellLines(document), ...namedCommands(document)])),
];

/** As a shell splits them; of quotes the documents have double ones only. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? "");

describe("commands of fftgen have words that it knows", () => {
  const own = commands.filter((command) => command.startsWith("npx fftgen"));

  test("there are some", () => {
    expect(own.length).toBeGreaterThan(20);
  });

  // The checker names the first wrong word: it must be the one that is added here. Nothing is run.
  test.concurrent.each(own)("%s", async (command) => {
    const words = wordsOf(command).slice(2);
    const asked = words.filter((word) => word !== "--help");
    // Behind -- stand the words of another program.
    const end = asked.includes("--") ? asked.indexOf("--") : asked.length;
    const { code, stderr } = await project.run(asked.toSpliced(end, 0, "--no-such-option"));
    expect(stderr).toMatch(
      words[0] === "--help" ? /the command comes before its options/ : / no option --no-such-option/,
    );
    expect(code).toBe(2);
  });
});

describe("all other commands are there", () => {
  const manifest = JSON.parse(textOf("package.json")) as { readonly scripts: object; readonly version: string };
  const { version } = manifest;
  const scripts = Object.keys(manifest.scripts);
  const others = commands.filter((command) => !command.startsWith("npx fftgen"));

  test.each(others)("%s", (command) => {
    const [program, ...words] = wordsOf(command);
    const ofJoining = ["pip", "python", "cmake", "gfortran", "export"].includes(program ?? "");
    if (ofJoining || /^LD_(?:PRELOAD|LIBRARY_PATH)=/.test(program ?? "")) {
      // Run word for word by the tests of test/join.
      expect(shellLines(textOf("plans/joining.md"))).toContain(command);
    } else if (program === "npm") {
      const [verb = "", script = ""] = words;
      expect(["ci", "test", "run", "install"]).toContain(verb);
      if (verb === "install") expect(words.at(-1)).toBe(`../fftgen/fftgen-${version}.tgz`);
      if (verb === "run") expect(scripts).toContain(script);
    } else {
      expect([program, ...words.slice(0, 2)]).toEqual(["npx", "vitest", "run"]);
      expect(existsSync(join(root, words[2] ?? ""))).toBe(true);
    }
  });
});
