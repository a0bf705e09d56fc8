// What every command prints with --json is as the published schemas have it: judged by a validator of its own, not by what typed it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { allOutputs, SCHEMA_DIRECTORY } from "../../generator/cli/published-schemas.js";
import type { Candidate } from "../../generator/tune/measurement.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { hostCompiler } from "../toolchain/compilers.js";
import { useProject, type Outcome } from "./program.js";

const root = join(import.meta.dirname, "../..");
const project = useProject();
const environment = { CXX: cachingCompiler };
const ajv = new Ajv2020({ strict: false });
const names = (await allOutputs()).map(({ name }) => name);
const schemas = new Map<string, ValidateFunction>(
  names.map((name) => [
    name,
    ajv.compile(
      JSON.parse(readFileSync(join(root, SCHEMA_DIRECTORY, "output", `${name}.schema.json`), "utf8")) as object,
    ),
  ]),
);
const seen = new Set<string>();

const SMALL = `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 8 },
  kernels: ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 64 threads, 16 columns, table"],
});
`;

/** The one value that is printed, which is of the schema that it names. */
function valueOf(name: string, { stdout }: Pick<Outcome, "stdout">): Readonly<Record<string, unknown>> {
  const value = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  expect(value["schema"]).toBe(`fftgen/${name}/1`);
  const validate = schemas.get(name);
  expect(validate?.(value), JSON.stringify(validate?.errors?.slice(0, 3))).toBe(true);
  seen.add(name);
  return value;
}

test("a value that is not as it should be is found", () => {
  const { error } = { error: schemas.get("error") };
  const good = { message: "m", kind: "input", exitCode: 2, place: null };
  expect(error?.({ schema: "fftgen/error/1", error: good })).toBe(true);
  expect(error?.({ schema: "fftgen/error/2", error: good })).toBe(false);
  expect(error?.({ schema: "fftgen/error/1", error: { ...good, kind: "odd" } })).toBe(false);
  expect(error?.({ schema: "fftgen/error/1", error: { ...good, more: 1 } })).toBe(false);
});

let candidate: Candidate;
beforeAll(async () => {
  await project.run(["tune", "8", "--batch", "16", "--top", "1", "--pack", "first"]);
  candidate = JSON.parse(project.read("first/jobs/c2c_f32_8-b16-1.json")) as Candidate;
  project.clear();
  project.write("plans/small.plan.ts", SMALL);
  const measurement = {
    candidate,
    platform: { gpu: "NVIDIA H200", driver: "580", toolchain: "nvcc 13.0" },
    outcome: {
      kind: "measured",
      timing: { milliseconds: 1, copyMilliseconds: 0.9, repeat: 9 },
      relativeL2Error: 5e-8,
    },
    buildSeconds: 1,
    binaryBytes: 1000,
  };
  project.write("results.json", JSON.stringify([measurement]));
  project.write("suite.json", '{ "name": "mine", "entries": [{ "size": "8", "batch": 16 , "precision": "f32" }] }');
  const errors = { drawn: [1e-3], rounded: [1e-3], zeros: 0, missedZeros: 0 };
  const record = { type: "f32", log2Size: 3, experiment: "one-way", distribution: "NORM", ...errors };
  const records = ["folklore", "kahan"].map((algorithm) => ({ ...record, algorithm }));
  project.write("study.json", JSON.stringify({ platform: measurement.platform, seeds: 1, records }));
});

describe("a command prints one value of its schema", () => {
  test.each<readonly [string, readonly string[]]>([
    ["plan", ["plan", "64", "--dry-run", "--top", "2"]],
    ["plan", ["plan", "fwht", "64", "--no-verify", "--no-compile"]],
    ["tune", ["tune", "8", "--dry-run", "--top", "2"]],
    ["tune", ["tune", "--import", "results.json"]],
    ["pack", ["tune", "8", "--top", "1", "--pack", "tuning"]],
    ["emit", ["emit"]],
    ["emit-check", ["emit", "--check"]],
    ["emit-manifest", ["emit", "--manifest", "m.tsv"]],
    ["emit-manifest", ["emit", "--manifest", "m.tsv", "--check"]],
    ["emit-upgrade", ["emit", "--upgrade"]],
    ["emit-upgrade", ["emit", "--upgrade", "--dry-run"]],
    ["bundle", ["bundle", "fft", "small"]],
    ["bundle-check", ["bundle", "fft", "small", "--check"]],
    ["bundle-outputs", ["bundle", "fft", "small", "--list-outputs"]],
    ["bundle-architectures", ["bundle", "fft", "small", "--list-architectures"]],
    ["explain", ["explain", "small"]],
    ["explain", ["explain", "small", "--text"]],
    ["bench", ["bench", "suite.json", "--import", "results.json"]],
    ["bench-plans", ["bench", "suite.json", "--dry-run"]],
    ["pack", ["bench", "suite.json", "--pack", "bench"]],
    ["pack", ["study", "fwht-stability", "--sizes", "3", "--precision", "f32", "--pack", "study"]],
    ["study", ["study", "fwht-stability", "--import", "study.json"]],
    ["examples", ["example"]],
    ["example", ["example", "xor-convolution"]],
    ["fragments", ["fragments"]],
    ["probe", ["fragments", "--probe", "fragments"]],
    ["probe", ["gpu", "--probe", "gpu"]],
    ["gpus", ["gpu"]],
    ["list", ["list"]],
    ["doctor", ["doctor"]],
    ["wisdom", ["wisdom"]],
    ["wisdom-export", ["wisdom", "export", "wisdom.json"]],
    ["wisdom-import", ["wisdom", "import", "wisdom.json"]],
    ["init", ["init"]],
    ["weights", ["gpu", "--fit", "results.json"]],
  ])("%s: %j", async (name, words) => {
    const outcome = await project.run([...words, "--json"]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    valueOf(name, outcome);
  });

  test.skipIf(hostCompiler === undefined)("verify, and plan with what was verified", async () => {
    const planned = await project.run(["plan", "16", "--on", "emulator", "--no-compile", "--json"], environment);
    expect(valueOf("plan", planned)["verification"]).toMatchObject({ passed: true, target: "emulator" });
    // The same package, which is not compiled again.
    const words = ["verify", "c2c_f32_16", "--on", "emulator", "--batch", "3", "--json"];
    valueOf("verify", await project.run(words, environment));
  });
});

test("a GPU file is one: it has a version of its own", async () => {
  const validate = ajv.compile(
    JSON.parse(readFileSync(join(root, SCHEMA_DIRECTORY, "gpu.schema.json"), "utf8")) as object,
  );
  const { stdout } = await project.run(["gpu", "show", "T4", "--json"]);
  expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true);
});

describe("an error is a value too, and text for people as ever", () => {
  test.each<readonly [readonly string[], object]>([
    [["plan", "0"], { kind: "input", exitCode: 2, place: null }],
    [["nonsense"], { kind: "input", exitCode: 2, place: null }],
    [
      ["explain", "broken"],
      { kind: "input", exitCode: 2, place: { file: "plans/broken.plan.ts", line: 5, column: 18 } },
    ],
  ])("%j", async (words, error) => {
    project.write("plans/broken.plan.ts", SMALL.replace("X(4,4,4,16,no-tw)", "X(4;4,4,16,no-tw)"));
    const people = await project.run(words);
    const outcome = await project.run([...words, "--json"]);
    expect(outcome).toMatchObject({ code: people.code, stderr: people.stderr });
    expect(people.stdout).toBe("");
    const value = valueOf("error", outcome)["error"] as { readonly message: string };
    expect(value).toMatchObject(error);
    expect(people.stderr).toContain(value.message);
  });

  test("of the toolchain", async () => {
    const outcome = await project.run(["verify", "small", "--on", "emulator", "--json"], { CXX: "/nowhere/g++" });
    expect(outcome.code).toBe(3);
    expect(valueOf("error", outcome)["error"]).toMatchObject({ kind: "toolchain", exitCode: 3 });
  });

  test("behind the value that says it already, none is printed", async () => {
    project.write("generated/small/include/fftgen/small.h", "");
    const stale = await project.run(["emit", "--check", "small", "--json"]);
    expect(stale.code).toBe(1);
    expect(valueOf("emit-check", stale)["passed"]).toBe(false);
  });
});

// The last test of the file: those before it have filled the set.
test("every published schema was seen", () => {
  const all = names.filter((name) => name !== "verify" || hostCompiler !== undefined);
  expect([...seen].toSorted()).toEqual(all.toSorted());
});
