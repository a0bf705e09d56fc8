// The types of the library in a stranger's project: every way of resolving modules, strict, libraries checked, no other types there.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "./documents.js";
import { declarationFiles } from "./library-program.js";

const installed = new Map<string, string>([
  ["/p/node_modules/fftgen/package.json", readFileSync(join(root, "package.json"), "utf8")],
  ...[...declarationFiles()].map(([path, text]) => [`/p/node_modules/fftgen/dist/${path}`, text] as const),
]);

const MAIN = `import * as fftgen from "fftgen";
import { findGpu, generatePackage, makeTransform, plan, searchPlans } from "fftgen";
export const transform = makeTransform([4096], "f32", { batch: 4, direction: "inverse", scale: 1 / 4096 });
export const found = searchPlans(transform);
export const few = searchPlans(transform, findGpu("A100"), { keep: 2 });
export const made = generatePackage("r2c 256x256", { precision: "f64", gpu: "H200", directory: "fft", batch: 3 });
export const names = Object.keys(fftgen);
export default plan({ transform: { lengths: { X: 4 }, precision: "f32", batch: 1 }, kernels: ["{ X(4,4,1,4,no-tw) }"] });
`;

const INTERNALS = `import { linkBundle, type GenerateOptions, type Transform } from "fftgen/internals";
export const options: GenerateOptions = { batch: 3 };
export const functions = (transform: Transform) => [transform.kind, linkBundle];
`;

export const WAYS = {
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  node10: { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
} as const;

export const OWN = ["/p/main.ts", "/p/internals.ts"];
const files = new Map([
  ...installed,
  ["/p/package.json", '{ "type": "module" }'],
  ["/p/main.ts", MAIN],
  ["/p/internals.ts", INTERNALS],
]);

/** The same for all ways: what they do not change is parsed once. */
const librarySources = new Map<string, ts.SourceFile | undefined>();

interface Compiled {
  readonly problems: readonly string[];
  /** Those that the compiler read, without its own. */
  readonly files: readonly string[];
}

/** What a consumer's compiler makes of some of these files. */
export function compiled(own: readonly string[], way: keyof typeof WAYS): Compiled {
  const options: ts.CompilerOptions = {
    ...WAYS[way],
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    esModuleInterop: false,
    declaration: true,
    types: [],
    // Without those of browsers, which take longer to check than all else; what is declared needs none.
    lib: ["lib.es2022.d.ts"],
  };
  const usual = ts.createCompilerHost(options);
  const libraries = dirname(usual.getDefaultLibFileName(options));
  const isLibrary = (path: string): boolean => path.startsWith(libraries);
  const program = ts.createProgram(own, options, {
    ...usual,
    getCurrentDirectory: () => "/p",
    fileExists: (path) => files.has(path) || (isLibrary(path) && usual.fileExists(path)),
    readFile: (path) => files.get(path) ?? (isLibrary(path) ? usual.readFile(path) : undefined),
    directoryExists: (path) => [...files.keys()].some((file) => file.startsWith(`${path}/`)),
    getDirectories: () => [],
    realpath: (path) => path,
    getSourceFile: (path, version) => {
      const text = files.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, version, true);
      if (!librarySources.has(path)) librarySources.set(path, usual.getSourceFile(path, version));
      return librarySources.get(path);
    },
  });
  const read = program.getSourceFiles().map(({ fileName }) => fileName);
  const emitted = program.emit(undefined, () => undefined);
  return {
    problems: [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    ),
    files: read.filter((path) => !isLibrary(path)),
  };
}
