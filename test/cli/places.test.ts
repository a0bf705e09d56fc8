// Where packages are is remembered, and what no plan gives any more is told.
import { rmSync, symlinkSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { generatePackage } from "../../generator/generated-package.js";
import { useProject } from "./program.js";

const project = useProject();
const plan = (...words: readonly string[]) => project.run(["plan", "16", "--no-verify", "--no-compile", ...words]);
const PLAN = "plans/c2c_f32_16.plan.ts";

beforeEach(() => project.clear());

describe("plan --out is remembered", () => {
  beforeEach(async () => {
    expect((await plan("--out", "src/fft")).code).toBe(0);
  });

  test("in the plan file, from which everything goes on", async () => {
    expect(project.read(PLAN)).toContain('\n  directory: "../src/fft",\n');
    expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0 });
    expect(await project.run(["emit"])).toMatchObject({
      code: 0,
      stdout: `${PLAN} -> src/fft/  (unchanged)\nnot verified: c2c_f32_16; \`fftgen verify c2c_f32_16\` does it\n`,
    });
    expect((await project.runIn("sub", ["list"])).stdout).toMatch(/\.\.\/src\/fft\n/);
    const { length } = project.files().filter((file) => /^src\/fft\/(?!fftgen\.sha256)/.test(file));
    expect((await plan("--replan")).stdout).toContain(`\npackage   src/fft/  (${length} files, unchanged)\n`);
    expect(project.files().some((file) => file.startsWith("generated"))).toBe(false);
  });

  test("for another GPU too", async () => {
    expect((await plan("--gpu", "A100")).stdout).toContain("\npackage   src/fft/  (");
    const second = "plans/c2c_f32_16.a100_sxm4_80gb.plan.ts";
    expect(project.read(second)).toContain('  directory: "../src/fft",');
    await plan("--gpu", "A100", "--out", "lib/fft");
    for (const file of [PLAN, second]) expect(project.read(file)).toContain('  directory: "../lib/fft",');
    expect((await project.run(["emit", "--check"])).code).toBe(0);
  });

  test("and moves with another --out, of which a kept plan keeps the rest", async () => {
    project.write(PLAN, project.read(PLAN).replace("export default", "// mine\nexport default"));
    const before = project.read(PLAN);
    const { stdout } = await plan("--out", "generated/c2c_f32_16");
    expect(stdout).toContain(`plan      ${PLAN}  (kept but for its directory; --replan replaces it)\n`);
    expect(stdout).toContain("src/fft/ still contains the former package: remove it\n");
    expect(project.read(PLAN)).toBe(before.replace('  directory: "../src/fft",\n', ""));
  });

  test("nothing is remembered of a package that could not be written", async () => {
    const before = project.read(PLAN);
    project.write("taken/README.md", "mine");
    expect(await plan("--out", "taken")).toMatchObject({ code: 2 });
    expect(project.read(PLAN)).toBe(before);
    project.write("blocked", "a file");
    expect(await plan("--out", "blocked/fft")).toMatchObject({ code: 2 });
    expect(project.read(PLAN)).toBe(before);
  });

  test("tune writes there", async () => {
    project.write("lib/fft/fftgen.sha256", "# fftgen 0.1.0, package other: x\n");
    project.write(PLAN, project.read(PLAN).replace("../src/fft", "../lib/fft"));
    expect((await project.run(["tune", "16", "--on", "emulator"])).stderr).toContain("lib/fft holds the package other");
  });

  test("emit --out writes a copy, which is not", async () => {
    expect((await project.run(["emit", "--out", "copy"])).code).toBe(0);
    expect(project.read(PLAN)).toContain("../src/fft");
    expect((await project.run(["emit", "--check"])).code).toBe(0);
    expect((await project.run(["emit", "--check", "c2c_f32_16", "--out", "copy"])).code).toBe(0);
  });
});

describe("plan files that do not agree on it are refused", () => {
  test("of one package", async () => {
    await plan("--out", "one");
    await plan("--gpu", "A100");
    project.write(PLAN, project.read(PLAN).replace("../one", "../two"));
    const message =
      "plans/c2c_f32_16.a100_sxm4_80gb.plan.ts says that the package c2c_f32_16 is in one, plans/c2c_f32_16.plan.ts in two: correct one of them\n";
    expect(await project.run(["emit"])).toMatchObject({ code: 2, stderr: `fftgen: ${message}` });
    expect((await project.run(["list"])).stderr).toContain(message);
  });

  test("of two in one place", async () => {
    await plan("--out", "one");
    project.write("plans/other.plan.ts", project.read(PLAN));
    expect(await project.run(["emit"])).toMatchObject({
      code: 2,
      stderr: "fftgen: the packages c2c_f32_16 and other would both go to one: correct one plan file\n",
    });
  });

  test("a directory that is none", async () => {
    await plan("--out", "one");
    project.write(PLAN, project.read(PLAN).replace('"../one"', '""'));
    expect((await project.run(["emit"])).stderr).toMatch(/plan\.ts:\d+:\d+: directory is "".*it must be the path of a/);
  });
});

describe("orphans", () => {
  beforeEach(async () => {
    await plan();
    await project.run(["plan", "32", "--batch", "4096", "--no-verify", "--no-compile"]);
    await project.run(["bundle", "both", "c2c_f32_16", "c2c_f32_32"]);
  });

  test("there are none after plan, emit and bundle", async () => {
    expect(await project.run(["emit", "--check"])).toMatchObject({
      code: 0,
      stdout: "2 packages are up to date\n",
    });
    expect((await project.run(["list"])).stdout).not.toMatch(/has no plan|missing/);
  });

  test("a package whose plan is gone", async () => {
    rmSync(project.path(PLAN));
    const line = `generated/c2c_f32_16: this package has no plan, ${PLAN} is gone: remove it\n`;
    const check = await project.run(["emit", "--check"]);
    expect(check).toMatchObject({ code: 1, stdout: "" });
    expect(check.stderr).toContain(`fftgen: 1 thing is stale; `);
    expect(check.stderr).toContain(line);
    expect((await project.run(["emit"])).stdout).toContain(line);
    expect((await project.run(["list"])).stdout).toContain(line);
    expect(JSON.parse((await project.run(["emit", "--check", "--json"])).stdout)).toMatchObject({
      passed: false,
      orphans: [{ directory: "generated/c2c_f32_16", name: "c2c_f32_16" }],
    });
    // Who asks for one package is told of one.
    expect((await project.run(["emit", "--check", "c2c_f32_32"])).code).toBe(0);
  });

  test("none is a package that a program wrote, which has no plan file", async () => {
    await generatePackage("64", { directory: project.path("generated/c2c_f32_64") });
    expect((await project.run(["emit", "--check"])).code).toBe(0);
  });

  test("a package that has moved, a bundle without plans", async () => {
    await plan("--out", "src/fft");
    expect((await project.run(["emit", "--check"])).stderr).toContain(
      "generated/c2c_f32_16: this package has no plan, its plan names the directory src/fft: remove it",
    );
    rmSync(project.path("plans"), { recursive: true });
    await project.run(["plan", "64", "--no-verify", "--no-compile"]);
    expect((await project.run(["emit", "--check"])).stderr).toContain(
      `generated/both: this package has no plan, ${PLAN}, plans/c2c_f32_32.plan.ts are gone: remove it`,
    );
  });

  test("a plan whose package is gone, unless a bundle has it", async () => {
    rmSync(project.path("generated/c2c_f32_16"), { recursive: true });
    expect((await project.run(["emit", "--check"])).stderr).toContain("generated/c2c_f32_16: there is no package yet");
    expect((await project.run(["list"])).stdout).toContain(
      "1 package is missing: c2c_f32_16; `fftgen emit` writes them\n",
    );
    expect(JSON.parse((await project.run(["list", "--json"])).stdout)).toMatchObject({
      plans: [
        { name: "c2c_f32_16", package: { directory: "generated/c2c_f32_16", isThere: false } },
        { name: "c2c_f32_32", package: { isThere: true } },
      ],
      orphans: [],
    });
    project.write("fftgen.json", '{ "bundles": [{ "name": "one", "plans": ["c2c_f32_16"] }] }');
    expect((await project.run(["list"])).stdout).not.toContain("not there");
  });

  test("what others put there is none", async () => {
    project.write("generated/mine/fftgen.sha256", "not of fftgen");
    project.write("generated/README.md", "mine");
    expect((await project.run(["emit", "--check"])).code).toBe(0);
  });
});

test("the manifest says which plans a package is made of, wherever it is", async () => {
  await plan();
  await plan("--gpu", "A100");
  await project.runIn("sub", ["emit", "c2c_f32_16", "--out", "copy"]);
  const manifest = project.read("sub/copy/fftgen.sha256");
  expect(manifest).toBe(project.read("generated/c2c_f32_16/fftgen.sha256"));
  expect(manifest.split("\n").slice(1, 3)).toEqual([
    "# from plans/c2c_f32_16.a100_sxm4_80gb.plan.ts",
    `# from ${PLAN}`,
  ]);
});

describe("packages go outside the project, to its root or among its plan files only with --anywhere", () => {
  const text = (directory: string): string => `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 64 },
  directory: ${JSON.stringify(directory)},
  kernels: ["{ X(1,16,1,16,no-tw) } on 64 threads, 64 columns, table"],
});
`;
  /** The project is one folder of what the test has, so that there is something outside. */
  const inside = (...words: readonly string[]) => project.runIn("project", words);
  const OWN = "project/plans/c2c_f32_16.plan.ts";
  const OUTSIDE = "which is outside the project";
  beforeEach(() => project.write("project/fftgen.json", "{}"));

  const commands = [
    ["emit"],
    ["emit", "c2c_f32_16"],
    ["plan", "16", "--no-verify", "--no-compile"],
    ["tune", "16", "--on", "emulator"],
  ];

  test.each([
    ["../../outside", "../outside", OUTSIDE],
    ["../../project_too", "../project_too", OUTSIDE],
    ["../link/fft", "link/fft", OUTSIDE],
    ["..", ".", "which is the root of the project"],
    [".", "plans", "where the plan files are"],
    ["fft", "plans/fft", "which is among the plan files"],
  ])("a plan file that says %s", async (directory, shown, where) => {
    project.write(OWN, text(directory));
    project.write("elsewhere/mine", "");
    symlinkSync("../elsewhere", project.path("project/link"));
    const before = project.files();
    for (const words of commands) {
      const { code, stdout, stderr } = await inside(...words);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toBe(
        `fftgen: plans/c2c_f32_16.plan.ts: a package would go to ${shown}, ${where}; name another directory, or add --anywhere\n`,
      );
      expect(project.files()).toEqual(before);
    }
    expect((await inside("emit", "--anywhere")).code).toBe(0);
    expect(project.files().length).toBeGreaterThan(before.length);
    // Who only looks is not refused.
    expect((await inside("list")).code).toBe(0);
  });

  test("an absolute directory", async () => {
    project.write(OWN, text(project.path("outside")));
    expect((await inside("emit")).stderr).toContain(OUTSIDE);
    expect((await inside("plan", "16", "--no-verify", "--no-compile", "--anywhere")).code).toBe(0);
    expect(project.files()).toContain("outside/include/fftgen/c2c_f32_16.h");
  });

  test("--out", async () => {
    expect((await inside("plan", "16", "--no-verify", "--no-compile", "--out", "../outside")).stderr).toBe(
      "fftgen: --out: a package would go to ../outside, which is outside the project; name another directory, or add --anywhere\n",
    );
    expect(project.files()).toEqual(["project/fftgen.json"]);
    expect((await inside("plan", "16", "--no-verify", "--no-compile")).code).toBe(0);
    const before = project.files();
    for (const words of [
      ["bundle", "fft", "c2c_f32_16", "--out", "plans"],
      ["bundle", "fft", "c2c_f32_16", "--out", "."],
      ["emit", "c2c_f32_16", "--out", "plans/copy"],
      ["emit", "--below", "plans"],
    ])
      expect((await inside(...words)).code).toBe(2);
    expect(project.files()).toEqual(before);
    // A copy is remembered nowhere: it goes where its user says.
    expect((await inside("emit", "c2c_f32_16", "--out", "../copy")).code).toBe(0);
    expect((await inside("bundle", "fft", "c2c_f32_16", "--out", "../bundle")).code).toBe(0);
  });

  describe("paths of fftgen.json", () => {
    const plan16 = text("../generated/c2c_f32_16");
    const SAID = '"packages" in fftgen.json: packages would go to ../out, which is outside the project; ';

    test.each([
      ["packages", "../out", commands, SAID],
      ["packages", "link/out", commands, "packages would go to link/out, which is outside the project; "],
      [
        "plans",
        "../out",
        [
          ["plan", "16", "--no-verify", "--no-compile"],
          ["tune", "16", "--on", "emulator"],
        ],
        '"plans" in fftgen.json: plan files would go to ../out, which is outside the project; ',
      ],
      [
        "bundles",
        [{ name: "fft", plans: ["c2c_f32_16"], directory: "../out" }],
        [["bundle"], ["bundle", "fft"]],
        "fftgen.json: a package would go to ../out, which is outside the project; ",
      ],
    ] as const)("%s: %s", async (key, value, words, message) => {
      project.write("project/fftgen.json", JSON.stringify({ [key]: value }));
      project.write(key === "plans" ? "out/c2c_f32_16.plan.ts" : OWN, plan16.replace(/  directory:.*\n/u, ""));
      project.write("elsewhere/mine", "");
      symlinkSync("../elsewhere", project.path("project/link"));
      const before = project.files();
      for (const one of words) {
        const { code, stdout, stderr } = await inside(...one);
        expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
        expect(stderr).toContain(message);
        expect(stderr).toMatch(/; name another directory, or add --anywhere\n$/u);
        expect(project.files()).toEqual(before);
      }
      const [first] = words;
      expect((await inside(...first, "--anywhere")).code).toBe(0);
      expect(project.files().length).toBeGreaterThan(before.length);
      expect((await inside("list")).code).toBe(0);
    });

    test("one that leads there by a bundle's default directory", async () => {
      const bundles = [{ name: "fft", plans: ["c2c_f32_16"] }];
      project.write("project/fftgen.json", JSON.stringify({ packages: project.path("out"), bundles }));
      project.write(OWN, plan16.replace(/  directory:.*\n/u, ""));
      expect((await inside("bundle")).stderr).toContain("which is outside the project");
      expect((await inside("bundle", "--out", "../copy")).code).toBe(0);
    });
  });

  test("packages that a project has among its plan files are where it wants them", async () => {
    project.write("project/fftgen.json", '{ "plans": "fft", "packages": "fft/generated" }');
    expect((await inside("plan", "16", "--no-verify", "--no-compile")).code).toBe(0);
    expect((await inside("emit")).code).toBe(0);
  });
});
