// What cannot be written is said before anything is searched or compiled, and leaves nothing behind.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as compile from "../../generator/compile.js";
import * as search from "../../generator/search/search.js";
import { canFail, failing, withoutFaults } from "../load/failing-disk.js";
import { useProgram, useProject } from "./program.js";

useProgram();
const project = useProject("project");
const PLAN = "plans/c2c_f32_16.plan.ts";

const plan16 = (more = ""): string => `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 64 },
${more}  kernels: ["{ X(1,16,1,16,no-tw) } on 64 threads, 64 columns, table"],
});
`;

/** The work that takes long. */
const laborious = [
  vi.spyOn(search, "searchPlans"),
  vi.spyOn(compile, "compilePlan"),
  vi.spyOn(compile, "requireLegal"),
];

beforeEach(() => {
  project.clear();
  for (const one of laborious) one.mockClear();
});
afterAll(() => {
  for (const one of laborious) one.mockRestore();
});

/** Each with an option or a plan file that has it write there. */
const commands = (place: string): readonly (readonly string[])[] => [
  ["plan", "16", "--no-verify", "--no-compile", "--anywhere", "--out", place],
  ["emit", "c2c_f32_16", "--out", place],
  ["emit", "--below", place],
  ["emit", "--manifest", `${place}/MANIFEST.tsv`],
  ["bundle", "one", "c2c_f32_16", "--out", place],
  ["tune", "16", "--pack", place],
  ["bench", "fwht", "--only", "bf16", "--pack", place],
  ["bench", "--import", "none.jsonl", "--html", `${place}/report.html`],
  ["study", "fwht-stability", "--pack", place],
  ["study", "fwht-stability", "--sizes", "3", "--figures", place],
  ["example", "xor-convolution", "--out", place],
  ["fragments", "--probe", place],
  ["wisdom", "export", `${place}/wisdom.json`],
];

const optionOf = (words: readonly string[]): string =>
  words[0] === "wisdom" ? "name another file" : `by ${words.findLast((word) => word.startsWith("--")) ?? ""}`;

/** For a file that an option names no directory is made. */
const namesFile = (words: readonly string[]): boolean => (words.at(-1) ?? "").includes(".");

describe.each([
  ["where no directory can be made", "/proc/nowhere", ": no such file or directory in /proc; "],
  ["below a file", "file/below", ": file is a file, not a directory; move it away"],
  ["behind a link that leads nowhere", "dangling", ": dangling is a link to what is not there; move it away"],
])("%s", (_, place, message) => {
  test.each(commands(place).map((words) => [words.join(" "), words] as const))("%s", async (_name, words) => {
    project.write(PLAN, plan16());
    project.write("file", "a file");
    symlinkSync("nowhere/at/all", project.path("dangling"));
    const before = readdirSync(project.path(), { recursive: true }).toSorted();
    const { code, stdout, stderr } = await project.run(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.startsWith(`fftgen: cannot write to ${place}`)).toBe(true);
    const isMissing = place.startsWith("/proc") && namesFile(words);
    expect(stderr).toContain(isMissing ? ": there is no such directory; make it, or name another file" : message);
    if (place.startsWith("/proc")) expect(stderr).toContain(optionOf(words));
    expect(readdirSync(project.path(), { recursive: true }).toSorted()).toEqual(before);
    for (const one of laborious) expect(one).not.toHaveBeenCalled();
  });
});

test.each([
  ["emit --anywhere", "cannot write to /proc/nowhere: no such file or directory in /proc; "],
  ["tune 16 --on emulator --anywhere", 'or name another directory by "packages" in fftgen.json\n'],
])("%s, where the plan file says so", async (words, message) => {
  project.write(PLAN, plan16('  directory: "/proc/nowhere",\n'));
  expect(await project.run(words.split(" "))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message) as string,
  });
  expect(search.searchPlans).not.toHaveBeenCalled();
});

test("where the project file says so", async () => {
  project.write("fftgen.json", '{ "plans": "/proc/plans" }');
  expect((await project.run(["plan", "16", "--anywhere"])).stderr).toBe(
    'fftgen: cannot write to /proc/plans: no such file or directory in /proc; see to it that you may write there, or name another directory by "plans" in fftgen.json\n',
  );
  project.write("fftgen.json", '{ "bundles": [{ "name": "one", "directory": "/proc/one" }] }');
  project.write(PLAN, plan16());
  expect((await project.run(["bundle", "--anywhere"])).stderr).toContain("cannot write to /proc/one: ");
  for (const one of laborious) expect(one).not.toHaveBeenCalled();
});

test("a directory where a file would be", async () => {
  mkdirSync(project.path("report.html"));
  expect(await project.run(["bench", "--import", "none.jsonl", "--html", "report.html"])).toMatchObject({
    code: 2,
    stderr: "fftgen: cannot write report.html: it is a directory; name another file by --html\n",
  });
});

test("the user's wisdom", async () => {
  writeFileSync(project.wisdom, "a file");
  project.write("wisdom.json", "not read");
  expect((await project.run(["wisdom", "import", "wisdom.json"])).stderr).toMatch(
    /cannot write to .*-wisdom\/plans: .*-wisdom is a file/,
  );
});

test.skipIf(process.getuid?.() === 0)("a directory without permission", async () => {
  mkdirSync(project.path("mine"), { mode: 0o555 });
  expect((await project.run(["plan", "16", "--out", "mine/fft"])).stderr).toBe(
    "fftgen: cannot write to mine/fft: permission denied in mine; see to it that you may write there, or name another directory by --out\n",
  );
});

test.skipIf(!canFail)(`a full disk${withoutFaults}`, async () => {
  project.write(PLAN, plan16());
  for (const words of [["plan", "16", "--on", "gpu"], ["emit"], ["bundle", "one", "c2c_f32_16"]]) {
    const { code, stderr } = await project.spawn(words, failing(project.path(), "full", 2));
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^fftgen: cannot write to \S+: no space left on device(?: in \.)?; make room there, or name another directory by \S+/,
      ) as string,
    });
    expect(project.files()).toEqual([PLAN]);
  }
});

test.skipIf(!canFail)(`a full disk stops no package that is up to date${withoutFaults}`, async () => {
  project.write(PLAN, plan16());
  expect(await project.run(["emit"])).toMatchObject({ code: 0, stderr: "" });
  const { code, stdout, stderr } = await project.spawn(["emit"], failing(project.path(), "full", 2));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("(unchanged)");
});
