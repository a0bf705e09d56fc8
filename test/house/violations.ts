// Holds source files to the house rules of layers.ts. Reads no files: paths and texts in, violations out.
import ts from "typescript";
import { closedExpressions, closedFolders, closedModules, layers, maxLines, rootFiles, vagueNames } from "./layers.js";

/** A file of the repository: `generator/gpu/h200.ts`. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** `generator/gpu/h200.ts:3: imports cli/main.ts; gpu may only import failure, arithmetic`. */
export type Violation = string;

export const violations = (files: readonly SourceText[]): readonly Violation[] =>
  files.flatMap((file) => {
    const general = [...nameViolations(file), ...lengthViolations(file)];
    return file.path.startsWith("generator/")
      ? [...general, ...importViolations(file), ...expressionViolations(file)]
      : general;
  });

function nameViolations({ path }: SourceText): readonly Violation[] {
  const words = path.split("/").map((part) => part.replace(/\..*$/, "").toLowerCase());
  const vague = words.find((word) => vagueNames.includes(word));
  return vague === undefined ? [] : [`${path}:1: is named "${vague}", which says nothing; name it after its one idea`];
}

function lengthViolations({ path, text }: SourceText): readonly Violation[] {
  const lines = text.replace(/\n$/, "").split("\n").length;
  return lines <= maxLines ? [] : [`${path}:${maxLines + 1}: has ${lines} lines; split it, ${maxLines} is the most`];
}

function importViolations({ path, text }: SourceText): readonly Violation[] {
  const importer = path.slice("generator/".length);
  const home = homeOf(importer);
  if (home.kind === "unknown") return [`${path}:1: ${home.why}`];
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
    const why = fileName.startsWith(".")
      ? fileFault(importer, home, joined(importer, fileName))
      : moduleFault(importer, fileName.replace(/^node:/, ""));
    return why === undefined ? [] : [`${path}:${lineOf(text, pos)}: imports ${fileName}; ${why}`];
  });
}

type Home =
  | { readonly kind: "layer"; readonly layer: string }
  | { readonly kind: "root"; readonly forbidden: readonly string[] }
  | { readonly kind: "unknown"; readonly why: string };

/** Where a path below `generator/` belongs. */
function homeOf(path: string): Home {
  const [folder = "", ...rest] = path.split("/");
  if (rest.length > 0) {
    if (layers.includes(folder)) return { kind: "layer", layer: folder };
    return { kind: "unknown", why: `generator/${folder}/ has no place in test/house/layers.ts; give it one` };
  }
  const forbidden = rootFiles[folder];
  if (forbidden !== undefined) return { kind: "root", forbidden };
  return {
    kind: "unknown",
    why: `only ${Object.keys(rootFiles).join(" and ")} stand in generator/ itself; move it to a folder`,
  };
}

function fileFault(importer: string, home: Exclude<Home, { kind: "unknown" }>, imported: string): string | undefined {
  if (imported.startsWith("../")) return "it lies outside generator/";
  const target = homeOf(imported);
  switch (target.kind) {
    case "unknown":
      return target.why;
    case "root":
      return home.kind === "layer" && home.layer !== "cli"
        ? `${imported} stands above every folder but cli`
        : undefined;
    case "layer":
      return layerFault(importer, home, target.layer);
  }
}

function layerFault(importer: string, home: Exclude<Home, { kind: "unknown" }>, target: string): string | undefined {
  const closed = closedFolders[target];
  if (closed !== undefined && !isIn(importer, closed)) return `only ${closed.join(", ")} may import from ${target}/`;
  if (home.kind === "root") {
    return home.forbidden.includes(target)
      ? `${importer} may import from every folder but ${home.forbidden.join(", ")}`
      : undefined;
  }
  const below = layers.slice(0, layers.indexOf(home.layer));
  if (target === home.layer || below.includes(target)) return undefined;
  return `${home.layer}/ may only import from ${below.join(", ") || "nowhere"}`;
}

function moduleFault(importer: string, module: string): string | undefined {
  const rule = closedModules.find(({ modules }) => modules.includes(module));
  if (rule === undefined || isIn(importer, rule.allowedIn)) return undefined;
  return rule.allowedIn.length === 0 ? "it is a development dependency" : `only ${rule.allowedIn.join(", ")} may`;
}

function expressionViolations({ path, text }: SourceText): readonly Violation[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Violation[] = [];
  const visit = (node: ts.Node): void => {
    const names = expressionNames(node);
    const rule = closedExpressions.find((candidate) => candidate.names.some((name) => names.includes(name)));
    if (rule !== undefined && !isIn(path.slice("generator/".length), rule.allowedIn)) {
      const where = rule.allowedIn.join(", ");
      const what = `${names[0]} depends on the day or the machine`;
      found.push(`${path}:${lineOf(text, node.getStart())}: ${what}; only ${where} may`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What the rules may call an expression: `new Date`, `Math.random`, and `process.env` also `process`. */
function expressionNames(node: ts.Node): readonly string[] {
  if (ts.isNewExpression(node)) return [`new ${node.expression.getText()}`];
  if (ts.isPropertyAccessExpression(node)) return [node.getText(), node.expression.getText()];
  return [];
}

const isIn = (path: string, places: readonly string[]): boolean =>
  places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** The path below `generator/` that a relative import of `importer` names; `../` in front when it leads out. */
function joined(importer: string, specifier: string): string {
  const parts = importer.split("/").slice(0, -1);
  for (const part of specifier.replace(/\.js$/, ".ts").split("/")) {
    if (part === "." || part === "") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

/** Files of `generator/` that import each other, types included, directly or over others: nobody can read one of them first. */
export function importCircles(files: readonly SourceText[]): readonly (readonly string[])[] {
  const paths = new Set(files.map(({ path }) => path));
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      ts
        .preProcessFile(text, true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
        .map(({ fileName }) => joined(path, fileName))
        .filter((other) => paths.has(other)),
    ]),
  );
  const reachable = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const next = [...(imports.get(from) ?? [])];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      next.push(...(imports.get(path) ?? []));
    }
    return seen;
  };
  const reached = new Map(files.map(({ path }) => [path, reachable(path)]));
  const circles = files
    .filter(({ path }) => reached.get(path)?.has(path))
    .map(({ path }) =>
      [...(reached.get(path) ?? [])]
        .filter((other) => reached.get(other)?.has(path))
        .sort()
        .join(" "),
    );
  return [...new Set(circles)].map((circle) => circle.split(" "));
}
