// The library is whole: every type that a signature names can be imported, every function says what it does, and types are found in
// every project.
import ts from "typescript";
import { expect, test } from "vitest";
import { compiled, OWN, WAYS } from "./library-consumer.js";
import { checker, exportsOf, isOurs, resolved } from "./library-program.js";

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

const exported = exportsOf("internals");

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

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])("%s finds types that it can name", (way) => {
  expect(compiled(OWN, way).problems).toEqual([]);
});

test("the main entry needs the types of no other package, and no internals from its user", () => {
  const { problems, files: read } = compiled(["/p/main.ts"], "nodenext");
  expect(problems).toEqual([]);
  expect(read.length).toBeGreaterThan(10);
  const others = read.filter((path) => !OWN.includes(path) && !path.startsWith("/p/node_modules/fftgen/dist/"));
  expect(others).toEqual([]);
});

test("the main entry has fifteen names, which the internals have, too", () => {
  expect(exportsOf("index")).toHaveLength(15);
  expect(exportsOf("internals")).toEqual(expect.arrayContaining([...exportsOf("index")]));
});
