// The names of the library's main entry with their signatures and first sentences, from the sources: what an editor shows of them.
import { dirname, join } from "node:path";
import { format, resolveConfig } from "prettier";
import ts from "typescript";
import type { LibraryName, LibraryOption } from "../../generator/docs/library-names.js";
import { at } from "../../generator/failure/errors.js";
import { root, textOf } from "./documents.js";

const parsed = (path: string): ts.SourceFile => ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);

/** In the order of index.ts. */
export async function libraryNames(): Promise<readonly LibraryName[]> {
  const entry = "generator/index.ts";
  const exported = parsed(entry).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const path = join(dirname(entry), moduleSpecifier.text.replace(/\.js$/u, ".ts"));
    return exportClause.elements.map(({ name }) => ({ name: name.text, path }));
  });
  const style = await resolveConfig(join(root, entry));
  return Promise.all(
    exported.map(async ({ name, path }): Promise<LibraryName> => {
      const { signature, comment } = declared(parsed(path), name);
      const text = await format(signature, { ...style, parser: "typescript" });
      return { name, signature: text.trim(), sentence: firstSentence(comment) };
    }),
  );
}

/** What `generatePackage` takes besides the fields of a transform. */
export function libraryOptions(): readonly LibraryOption[] {
  const found = parsed("generator/generated-package.ts").statements.filter(ts.isInterfaceDeclaration);
  const members = found.filter(({ name }) => name.text === "PackageOptions").flatMap((one) => [...one.members]);
  return members.filter(ts.isPropertySignature).map((member) => ({
    name: member.name.getText(),
    type: member.type?.getText() ?? "",
    comment: commentOf(member),
  }));
}

interface Declared {
  readonly signature: string;
  readonly comment: string;
}

/** A declaration without what it does. */
function declared(file: ts.SourceFile, name: string): Declared {
  const found = file.statements.flatMap((statement): readonly Declared[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name)
      return [{ signature: functionText(name, statement), comment: commentOf(statement) }];
    if (ts.isClassDeclaration(statement) && statement.name?.text === name)
      return [{ signature: classText(name, statement), comment: commentOf(statement) }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name: variable, type, initializer }) => {
      if (variable.getText() !== name) return [];
      const isFunction = initializer !== undefined && ts.isArrowFunction(initializer);
      const signature = isFunction
        ? functionText(name, initializer)
        : `declare const ${name}: ${type?.getText() ?? ""};`;
      return [{ signature, comment: commentOf(statement) }];
    });
  });
  return at(found, 0);
}

function functionText(name: string, { parameters, type }: ts.FunctionDeclaration | ts.ArrowFunction): string {
  const texts = parameters.map((parameter) => {
    const { initializer, questionToken, type: own } = parameter;
    // A parameter that is taken apart is called by its type's role.
    const called = ts.isIdentifier(parameter.name) ? parameter.name.text : "options";
    return `${called}${(initializer ?? questionToken) ? "?" : ""}: ${own?.getText() ?? ""}`;
  });
  return `declare function ${name}(${texts.join(", ")}): ${type?.getText() ?? ""};`;
}

function classText(name: string, { heritageClauses, members }: ts.ClassDeclaration): string {
  const fields = members.filter(
    (member): member is ts.PropertyDeclaration => ts.isPropertyDeclaration(member) && member.type !== undefined,
  );
  const lines = fields.map((field) => `readonly ${field.name.getText()}: ${field.type?.getText() ?? ""};`);
  return `declare class ${name} ${heritageClauses?.map((clause) => clause.getText()).join(" ") ?? ""} {${lines.join("\n")}}`;
}

function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(comment?.comment) ?? "").replaceAll(/\s*\n\s*/gu, " ");
}

/** Up to the first full stop that ends one. */
const firstSentence = (comment: string): string => /^.*?[.!?](?=\s|$)/u.exec(comment)?.[0] ?? comment;
