// Plan files that would bring the program down, or fool whoever imports them: each gets one short message that names its place.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "../cli/program.js";

const project = useProject();
beforeEach(() => project.clear());

const KERNEL = '"{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) }"';
const file = (batch: string, kernels = KERNEL, more = ""): string => `import { plan } from "fftgen";
export default plan({
  transform: { lengths: { X: 64 }, precision: "f32", batch: ${batch}${more} },
  kernels: [${kernels}],
});
`;
const PATH = "plans/x.plan.ts";

async function complaint(text: string): Promise<string> {
  project.write(PATH, text);
  const { code, stdout, stderr } = await project.run(["explain", PATH]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr.length).toBeLessThan(2500);
  return stderr.replace(/^fftgen: /, "");
}

test.each([
  ["arrays", `${"[".repeat(5000)}${"]".repeat(5000)}`],
  ["parentheses", `${"(".repeat(20000)}1${")".repeat(20000)}`],
  ["signs", `${"- ".repeat(20000)}1`],
  ["powers", `${"2 ** ".repeat(20000)}1`],
  ["objects", `${"{a:".repeat(20000)}1${"}".repeat(20000)}`],
])("%s within each other", async (_, batch) => {
  expect(await complaint(file(batch))).toMatch(/^plans\/x\.plan\.ts:1:1: nested too deeply to be a plan\n/);
});

test("more sub-computations than factors, in as many kernels or in one", async () => {
  const many = Array.from({ length: 5000 }, () => '"{ X(8,8,8,64,no-tw) }"').join(",");
  expect(await complaint(file("1", many))).toMatch(
    /^plans\/x\.plan\.ts:4:\d+: kernel 54, sub-computation 1: the plan has 5000 sub-computations, and no array has more than 53 factors\n$/,
  );
  expect(await complaint(file("1", `"{ ${"X(8,8,8,64,no-tw) ".repeat(20000)}}"`))).toMatch(
    /^plans\/x\.plan\.ts:4:\d+: kernel 1, sub-computation 54: the plan has 20000 sub-computations/,
  );
});

test("as many problems as kernels: the first ones, each once", async () => {
  const message = await complaint(file("1", Array.from({ length: 50 }, () => '"{ X(8,8,8,64,no-tw) }"').join(",")));
  const lines = message.trimEnd().split("\n");
  expect(lines).toHaveLength(14);
  expect(new Set(lines).size).toBe(14);
  expect(lines.at(-1)).toMatch(/^ {2}\.\.\. \d+ more$/);
});

test("a line of 400 KB is shown around the mistake, not in full", async () => {
  const word = await complaint(file("1", `"{ X(8,8,8,64,${"x".repeat(400_000)}) }"`));
  expect(word).toMatch(/^plans\/x\.plan\.ts:4:27: expected `tw`, `pre-tw` or `no-tw`, found `x{60}\.\.\.`\n/);
  const late = await complaint(file("1", `"{ ${" ".repeat(400_000)}Q }"`));
  const [, shown = "", caret = ""] = late.split("\n");
  expect(shown[caret.indexOf("^")]).toBe("Q");
});

test("a text where a number should be is not repeated in full", async () => {
  expect(await complaint(file(`"${"9".repeat(100_000)}"`))).toMatch(
    /batch is "9{100}\.\.\."; it must be a positive int/,
  );
});

test.each(["1e-310", "1e39", "-1e-46"])("the scale %s, with its place", async (scale) => {
  expect(await complaint(file("1", KERNEL, `, scale: ${scale}`))).toMatch(
    /^plans\/x\.plan\.ts:3:\d+: scale is \S+: no number that single precision can hold, or 0\n$/,
  );
});

describe("statements beside the export, which would run where the file is imported", () => {
  test.each([
    ["a call before it", `require("child_process").execSync("touch PWNED");\n${file("1")}`, "1:1"],
    ["a call after it", `${file("1")}process.exit(9);\n`, "6:1"],
    ["another module", `import { plan } from "./evil.js";\n${file("1").replace(/^.*\n/, "")}`, "1:1"],
    ["a module for its effects", `import "./evil.js";\n${file("1")}`, "1:1"],
    ["a constant", `const x = fetch("http://localhost");\n${file("1")}`, "1:1"],
    ["another export", `${file("1")}export * from "./evil.js";\n`, "6:1"],
  ])("%s", async (_, text, place) => {
    expect(await complaint(text)).toMatch(
      new RegExp(`^${PATH}:${place}: a plan file imports from "fftgen" and exports a plan, nothing else; take out `),
    );
  });
});

describe("what is no file", () => {
  test.each<readonly [string, (path: string) => void, string]>([
    ["a pipe", (path) => void execFileSync("mkfifo", [path]), "it is a pipe, a socket or a device, not a regular file"],
    ["a device", (path) => symlinkSync("/dev/zero", path), "it is a pipe, a socket or a device, not a regular file"],
    ["a directory", (path) => mkdirSync(path), "it is a directory"],
    ["a link to nothing", (path) => symlinkSync("/nowhere", path), "there is no such file"],
  ])("%s: every command goes on without waiting", async (_, make, message) => {
    project.write("plans/good.plan.ts", file("1"));
    make(project.path("plans", "x.plan.ts"));
    for (const words of [["list"], ["emit"], ["emit", "--check"], ["verify"]]) {
      const { code, stderr } = await project.run(words);
      expect(code).toBe(2);
      expect(stderr).toContain(`cannot read ${PATH}: ${message}`);
    }
    // The good one is listed all the same, and a broken one is in nobody's way.
    expect((await project.run(["list"])).stdout).toContain("good");
    expect((await project.run(["plan", "32", "--dry-run", "--top", "1"])).code).toBe(0);
    rmSync(project.path("plans", "x.plan.ts"), { recursive: true });
  });

  test("more than a megabyte", async () => {
    const message = await complaint(`//${"x".repeat(2 ** 21)}\n${file("1")}`);
    expect(message).toMatch(/^cannot read plans\/x\.plan\.ts: it has \d+ bytes; such a file has at most 1048576\n$/);
  });
});
