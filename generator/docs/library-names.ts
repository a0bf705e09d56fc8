// The names of the library's main entry, and the options of its main function, as the document of the library lists them.
import { left, markdownTable } from "./markdown-table.js";

export interface LibraryName {
  readonly name: string;
  /** As a declaration, formatted. */
  readonly signature: string;
  /** What it is. */
  readonly sentence: string;
}

export const libraryList = (names: readonly LibraryName[]): string =>
  names
    .map(({ name, signature, sentence }) => `### ${name}\n\n${sentence}\n\n\`\`\`ts\n${signature}\n\`\`\``)
    .join("\n\n");

export interface LibraryOption {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

export const optionTable = (options: readonly LibraryOption[]): string =>
  markdownTable(
    [left("option"), left("type"), left("what it says")],
    options.map(({ name, type, comment }) => [`\`${name}\``, `\`${type.replaceAll("|", String.raw`\|`)}\``, comment]),
  );
