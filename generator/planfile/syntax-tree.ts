// Finds the literal of a plan file in its syntax tree, in whatever way it is written, and says what is wrong with anything else.
// Loading the compiler takes as long as all else that most commands do: parse.ts asks here only where it has to.
import { createRequire } from "node:module";
import type * as TsMorph from "ts-morph";
import type { ExportAssignment, Expression, Node, NumericLiteral, Project, SourceFile } from "ts-morph";
import { at } from "../failure/errors.js";
import {
  mistake,
  type Element,
  type Entry,
  type Literal,
  type ParsedPlanFile,
  type Source,
  type Span,
} from "./literal.js";

let loaded: typeof TsMorph | undefined;

/** Not imported: that would load it for every command, and who reads a plan file does not wait for anything. */
const morph = (): typeof TsMorph => (loaded ??= createRequire(import.meta.url)("ts-morph") as typeof TsMorph);

/** @throws InputError at the first place that is not as it should be */
export function parsedByTree(source: Source): ParsedPlanFile {
  try {
    return parsed(source);
  } catch (error) {
    // The syntax tree of brackets within brackets is walked by functions that call themselves.
    if (error instanceof RangeError) throw mistake(source, 0, "nested too deeply to be a plan");
    throw error;
  }
}

function parsed(source: Source): ParsedPlanFile {
  if (source.text.startsWith("\uFEFF")) {
    // The syntax tree would count its places without the mark.
    throw mistake(source, 0, "the file begins with a byte order mark; save it as UTF-8 without one");
  }
  const project = new (morph().Project)({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
  });
  const sourceFile = project.createSourceFile("/plan.ts", source.text, { scriptKind: morph().ScriptKind.TS });
  refuseSyntaxErrors(source, project, sourceFile);
  const exported = defaultExport(source, sourceFile);
  refuseOtherStatements(source, sourceFile, exported);
  const literal = literalOf(source, planArgument(source, sourceFile, exported.getExpression()));
  if (literal.kind !== "object")
    throw mistake(source, literal.span.start, `a plan is an object: plan({ transform: ..., kernels: ... })`);
  const comment = exported.getJsDocs().at(-1);
  return {
    literal,
    exportStart: exported.getStart(),
    docComment: comment && { span: spanOf(comment), text: comment.getInnerText() },
  };
}

function refuseSyntaxErrors(source: Source, project: Project, sourceFile: SourceFile): void {
  const first = project.getProgram().getSyntacticDiagnostics(sourceFile)[0];
  if (first === undefined) return;
  const message = first.getMessageText();
  const text = typeof message === "string" ? message : message.getMessageText();
  throw mistake(source, first.getStart(), `syntax error: ${text}`);
}

function defaultExport(source: Source, sourceFile: SourceFile): ExportAssignment {
  const found = sourceFile.getStatements().filter(exportsDefault);
  const [first, second] = found;
  if (first === undefined) {
    throw mistake(source, 0, "no default export; a plan file says `export default plan({ ... })`");
  }
  if (second !== undefined) {
    throw mistake(
      source,
      second.getStart(),
      "a second default export; a plan file has one plan, so move it to another file",
    );
  }
  if (!morph().Node.isExportAssignment(first)) {
    throw mistake(source, first.getStart(), "the default export is not a plan; write `export default plan({ ... })`");
  }
  return first;
}

/** They would be ignored here, and run where anybody imports the file. */
function refuseOtherStatements(source: Source, sourceFile: SourceFile, exported: ExportAssignment): void {
  for (const statement of sourceFile.getStatements()) {
    if (statement === exported) continue;
    if (morph().Node.isImportDeclaration(statement) && statement.getModuleSpecifierValue() === "fftgen") continue;
    throw mistake(
      source,
      statement.getStart(),
      `a plan file imports from "fftgen" and exports a plan, nothing else; take out ${shortened(statement.getText())}`,
    );
  }
}

function exportsDefault(statement: Node): boolean {
  if (morph().Node.isExportAssignment(statement)) return !statement.isExportEquals();
  if (
    morph().Node.isFunctionDeclaration(statement) ||
    morph().Node.isClassDeclaration(statement) ||
    morph().Node.isInterfaceDeclaration(statement)
  ) {
    return statement.hasDefaultKeyword();
  }
  return (
    morph().Node.isExportDeclaration(statement) &&
    statement.getNamedExports().some((name) => (name.getAliasNode()?.getText() ?? name.getName()) === "default")
  );
}

const FORMS = "write `export default plan({ ... })`";

/** The literal in `plan({ ... })` or in `{ ... } satisfies PlanDefinition`. */
function planArgument(source: Source, sourceFile: SourceFile, expression: Expression): Expression {
  if (morph().Node.isSatisfiesExpression(expression)) {
    const type = expression.getTypeNode()?.getText() ?? "";
    if (type === "PlanDefinition") return expression.getExpression();
    throw mistake(
      source,
      expression.getStart(),
      `the default export satisfies ${type}; it must satisfy PlanDefinition`,
    );
  }
  if (!morph().Node.isCallExpression(expression)) {
    throw mistake(source, expression.getStart(), `the default export is ${expressionText(expression)}; ${FORMS}`);
  }
  const callee = expression.getExpression().getText();
  if (callee !== "plan") {
    throw mistake(source, expression.getStart(), `the default export is a call of ${callee}(); ${FORMS}`);
  }
  if (!importsPlan(sourceFile)) {
    throw mistake(source, expression.getStart(), 'plan is not imported; add `import { plan } from "fftgen";`');
  }
  const given = expression.getArguments();
  if (given.length !== 1) {
    throw mistake(source, expression.getStart(), `plan() takes one object; found ${given.length} arguments`);
  }
  return at(given, 0) as Expression;
}

const importsPlan = (sourceFile: SourceFile): boolean =>
  sourceFile
    .getImportDeclarations()
    .some((declaration) =>
      declaration.getNamedImports().some((name) => name.getName() === "plan" && name.getAliasNode() === undefined),
    );

function literalOf(source: Source, node: Node): Literal {
  const span = spanOf(node);
  if (morph().Node.isStringLiteral(node)) {
    const written = node.getText().slice(1, -1);
    return { kind: "string", span, value: node.getLiteralValue(), escaped: written !== node.getLiteralValue() };
  }
  if (morph().Node.isTrueLiteral(node) || morph().Node.isFalseLiteral(node)) {
    return { kind: "boolean", span, value: morph().Node.isTrueLiteral(node) };
  }
  if (morph().Node.isArrayLiteralExpression(node)) {
    const elements = node
      .getElements()
      .map((element) => ({ ...elementSpans(element), value: literalOf(source, element) }));
    return { kind: "array", span, elements };
  }
  if (morph().Node.isObjectLiteralExpression(node)) {
    const elements = node.getProperties().map((property) => entryOf(source, property));
    refuseDuplicates(source, elements);
    return { kind: "object", span, elements };
  }
  const value = numberOf(node);
  if (value === undefined) throw refusal(source, node);
  if (!Number.isFinite(value)) throw mistake(source, span.start, `${node.getText()} is not a finite number`);
  return { kind: "number", span, value };
}

/** `256`, `-1e-3` or `2 ** 8`. */
function numberOf(node: Node): number | undefined {
  if (morph().Node.isNumericLiteral(node)) return numericValue(node);
  if (morph().Node.isPrefixUnaryExpression(node) && node.getOperatorToken() === morph().SyntaxKind.MinusToken) {
    const value = numberOf(node.getOperand());
    return value === undefined ? undefined : -value;
  }
  if (
    morph().Node.isBinaryExpression(node) &&
    node.getOperatorToken().getKind() === morph().SyntaxKind.AsteriskAsteriskToken
  ) {
    const base = node.getLeft();
    const exponent = numberOf(node.getRight());
    return morph().Node.isNumericLiteral(base) && numericValue(base) === 2 && exponent !== undefined
      ? 2 ** exponent
      : undefined;
  }
  return undefined;
}

/** The scanner's text is already decimal. (`getLiteralValue` of ts-morph 28 reads 2e-7 as 2.) */
const numericValue = (node: NumericLiteral): number => Number(node.compilerNode.text);

function entryOf(source: Source, property: Node): Entry {
  if (!morph().Node.isPropertyAssignment(property)) throw refusal(source, property);
  const name = property.getNameNode();
  if (!morph().Node.isIdentifier(name) && !morph().Node.isStringLiteral(name)) throw refusal(source, name);
  const key = morph().Node.isIdentifier(name) ? name.getText() : name.getLiteralValue();
  const value = property.getInitializerOrThrow();
  return { ...elementSpans(property), key, keySpan: spanOf(name), value: literalOf(source, value) };
}

function refuseDuplicates(source: Source, entries: readonly Entry[]): void {
  const seen = new Set<string>();
  for (const { key, keySpan } of entries) {
    if (seen.has(key)) throw mistake(source, keySpan.start, `${JSON.stringify(key)} is written twice; keep one`);
    seen.add(key);
  }
}

function elementSpans(node: Node): Pick<Element, "span" | "comma"> {
  const next = node.getNextSibling();
  return { span: spanOf(node), comma: next?.getKind() === morph().SyntaxKind.CommaToken ? spanOf(next) : undefined };
}

const spanOf = (node: Node): Span => ({ start: node.getStart(), end: node.getEnd() });

const refusal = (source: Source, node: Node): Error =>
  mistake(source, node.getStart(), `a plan must be a literal; found ${expressionText(node)}`);

/** What a message calls an expression that is not a literal. */
function expressionText(node: Node): string {
  if (morph().Node.isCallExpression(node)) return `a call of ${node.getExpression().getText()}()`;
  if (morph().Node.isIdentifier(node)) return `the name ${node.getText()}`;
  if (morph().Node.isShorthandPropertyAssignment(node)) return `the name ${node.getName()} in place of a value`;
  if (morph().Node.isSpreadElement(node) || morph().Node.isSpreadAssignment(node))
    return `a spread, ${shortened(node.getText())}`;
  if (morph().Node.isMethodDeclaration(node)) return `a method, ${node.getName()}()`;
  if (morph().Node.isGetAccessorDeclaration(node) || morph().Node.isSetAccessorDeclaration(node))
    return `an accessor, ${node.getName()}`;
  if (morph().Node.isComputedPropertyName(node)) return `a computed key, ${shortened(node.getText())}`;
  if (morph().Node.isOmittedExpression(node)) return "a hole in an array";
  if (morph().Node.isNoSubstitutionTemplateLiteral(node) || morph().Node.isTemplateExpression(node)) {
    return "a template string; write it in double quotes";
  }
  return shortened(node.getText());
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= 40 ? line : `${line.slice(0, 37)}...`;
}
