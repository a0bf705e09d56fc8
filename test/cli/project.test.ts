// A project: found from every folder of it, with its places, GPUs, names and bundles.
import { mkdirSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
const planText = (columns = 128): string => `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32" },
  kernels: ["{ X(1,16,1,16,no-tw) } on ${columns} threads, ${columns} columns, table"],
});
`;
const writeProject = (contents: object): string => project.write("fftgen.json", JSON.stringify(contents));

beforeEach(() => project.clear());

describe("a directory is part of the project above it", () => {
  test("that has a project file", async () => {
    writeProject({ plans: "fft/plans", packages: "third_party" });
    const { code, stdout } = await project.runIn("sub/deep", ["plan", "16", "--no-verify", "--no-compile"]);
    expect(code).toBe(0);
    expect(stdout).toContain("\nplan      ../../fft/plans/c2c_f32_16.plan.ts  (written)\n");
    const { length } = project.files().filter((file) => /^third_party\/c2c_f32_16\/(?!fftgen\.sha256)/.test(file));
    expect(stdout).toContain(`\npackage   ../../third_party/c2c_f32_16/  (${length} files, written)\n`);
    expect((await project.runIn("fft/plans", ["emit", "--check"])).code).toBe(0);
    expect(project.files().filter((file) => /^sub|^generated|^plans/.test(file))).toEqual([]);
  });

  test("whose package.json says so", async () => {
    project.write("package.json", JSON.stringify({ name: "x", fftgen: { packages: "vendored" } }));
    project.write("plans/small.plan.ts", planText());
    expect(await project.runIn("sub", ["emit"])).toMatchObject({
      code: 0,
      stdout: "../plans/small.plan.ts -> ../vendored/small/\nnot verified: small; `fftgen verify small` does it\n",
    });
  });

  test("that has plan files", async () => {
    project.write("plans/small.plan.ts", planText());
    expect(await project.runIn("sub/deep", ["plan", "16", "--no-verify", "--no-compile"])).toMatchObject({ code: 0 });
    expect(await project.runIn("sub/deep", ["emit", "small"])).toMatchObject({ code: 0 });
    expect(project.files().filter((file) => file.startsWith("sub"))).toEqual([]);
    expect(project.files()).toContain("generated/small/include/fftgen/small.h");
  });

  test.each([".git", "package.json"])("but not of one on the other side of a %s", async (border) => {
    project.write("plans/small.plan.ts", planText());
    if (border === ".git") mkdirSync(project.path("other/.git"), { recursive: true });
    else project.write(`other/${border}`, "{}");
    expect(await project.runIn("other/sub", ["emit"])).toMatchObject({
      code: 2,
      stderr: `fftgen: there are no plan files below plans/ in ${project.path("other/sub")}; \`fftgen plan <size>\` makes one\n`,
    });
    writeProject({});
    expect(await project.runIn("other/sub", ["emit"])).toMatchObject({ code: 0 });
  });

  test("which messages name, be it the one that was meant or not", async () => {
    writeProject({ plans: "my/plans" });
    expect((await project.runIn("sub/deep", ["emit"])).stderr).toContain(
      `there are no plan files below plans/ in ${project.path("my")};`,
    );
  });

  test("and the nearest project file counts", async () => {
    writeProject({ packages: "outer" });
    project.write("sub/fftgen.json", '{ "packages": "inner" }');
    project.write("sub/plans/small.plan.ts", planText());
    expect((await project.runIn("sub/deep", ["emit"])).stdout).toBe(
      "../plans/small.plan.ts -> ../inner/small/\nnot verified: small; `fftgen verify small` does it\n",
    );
  });

  test("installed plans are not its own", async () => {
    writeProject({ plans: "." });
    project.write("node_modules/fftgen/plans/theirs.plan.ts", planText());
    project.write("mine.plan.ts", planText());
    expect((await project.run(["emit"])).stdout).toBe(
      "mine.plan.ts -> generated/mine/\nnot verified: mine; `fftgen verify mine` does it\n",
    );
  });
});

describe("paths on the command line", () => {
  test("are relative to the current directory", async () => {
    writeProject({});
    project.write("plans/small.plan.ts", planText());
    expect(await project.runIn("sub", ["emit", "../plans/small.plan.ts", "--out", "here"])).toMatchObject({ code: 0 });
    expect(project.files()).toContain("sub/here/include/fftgen/small.h");
  });
});

describe("what is wrong with a project file is said once", () => {
  test("two of them in one directory", async () => {
    writeProject({});
    project.write("package.json", '{ "fftgen": {} }');
    expect(await project.runIn("sub", ["list"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'fftgen: ../fftgen.json and the key "fftgen" of ../package.json both say what this project is: keep one of them\n',
    });
  });

  test("with the file and the place, whatever the command", async () => {
    writeProject({ gpus: ["H200", "H2000"] });
    for (const words of [
      ["plan", "16"],
      ["bench", "--dry-run"],
      ["example", "soft-threshold"],
    ]) {
      const { code, stderr } = await project.run(words);
      expect(stderr).toMatch(/^fftgen: fftgen\.json: gpus\[1\]: unknown GPU "H2000"/);
      expect(code).toBe(2);
    }
    writeProject({ bundles: [{ name: 1 }] });
    expect((await project.run(["list"])).stderr).toBe(
      "fftgen: fftgen.json: bundles[0].name: expected a string, found 1\n",
    );
    expect(project.files()).toEqual(["fftgen.json"]);
  });
});

describe("what holds for the whole project", () => {
  test("plan plans for each of its GPUs, and one package carries them", async () => {
    writeProject({ gpus: ["H200", "A100"] });
    const { code, stdout } = await project.run(["plan", "64", "--no-verify", "--no-compile", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      plans: [
        { gpu: "NVIDIA H200", plan: { path: "plans/c2c_f32_64.plan.ts", state: "written" } },
        { gpu: "NVIDIA A100-SXM4-80GB", plan: { path: "plans/c2c_f32_64.a100_sxm4_80gb.plan.ts", state: "written" } },
      ],
    });
    expect(project.read("generated/c2c_f32_64/CMakeLists.txt")).toMatch(/80[; ]90/);
    expect((await project.run(["emit", "--check"])).code).toBe(0);
    const one = await project.run(["plan", "16", "--no-verify", "--no-compile", "--gpu", "L4", "--json"]);
    expect(JSON.parse(one.stdout)).toMatchObject({ gpu: "NVIDIA L4", plan: { path: "plans/c2c_f32_16.plan.ts" } });
  });

  test("prefix and namespace, which the command line can override", async () => {
    writeProject({ prefix: "acme_", namespace: "acme::fft" });
    expect((await project.run(["plan", "16", "--no-verify", "--no-compile"])).stdout).toContain(
      "link fftgen::acme_c2c_f32_16\n",
    );
    const header = (): string => project.read("generated/c2c_f32_16/include/acme/c2c_f32_16.h");
    expect(header()).toContain("acme_c2c_f32_16_execute");
    expect(header()).toContain("namespace fft {");
    expect((await project.run(["emit", "--check"])).code).toBe(0);
    await project.run(["emit", "c2c_f32_16", "--prefix", "other_", "--out", "copy"]);
    expect(project.read("copy/include/other/c2c_f32_16.h")).toContain("other_c2c_f32_16_execute");
  });

  test("what is measured is kept at its root", async () => {
    writeProject({});
    project.write(".fftgen/measurements.jsonl", "{}\n");
    const { stderr } = await project.runIn("sub", ["bench", "--only", "f32 1024"]);
    expect(stderr).toContain("fftgen: ../.fftgen/measurements.jsonl:1: ");
  });
});

describe("bundles of the project file", () => {
  beforeEach(() => {
    project.write("plans/one.plan.ts", planText());
    project.write("plans/two.plan.ts", planText(64));
    writeProject({
      namespace: "acme",
      bundles: [
        { name: "both", directory: "third_party/both" },
        { name: "some", plans: ["one"] },
      ],
    });
  });

  test("are written and compared together, from everywhere", async () => {
    const { code, stdout } = await project.runIn("sub", ["bundle"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^bundle {4}\.\.\/third_party\/both\/ {2}\(2 transforms, \d+ files, written\)\n/);
    expect(stdout).toMatch(/\nbundle {4}\.\.\/generated\/some\/ {2}\(1 transform, /);
    expect(project.read("third_party/both/include/both/one.h")).toMatch(/namespace acme \{\nnamespace both \{/);
    expect(await project.run(["bundle", "--check"])).toMatchObject({
      code: 0,
      stdout: "third_party/both/ is up to date\ngenerated/some/ is up to date\n",
    });
    project.write("plans/two.plan.ts", planText(32));
    const stale = await project.run(["bundle", "--check", "--json"]);
    expect(stale.code).toBe(1);
    expect(JSON.parse(stale.stdout)).toMatchObject({ bundles: [{ passed: false }, { passed: true }] });
  });

  test("one by its name", async () => {
    expect((await project.run(["bundle", "some", "--out", "copy"])).code).toBe(0);
    expect(project.files()).toContain("copy/include/some/some.h");
    expect(project.files().some((file) => file.startsWith("third_party"))).toBe(false);
  });

  test("are not made of other plans", async () => {
    expect(await project.run(["bundle", "some", "two"])).toMatchObject({
      code: 2,
      stderr: "fftgen: fftgen.json says which plans the bundle some has: leave out two, or choose another name\n",
    });
    expect((await project.run(["bundle", "som"])).stderr).toContain("did you mean the bundle some of fftgen.json?");
    expect((await project.run(["bundle", "--out", "x"])).stderr).toContain("name one bundle with it");
  });

  test("without any, a name and plans are asked for", async () => {
    writeProject({});
    expect(await project.run(["bundle"])).toMatchObject({
      code: 2,
      stderr:
        'fftgen: which bundle? `fftgen bundle fft plans/*.plan.ts` names one and its plans; fftgen.json can list them under "bundles"\n',
    });
  });
});

describe("init", () => {
  test("writes what then holds", async () => {
    const words = ["init", "--packages", "src/fft", "--gpus", "a100,H200", "--prefix", "acme_"];
    expect((await project.run(words)).code).toBe(0);
    expect(JSON.parse(project.read("fftgen.json"))).toEqual({
      plans: "plans",
      packages: "src/fft",
      gpus: ["NVIDIA A100-SXM4-80GB", "NVIDIA H200"],
      prefix: "acme_",
    });
    expect((await project.run(["plan", "16", "--no-verify", "--no-compile", "--gpu", "L4"])).stdout).toContain(
      "src/fft/c2c_f32_16/",
    );
  });

  test("names the description for editors where fftgen is installed", async () => {
    project.write("node_modules/fftgen/templates/schemas/fftgen.schema.json", "{}");
    const { stdout } = await project.runIn("sub", ["init", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      project: { $schema: "../node_modules/fftgen/templates/schemas/fftgen.schema.json" },
    });
  });

  test("changes nothing that is there", async () => {
    writeProject({ plans: "mine" });
    expect(await project.run(["init"])).toMatchObject({
      code: 2,
      stderr: "fftgen: fftgen.json exists already: nothing was written; edit it by hand\n",
    });
    expect(project.read("fftgen.json")).toBe('{"plans":"mine"}');
    project.clear();
    project.write("package.json", '{ "fftgen": {} }');
    expect((await project.run(["init"])).stderr).toContain("package.json exists already");
    expect(project.files()).toEqual(["package.json"]);
  });

  test("says what is wrong before it writes", async () => {
    expect((await project.run(["init", "--gpus", "H200,X"])).stderr).toContain('unknown GPU "X"');
    expect((await project.run(["init", "--prefix", "7"])).stderr).toContain("--prefix 7: a prefix begins names of C");
    expect((await project.run(["init", "--plans", " "])).stderr).toContain("plans: a path is not empty");
    expect(project.files()).toEqual([]);
  });

  test("says that it is inside another", async () => {
    writeProject({});
    expect((await project.runIn("sub", ["init"])).stdout).toContain(
      "inside another project: ../fftgen.json no longer applies here",
    );
  });
});
