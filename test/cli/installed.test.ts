// fftgen as a dependency of another project: what npm would put there, called as users call it.
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { mainFile, runProgram, useProgram, useProject } from "./program.js";

useProgram();
const project = useProject();
const root = join(import.meta.dirname, "../..");

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly files: readonly string[];
  readonly private?: boolean;
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** A project of version 9.9.9 in which fftgen is installed. */
beforeAll(() => {
  project.write("package.json", JSON.stringify({ name: "consumer", version: "9.9.9" }));
  mkdirSync(project.path("node_modules/.bin"), { recursive: true });
  mkdirSync(project.path("sub"));
  symlinkSync(join(mainFile(), "../../.."), project.path("node_modules/fftgen"));
  chmodSync(mainFile(), 0o755);
  symlinkSync("../fftgen/dist/cli/main.js", project.path("node_modules/.bin/fftgen"));
});

const call = (words: readonly string[], folder = "", options: readonly string[] = []) =>
  runProgram(process.execPath, [...options, project.path("node_modules/.bin/fftgen"), ...words], project.path(folder));

test.each(["", "sub"])("--version is that of fftgen (in /%s)", async (folder) => {
  expect(await call(["--version"], folder)).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

test("init names the description of the keys, and commands are named as they are called", async () => {
  expect(await call(["init"])).toEqual({
    code: 0,
    stdout: "project   fftgen.json\n\nNext: plan one    npx fftgen plan 4096\n",
    stderr: "",
  });
  expect(JSON.parse(project.read("fftgen.json"))).toMatchObject({
    $schema: "./node_modules/fftgen/templates/schemas/fftgen.schema.json",
  });
});

describe("Node", () => {
  const claiming = (version: string): readonly string[] => [
    "--require",
    project.write(
      "claim.cjs",
      `Object.defineProperty(process.versions, "node", { value: ${JSON.stringify(version)} });`,
    ),
  ];

  test.each(["18.20.8", "20.18.3", "6.0.0"])("%s is too old, in one sentence", async (version) => {
    // Nothing else is loaded: the modules of the command line are not even there to be found.
    expect(await call(["list"], "", claiming(version))).toEqual({
      code: 2,
      stdout: "",
      stderr: `fftgen: Node ${version} is too old: fftgen needs Node 20.19 or later (https://nodejs.org/)\n`,
    });
  });

  test.each(["20.19.0", "22.0.0"])("%s is not", async (version) => {
    expect((await call(["--version"], "", claiming(version))).code).toBe(0);
  });

  test("the oldest is what package.json says, and is asked for before anything is imported", () => {
    expect(manifest.engines.node).toBe(">=20.19");
    const text = readFileSync(join(root, "generator/cli/main.ts"), "utf8");
    const source = ts.createSourceFile("main.ts", text, ts.ScriptTarget.Latest);
    expect(source.statements.filter(ts.isImportDeclaration)).toEqual([]);
  });
});

describe("the package", () => {
  /** Where TypeScript finds the types, in a project whose node_modules has what is published. */
  const typesFor = (options: ts.CompilerOptions, mode?: ts.ResolutionMode): string | undefined => {
    const files = new Map([
      ["/p/node_modules/fftgen/package.json", readFileSync(join(root, "package.json"), "utf8")],
      ["/p/node_modules/fftgen/dist/index.d.ts", ""],
    ]);
    const host: ts.ModuleResolutionHost = {
      fileExists: (path) => files.has(path),
      readFile: (path) => files.get(path),
      directoryExists: (path) => [...files.keys()].some((file) => file.startsWith(`${path}/`)),
    };
    return ts.resolveModuleName("fftgen", "/p/a.ts", options, host, undefined, undefined, mode).resolvedModule
      ?.resolvedFileName;
  };

  test.each([
    ["node10", { moduleResolution: ts.ModuleResolutionKind.Node10 }, undefined],
    ["node16, import", { moduleResolution: ts.ModuleResolutionKind.Node16 }, ts.ModuleKind.ESNext],
    ["node16, require", { moduleResolution: ts.ModuleResolutionKind.Node16 }, ts.ModuleKind.CommonJS],
    ["nodenext, require", { moduleResolution: ts.ModuleResolutionKind.NodeNext }, ts.ModuleKind.CommonJS],
    ["bundler", { moduleResolution: ts.ModuleResolutionKind.Bundler }, undefined],
  ] as const)("has types for %s", (_, options, mode) => {
    expect(typesFor(options, mode)).toBe("/p/node_modules/fftgen/dist/index.d.ts");
  });

  test("runs nothing where it is installed, of which npm would warn; it is built before it is packed, and in a clone by npm ci", () => {
    const ofInstalling = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
    expect(Object.keys(manifest.scripts).filter((name) => ofInstalling.includes(name))).toEqual([]);
    // npm runs `dependencies` after it has installed those of the project that it stands in, and of no other.
    expect(manifest.scripts).toMatchObject({ dependencies: "npm run build", prepack: "npm run build" });
  });

  test("has the internals beside the main entry", () => {
    expect(manifest.exports).toMatchObject({
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./internals": { types: "./dist/internals.d.ts", default: "./dist/internals.js" },
    });
  });

  test("can be published, with all that it reads", () => {
    expect(manifest.private).toBeUndefined();
    expect(manifest.files).toEqual(expect.arrayContaining(["dist", "templates", "plans"]));
  });
});
