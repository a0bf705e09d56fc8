// Prints the CMakeLists.txt of a package or a bundle.
import { createHash } from "node:crypto";
import type { GeneratedFile } from "./files.js";
import type { LinkedTransform } from "./linked-transform.js";
import { VERSION } from "./read-template.js";
import { render } from "./render.js";
import { includeFolder, macroPrefix, type Symbols } from "./symbols.js";

export interface CMakeProject {
  readonly title: string;
  /** The name of the project and its main target, and the directory. */
  readonly name: string;
  readonly folder: string;
  readonly transforms: readonly LinkedTransform[];
  /** Everything that is compiled or installed. */
  readonly sources: readonly GeneratedFile[];
  /** For a bundle: the prefix of the targets of its transforms, and its own source. */
  readonly umbrella: { readonly prefix: string; readonly source: string } | undefined;
  readonly symbols: Symbols;
  /** Sources of the library of a Python package that is built of it, too, beside those of the bundle; undefined: none is. */
  readonly python?: readonly string[];
  /** The same of a library with cuFFT's functions. */
  readonly cufft?: readonly string[];
}

export function cmakeLists({
  title,
  name,
  folder,
  transforms,
  sources,
  umbrella,
  symbols,
  python,
  cufft = [],
}: CMakeProject): string {
  const parts = transforms.map((linked) => ({
    target: umbrella === undefined ? name : `${umbrella.prefix}${linked.name}`,
    source: `${linked.name}.cu`,
  }));
  const text = hashOf(sources);
  const libraries = [...parts, ...(umbrella === undefined ? [] : [{ target: name, source: umbrella.source }])];
  return render("CMakeLists.txt", {
    title,
    name,
    folder,
    version: textVersion(text),
    text,
    architectures: architecturesOf(transforms).join(" "),
    libraries,
    umbrella: umbrella === undefined ? [] : [{ target: name, parts: parts.map(({ target }) => target).join(" ") }],
    includeFolder: includeFolder(symbols),
    macro: macroPrefix(symbols),
    cufft: cufft.length === 0 ? "" : [...libraries.map(({ source }) => source), ...cufft].join(" "),
    python: python === undefined ? "" : [...libraries.map(({ source }) => source), ...python].join(" "),
  });
}

/** The version of a package: that of fftgen, and a number that is another for every other text. */
export const packageVersion = (sources: readonly GeneratedFile[]): string => textVersion(hashOf(sources));

const textVersion = (hash: string): string => `${VERSION}.${Number.parseInt(hash.slice(0, TWEAK_DIGITS), 16)}`;

/** `80`, `90`: the architectures of the plans' GPUs. */
export const architecturesOf = (transforms: readonly LinkedTransform[]): readonly string[] =>
  [...new Set(transforms.flatMap(({ variants }) => variants.map(({ planned }) => planned)))]
    .toSorted((a, b) => a - b)
    .map(String);

/** Digits of the hash in the version's fourth part, which CMake reads as a number of 32 bits. */
const TWEAK_DIGITS = 7;

function hashOf(files: readonly GeneratedFile[]): string {
  const hash = createHash("sha256");
  for (const { path, text } of files) hash.update(`${path}\n${text}`);
  return hash.digest("hex").slice(0, 16);
}
