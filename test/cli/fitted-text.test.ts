// Sentences in the columns of a terminal.
import { stripVTControlCharacters, styleText } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fittedText } from "../../generator/cli/fitted-text.js";
import { print, printError, printJson } from "../../generator/cli/terminal.js";
import { errorOutput } from "../../generator/cli/report.js";
import { useProject } from "./program.js";

const project = useProject();

describe("a line is broken", () => {
  test.each([
    ["between words", "one two three four", 9, "one two\nthree\nfour"],
    ["not where it fits", "one two", 7, "one two"],
    ["not within a word", "a/very/long/path is here", 8, "a/very/long/path\nis here"],
    ["beside its label", "plan   one two three", 15, "plan   one two\n       three"],
    ["beside a label of two words", "  look at  one two three", 22, "  look at  one two\n           three"],
    ["below its own indentation", "      one two three", 15, "      one two\n      three"],
    ["below a label that leaves no room", "a long label  one two", 16, "a long label\n  one two"],
    ["each by itself", "one two\nthree four", 7, "one two\nthree\nfour"],
    ["but no command that is to be copied", "the command, in /tmp: g++ -c", 10, "the command, in /tmp: g++ -c"],
  ])("%s", (_, text, width, fitted) => {
    expect(fittedText(text, width)).toBe(fitted);
  });

  test("by what is seen of it", () => {
    const text = `${styleText("bold", "one two", { validateStream: false })} three`;
    expect(fittedText(text, 13)).toBe(text);
    expect(stripVTControlCharacters(fittedText(text, 12))).toBe("one two\nthree");
  });
});

describe("on a terminal of 60 columns", () => {
  const { stdout, stderr } = process;
  const before = {
    out: { isTTY: stdout.isTTY, columns: stdout.columns },
    err: { isTTY: stderr.isTTY, columns: stderr.columns },
  };
  afterEach(() => {
    Object.assign(stdout, before.out);
    Object.assign(stderr, before.err);
  });
  const narrow = (): void => {
    Object.assign(stdout, { isTTY: true, columns: 60 });
    Object.assign(stderr, { isTTY: true, columns: 60 });
  };
  /** What one stream has been given, without colours and without what is shown for a while. */
  const linesOf = (text: string): readonly string[] =>
    stripVTControlCharacters(text.replaceAll(/\r\u001B\[K[^\n\r]*/gu, "")).split("\n");

  test.each([
    ["a plan that is written", ["plan", "64", "--no-verify", "--no-compile"]],
    ["list", ["list"]],
    ["explain", ["explain", "c2c_f32_64"]],
    ["emit", ["emit"]],
    ["gpu list", ["gpu", "list"]],
    ["doctor", ["doctor"]],
    ["a mistake", ["plan", "64", "--arithmetic", "native"]],
    ["a word", ["plan", "64", "--hepl"]],
  ])("%s has sentences that fit", async (_, words) => {
    narrow();
    const { stdout: out, stderr: err } = await project.run(words);
    const long = [...linesOf(out), ...linesOf(err)].filter((line) => line.length > 60);
    // Names and paths are as long as they are.
    expect(long.filter((line) => line.trim().includes(" "))).toEqual([]);
  });

  test("JSON and what is quoted stay as they are", () => {
    narrow();
    const written: string[] = [];
    const keep = (text: unknown): boolean => written.push(String(text)) > 0;
    const spies = [
      vi.spyOn(stdout, "write").mockImplementation(keep),
      vi.spyOn(stderr, "write").mockImplementation(keep),
    ];
    const long = "word ".repeat(20).trim();
    try {
      printJson(errorOutput, { error: { message: long, kind: "input", exitCode: 2, place: null } });
      printError(`short\n  ${long}\n       ^`);
      print(long);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    const [json = "", quoted, sentence = ""] = written;
    expect(JSON.parse(json)).toMatchObject({ error: { message: long } });
    expect(quoted).toBe(`short\n  ${long}\n       ^\n`);
    expect(sentence.split("\n").length).toBeGreaterThan(2);
  });
});
