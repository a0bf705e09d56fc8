// Prints the CMakeLists.txt of a package or a bundle.
import { compiledFor, linkShared, type ClientFiles, type ClientName } from "./bundle-clients.js";
import type { GeneratedFile } from "./files.js";
import type { LinkedTransform } from "./linked-transform.js";
import { hashOf, textVersion } from "./package-version.js";
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
  /** What the clients of a bundle have, who are given libraries of their own. */
  readonly clients?: ClientFiles;
}

export function cmakeLists({
  title,
  name,
  folder,
  transforms,
  sources,
  umbrella,
  symbols,
  clients = new Map(),
}: CMakeProject): string {
  const parts = transforms.map((linked) => ({
    target: umbrella === undefined ? name : `${umbrella.prefix}${linked.name}`,
    source: `${linked.name}.cu`,
  }));
  const text = hashOf(sources);
  const paths = [...clients.values()].flat().map(({ path }) => path);
  const libraries = [...parts, ...(umbrella === undefined ? [] : [{ target: name, source: umbrella.source }])];
  const ofClient = (client: ClientName): string => {
    const files = clients.get(client);
    return files === undefined ? "" : [...libraries.map(({ source }) => source), ...compiledFor(files)].join(" ");
  };
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
    cufft: ofClient("cufft"),
    python: ofClient("python"),
    shared: linkShared(clients) ? libraries.map(({ source }) => source).join(" ") : "",
    headers: [".h", ".hpp"].filter((kind) => kind === ".h" || paths.some((path) => path.endsWith(kind))),
  });
}

/** `80`, `90`: the architectures of the plans' GPUs. */
export const architecturesOf = (transforms: readonly LinkedTransform[]): readonly string[] =>
  [...new Set(transforms.flatMap(({ variants }) => variants.map(({ planned }) => planned)))]
    .toSorted((a, b) => a - b)
    .map(String);
