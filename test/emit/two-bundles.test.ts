// Two bundles, and two copies of a package with prefixes of their own, in one program: each caller gets its own, in whatever order they are
// linked, static or shared, with all headers installed to one directory.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { bundleSymbols, symbolsFrom } from "../../generator/emit/symbols.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { dealt } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { objectOf } from "../toolchain/linked-program.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { namedPlan } from "./named-plan.js";

const scratch = scratchFolder("two-bundles");
afterAll(scratch.remove);

const { name, plan } = namedPlan("row_16", [16], "f32", ["{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns"]);
const unit = compilePlan(name, plan, findGpu("H200"));

const bundle = (bundleName: string, prefix?: string): readonly GeneratedFile[] =>
  linkBundle({
    name: bundleName,
    transforms: [linkedTransform(name, [unit])],
    symbols: bundleSymbols(bundleName, { prefix }),
  });

/** As another version, or a plan for another GPU, differs: null pointers give another error. */
const edited = (files: readonly GeneratedFile[]): readonly GeneratedFile[] =>
  files.map(({ path, text }) => ({
    path,
    text:
      path === `${name}.cu`
        ? text.replace("nullptr) return cudaErrorInvalidValue", "nullptr) return cudaErrorUnknown")
        : text,
  }));

/** A library to vendor: its files, and what a program includes and calls of it, in C and in C++ or by a function that finds it. */
interface Library {
  readonly folder: string;
  readonly files: readonly GeneratedFile[];
  readonly sources: readonly string[];
  readonly include: string;
  readonly shared: readonly string[];
  readonly calls: readonly string[];
}

const callsOf = (prefix: string, namespace: string): readonly string[] => [
  `${prefix}row_16_execute(nullptr, nullptr, nullptr, 1, nullptr)`,
  `${namespace}::row_16::execute(nullptr, nullptr, nullptr, 1)`,
];

function bundled(
  folder: string,
  bundleName: string,
  prefix: string | undefined,
  files: readonly GeneratedFile[],
): Library {
  const symbols = bundleSymbols(bundleName, { prefix });
  const stem = symbols.prefix.slice(0, -1);
  const macro = stem.toUpperCase();
  return {
    folder,
    files,
    sources: ["row_16.cu", `${bundleName}.cu`],
    include: `${stem}/${bundleName}.h`,
    shared: [`-D${macro}_SHARED`, `-D${macro}_BUILDS_SHARED`],
    calls: [
      ...callsOf(symbols.prefix, symbols.namespaces.join("::")),
      `[] { ${stem}_problem problem = ${macro}_PROBLEM_INIT; problem.rank = 1; problem.lengths[0] = 16; return ${stem}_find(&problem)->execute(nullptr, nullptr, nullptr, 1, nullptr); }()`,
      `${macro}_VERSION == ${macro}_ROW_16_VERSION && ${macro}_VERSION > 0 ? cudaSuccess : cudaErrorInvalidConfiguration`,
    ],
  };
}

const packaged = (folder: string, prefix: string | undefined, files: readonly GeneratedFile[]): Library => {
  const symbols = symbolsFrom({ prefix });
  const stem = symbols.prefix.slice(0, -1);
  return {
    folder,
    files,
    sources: ["row_16.cu"],
    include: `${stem}/row_16.h`,
    shared: [`-D${stem.toUpperCase()}_SHARED`, `-D${stem.toUpperCase()}_BUILDS_SHARED`],
    calls: callsOf(symbols.prefix, symbols.namespaces.join("::")),
  };
};

/** cudaErrorInvalidValue, cudaErrorUnknown, cudaSuccess. */
const [INVALID, UNKNOWN, SUCCESS] = ["1", "999", "0"];
const OF_BUNDLE = (error: string): readonly string[] => [error, error, error, SUCCESS];

const cases: readonly (readonly [string, readonly [Library, Library], readonly string[]])[] = [
  [
    "two bundles",
    [bundled("a", "fft", undefined, bundle("fft")), bundled("b", "spectral", undefined, edited(bundle("spectral")))],
    [...OF_BUNDLE(INVALID), ...OF_BUNDLE(UNKNOWN)],
  ],
  [
    "two versions of a bundle",
    [bundled("a", "fft", undefined, bundle("fft")), bundled("b", "fft", "acme_", edited(bundle("fft", "acme_")))],
    [...OF_BUNDLE(INVALID), ...OF_BUNDLE(UNKNOWN)],
  ],
  [
    "two versions of a package",
    [
      packaged("a", undefined, linkPackage([unit])),
      packaged("b", "acme_", edited(linkPackage([unit], symbolsFrom({ prefix: "acme_" })))),
    ],
    [INVALID, INVALID, UNKNOWN, UNKNOWN],
  ],
];

/** All in one translation unit. */
const mainOf = (libraries: readonly Library[]): string =>
  [
    "#include <cstdio>",
    ...libraries.map(({ include }) => `#include <${include}>`),
    "int main() {",
    ...libraries.flatMap(({ calls }) => calls).map((call) => `  std::printf("%d\\n", static_cast<int>(${call}));`),
    "  return 0;",
    "}",
    "",
  ].join("\n");

describe.skipIf(hostCompiler === undefined)(`in one program${withoutCompiler}`, () => {
  const compiler = hostCompiler ?? "";
  const flags = ["-std=gnu++17", "-O0", "-fPIC", "-pthread", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"];

  function write(directory: string, files: readonly GeneratedFile[]): void {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
  }

  test.each(dealt(cases, (_, index) => index === 0))(
    "%s: each caller gets its own",
    { timeout: 240_000 },
    async (title, libraries, said) => {
      const directory = join(scratch.path, title.replaceAll(" ", "-"));
      // Installed to one prefix, where no header replaces another.
      const headers = libraries.flatMap(({ files }) => files.filter(({ path }) => path.startsWith("include/")));
      expect(new Set(headers.map(({ path }) => path)).size).toBe(headers.length);
      write(join(directory, "installed"), headers);
      write(directory, [{ path: "main.cpp", text: mainOf(libraries) }]);
      const emulator = await emulatorObjects(compiler);
      const run = async (program: string, parts: readonly string[]): Promise<readonly string[]> => {
        await requireSuccess(compiler, ["-pthread", ...parts, ...emulator, "-rdynamic", "-o", program], { directory });
        const { stdout } = await requireSuccess(join(directory, program), []);
        return stdout.trim().split("\n");
      };
      for (const { folder, files } of libraries) write(join(directory, folder), files);

      for (const linkage of ["static", "shared"] as const) {
        const built = await Promise.all(
          libraries.map(async ({ folder, sources, shared }) => {
            const own = [...flags, ...emulatorHeaders, ...(linkage === "shared" ? shared : [])];
            const objects = await Promise.all(
              sources.map((source) => objectOf(compiler, { directory: join(directory, folder), source, flags: own })),
            );
            const library = `lib${folder}.${linkage === "static" ? "a" : "so"}`;
            if (linkage === "static") await requireSuccess("ar", ["rcs", library, ...objects], { directory });
            else await requireSuccess(compiler, ["-shared", ...objects, "-o", library], { directory });
            return join(directory, library);
          }),
        );
        const definitions = linkage === "shared" ? libraries.flatMap(({ shared }) => shared.slice(0, 1)) : [];
        // As one that vendors the directories includes headers, and as one that uses what is installed.
        const vendored = libraries.map(({ folder }) => `-I${folder}/include`);
        for (const [order, includes] of [
          [built, vendored],
          [built.toReversed(), ["-Iinstalled/include"]],
        ] as const) {
          const own = [...flags, ...includes, ...emulatorHeaders, ...definitions];
          const main = await objectOf(compiler, { directory, source: "main.cpp", flags: own });
          expect(await run(`two-${linkage}`, [main, ...order])).toEqual(said);
        }
      }
    },
  );
});
