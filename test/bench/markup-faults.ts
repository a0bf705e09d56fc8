// Whether HTML and SVG are well formed, by a parser that this repository has anyway.
import ts from "typescript";

/** What TypeScript's parser for tags in code finds wrong: elements that do not nest, attributes without quotes. */
export function faults(markup: string): readonly string[] {
  const text = `<>${markup
    .replace(/<!doctype html>/i, "")
    .replaceAll(/<style>[^]*?<\/style>/g, "")
    .replaceAll(/<(meta [^>]*)>/g, "<$1/>")
    // Of no meaning in markup, but in code.
    .replaceAll(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)}</>`;
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: "chart.tsx",
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.Preserve },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
