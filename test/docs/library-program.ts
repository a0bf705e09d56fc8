// The two entries of the library, type-checked: what they export, and the declarations that users' compilers read.
import { join } from "node:path";
import ts from "typescript";
import { root } from "./documents.js";

export const sources = join(root, "generator");

const configuration = ts.getParsedCommandLineOfConfigFile(join(root, "tsconfig.build.json"), {}, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  },
} satisfies ts.ParseConfigFileHost);

export const ENTRIES = ["index", "internals"] as const;
export type Entry = (typeof ENTRIES)[number];

export const program = ts.createProgram(
  ENTRIES.map((entry) => join(sources, `${entry}.ts`)),
  configuration?.options ?? {},
);
export const checker = program.getTypeChecker();

export const resolved = (symbol: ts.Symbol): ts.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);

export function exportsOf(entry: Entry): readonly ts.Symbol[] {
  const file = program.getSourceFile(join(sources, `${entry}.ts`));
  const symbol = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  return symbol === undefined ? [] : checker.getExportsOfModule(symbol).map(resolved);
}

export const isOurs = (declaration: ts.Declaration): boolean =>
  declaration.getSourceFile().fileName.startsWith(sources);

/** The declarations that are published, by their paths in `dist/`: those of the program's own sources. */
export function declarationFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const write: ts.WriteFileCallback = (path, text) => void files.set(path.slice(join(root, "dist").length + 1), text);
  program.emit(undefined, write, undefined, true);
  return files;
}
