// The public API is whole: every type that a signature names can be imported, and every function says what it does.
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "./documents.js";

const sources = join(root, "generator");
const configuration = ts.getParsedCommandLineOfConfigFile(join(root, "tsconfig.build.json"), {}, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  },
} satisfies ts.ParseConfigFileHost);
const program = ts.createProgram([join(sources, "index.ts")], configuration?.options ?? {});
const checker = program.getTypeChecker();

const resolved = (symbol: ts.Symbol): ts.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);

function exportsOf(path: string): readonly ts.Symbol[] {
  const file = program.getSourceFile(path);
  const symbol = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  return symbol === undefined ? [] : checker.getExportsOfModule(symbol).map(resolved);
}

const isOurs = (declaration: ts.Declaration): boolean => declaration.getSourceFile().fileName.startsWith(sources);

/** The types that a declaration names, bodies of functions left out. */
function typesNamedBy(node: ts.Node): readonly ts.Symbol[] {
  if (ts.isBlock(node)) return [];
  if (ts.isFunctionLike(node))
    return [...(node.typeParameters ?? []), ...node.parameters.map(({ type }) => type), node.type].flatMap((part) =>
      part === undefined ? [] : typesNamedBy(part),
    );
  if (ts.isVariableDeclaration(node)) {
    const part = node.type ?? node.initializer;
    return part !== undefined && (node.type !== undefined || ts.isFunctionLike(part)) ? typesNamedBy(part) : [];
  }
  const parts: ts.Symbol[] = [];
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
    const symbol = checker.getSymbolAtLocation(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
    if (symbol !== undefined) parts.push(resolved(symbol));
  }
  ts.forEachChild(node, (child) => void parts.push(...typesNamedBy(child)));
  return parts.filter(
    ({ flags, declarations }) => (flags & ts.SymbolFlags.TypeParameter) === 0 && declarations?.some(isOurs) === true,
  );
}

const exported = exportsOf(join(sources, "index.ts"));

test("every type that an exported declaration names is exported", () => {
  expect(exported.length).toBeGreaterThan(100);
  const missing = exported.flatMap((symbol) =>
    (symbol.declarations ?? [])
      .filter(isOurs)
      .flatMap(typesNamedBy)
      .filter((named) => !exported.includes(named))
      .map((named) => `${named.name}, of ${symbol.name}`),
  );
  expect(missing).toEqual([]);
});

test("every function and value has a comment that says what it is", () => {
  const silent = exported.filter(
    (symbol) =>
      (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) !== 0 &&
      symbol.getDocumentationComment(checker).length === 0 &&
      symbol.getJsDocTags().length === 0,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});
