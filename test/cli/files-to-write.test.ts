// Options whose path a command writes to lose nobody's file: no command line of any command replaces what fftgen did not write. Every
// place of every command that takes a path is among these, so that a new one is not forgotten.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { COMMANDS } from "../../generator/cli/commands.js";
import type { Completes } from "../../generator/cli/suggestions.js";
import * as compile from "../../generator/compile.js";
import { h200Measurements, h200Platform } from "../bench/measured-plans.js";
import { useProject } from "./program.js";

const project = useProject();
const PLAN = "plans/c2c_f32_16.plan.ts";
const plan16 = `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 64 },
  kernels: ["{ X(1,16,1,16,no-tw) } on 64 threads, 64 columns, table"],
});
`;

const measurements = h200Measurements()
  .map((one) => JSON.stringify(one))
  .join("\n");

/** Of a study in one number format. */
function studyResults(): string {
  const errors = { drawn: [1e-3], rounded: [1e-3], zeros: 0, missedZeros: 0 };
  const record = { type: "f32", log2Size: 3, experiment: "one-way", distribution: "NORM", ...errors };
  const records = ["folklore", "kahan"].map((algorithm) => ({ ...record, algorithm }));
  return JSON.stringify({ platform: h200Platform, seeds: 1, records });
}

beforeEach(() => {
  project.clear();
  project.write(PLAN, plan16);
  project.write("measured.jsonl", measurements);
});
const laborious = [vi.spyOn(compile, "compilePlan"), vi.spyOn(compile, "requireLegal")];
afterAll(() => {
  for (const one of laborious) one.mockRestore();
});

/** A place of a command line, as `bench --html`, where a command writes a file; the words with it. `makes`: its directory, too. */
const files: Readonly<Record<string, { readonly words: (path: string) => readonly string[]; readonly makes?: true }>> =
  {
    "explain --html": { words: (path) => ["explain", "c2c_f32_16", "--html", path] },
    "emit --manifest": { words: (path) => ["emit", "--manifest", path] },
    "bench --html": { words: (path) => ["bench", "peers", "--import", "measured.jsonl", "--html", path] },
    "bench --svg": { words: (path) => ["bench", "peers", "--import", "measured.jsonl", "--svg", path] },
    "wisdom <file>": { words: (path) => ["wisdom", "export", path] },
  };

/** Where a command writes a directory: a new one, a package, or files that a file of the same kind may be replaced by. */
const directories: Readonly<Record<string, (path: string) => readonly string[]>> = {
  "plan --out": (path) => ["plan", "16", "--no-verify", "--no-compile", "--out", path],
  "emit --out": (path) => ["emit", "c2c_f32_16", "--out", path],
  "emit --below": (path) => ["emit", "--below", path],
  "bundle --out": (path) => ["bundle", "one", "c2c_f32_16", "--out", path],
  "tune --pack": (path) => ["tune", "16", "--pack", path],
  "bench --pack": (path) => ["bench", "fwht", "--only", "bf16", "--pack", path],
  "study --pack": (path) => ["study", "fwht-stability", "--sizes", "3", "--precision", "f32", "--pack", path],
  "study --figures": (path) => ["study", "fwht-stability", "--import", "study.json", "--figures", path],
  "example --out": (path) => ["example", "xor-convolution", "--out", path],
  "fragments --probe": (path) => ["fragments", "--probe", path],
  "gpu --probe": (path) => ["gpu", "--probe", path],
};

/** Where a command reads. */
const read: readonly string[] = [
  "tune --import",
  "bench --import",
  "bundle --from",
  "gpu --fit",
  "study --import",
  "bench <suite>",
  "run --bundle",
  // Written by a library in another program: test/cli/run.test.ts has what it may replace.
  "run --record",
  // Written into a file that must not be there yet.
  "init --plans",
  "init --packages",
];

/** `plan --gpu`, `bench <suite>`: every place where the shell is told to complete paths. */
async function placesOfPaths(): Promise<readonly string[]> {
  const isPath = async (completes: Completes | undefined, given: readonly string[]): Promise<boolean> => {
    const completion = typeof completes === "function" ? await completes(given) : completes;
    return completion !== undefined && completion.paths !== "none";
  };
  const places: string[] = [];
  for (const { name, options, operands } of COMMANDS) {
    for (const [option, { completes }] of Object.entries(options))
      if (await isPath(completes, [])) places.push(`${name} --${option}`);
    for (const [index, { completes }] of operands.entries())
      if (await isPath(completes, name === "wisdom" ? ["export"] : []))
        places.push(`${name} <${index === 1 ? "file" : "suite"}>`);
  }
  return places;
}

/** Names of plans and GPUs may be paths of what is read. */
const isNameOrPath = (place: string): boolean =>
  place.endsWith(" --gpu") ||
  ["emit", "bundle", "explain", "verify", "tune"].some((name) => place.startsWith(`${name} <`));

test("every option and operand that takes a path is among what is tried here", async () => {
  const known = [...Object.keys(files), ...Object.keys(directories), ...read];
  const asked = (await placesOfPaths()).filter((place) => !isNameOrPath(place));
  expect(asked.toSorted()).toEqual(known.toSorted());
});

test("commands write files by what refuses those of others, and by nothing else", () => {
  const folder = join(import.meta.dirname, "../../generator/cli");
  const writers = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) =>
      /^import (?!type\b).*output\/text-file\.js"|\b(writeFile|appendFile|createWriteStream|copyFile)/m.test(
        readFileSync(join(folder, path), "utf8"),
      ),
    );
  expect(writers.toSorted()).toEqual([
    // fftgen.json, where there is none.
    "init-command.ts",
    // .fftgen/ of the project.
    "measurement-store.ts",
    // Plan files that are not there.
    "missing-plans.ts",
    // Plan files that it has read, with what is new in the notation.
    "upgrade-plans.ts",
    // The user's wisdom.
    "wisdom-import.ts",
  ]);
});

const contents = (): ReadonlyMap<string, string> => new Map(project.files().map((path) => [path, project.read(path)]));

const filePlaces = Object.entries(files).map(([place, { words }]) => [place, words] as const);

describe.each(filePlaces)("%s", (place, words) => {
  test.each([
    ["a source file", "src/main.cpp", "int main(){}\n"],
    ["a plan file", PLAN, plan16],
    ["what would be a plan file", "plans/other.plan.ts", undefined],
    ["an empty file", "empty", ""],
    ["somebody's page", "page.html", '<!doctype html>\n<html lang="en">\n<head>\n<title>mine</title>\n'],
    ["somebody's picture", "logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n'],
    ["in no directory that is there", "no/such/dir/x.html", undefined],
    ["a device", "/dev/null", undefined],
  ])("does not write over %s", async (_, path, text) => {
    if (text !== undefined) project.write(path, text);
    const before = contents();
    for (const one of laborious) one.mockClear();
    const { code, stdout, stderr } = await project.run(words(path));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^fftgen: .*name another file( by --\w+)?(, or remove it)?\n$/);
    expect(stderr).toContain(path.startsWith("no/") ? "no/such/dir" : path);
    expect(contents()).toEqual(before);
    expect(existsSync(project.path("no"))).toBe(false);
    for (const one of laborious) expect(one).not.toHaveBeenCalled();
  });

  test("nor through a link", async () => {
    project.write("src/main.cpp", "int main(){}\n");
    symlinkSync("src/main.cpp", project.path("link"));
    expect((await project.run(words("link"))).code).toBe(2);
    expect(project.read("link")).toBe("int main(){}\n");
  });

  test("writes a new file, and again what it has written, unless that may be nowhere else", async () => {
    const first = await project.run(words("new.out"));
    expect({ ...first, stdout: "" }).toEqual({ code: 0, stdout: "", stderr: "" });
    const text = project.read("new.out");
    const again = await project.run(words("new.out"));
    expect(again.code).toBe(place.startsWith("wisdom") ? 2 : 0);
    expect(project.read("new.out")).toBe(text);
  });
});

test("files of one kind are not replaced by those of another", async () => {
  const written = new Map<string, string>();
  for (const [place, words] of filePlaces) {
    const path = `${place.replaceAll(/\W/g, "")}.out`;
    expect((await project.run(words(path))).code).toBe(0);
    written.set(path, project.read(path));
  }
  // Pages are pages, of whatever command.
  const kind = (place: string): string => (place.endsWith("--html") ? "page" : place);
  for (const [place, words] of filePlaces)
    for (const [other] of filePlaces.filter(([one]) => kind(one) !== kind(place))) {
      const path = `${other.replaceAll(/\W/g, "")}.out`;
      expect((await project.run(words(path))).code).toBe(2);
      expect(project.read(path)).toBe(written.get(path));
    }
});

test("two files of one command are two", async () => {
  const words = ["bench", "peers", "--import", "measured.jsonl", "--html", "one", "--svg", "./one"];
  expect(await project.run(words)).toEqual({
    code: 2,
    stdout: "",
    stderr: "fftgen: ./one cannot be two files: name another file by --svg\n",
  });
});

describe.each(Object.entries(directories))("%s", (place, words) => {
  test("leaves alone what stands where it would write", async () => {
    project.write("study.json", studyResults());
    project.write("mine/c2c_f32_16.cu", "// mine\n");
    project.write("mine/c2c_f32_16/c2c_f32_16.cu", "// mine\n");
    for (const type of ["f32", "f64", "f16", "bf16"]) project.write(`mine/fwht-stability-${type}.svg`, "<svg/>");
    project.write("mine/one.h", "// mine\n");
    const before = contents();
    const { code, stderr } = await project.run(words("mine"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^fftgen: .*\bmine\b/);
    expect(contents()).toEqual(before);
  });

  test("does not take a file's place", async () => {
    project.write("study.json", studyResults());
    const before = contents();
    expect((await project.run(words(PLAN))).code, place).toBe(2);
    expect(contents()).toEqual(before);
  });
});

test("figures replace figures, in a directory that is made as the help says", async () => {
  project.write("study.json", studyResults());
  const words = ["study", "fwht-stability", "--import", "study.json", "--figures", "some/figures"];
  expect((await project.run(words)).code).toBe(0);
  expect((await project.run(words)).code).toBe(0);
  mkdirSync(project.path("other"));
  project.write("other/fwht-stability-f32.svg", "mine");
  expect((await project.run([...words.slice(0, -1), "other"])).stderr).toBe(
    "fftgen: other/fwht-stability-f32.svg is there already, and is no chart that fftgen wrote: name another directory by --figures, or remove it\n",
  );
  expect(readdirSync(project.path("other"))).toEqual(["fwht-stability-f32.svg"]);
});
