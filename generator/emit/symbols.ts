// Symbols: what the names of emitted functions and types begin with, so that two copies of a transform can live in one program.
import { InputError } from "../failure/errors.js";
import { nameOwner, TAKEN_NAMES } from "./taken-names.js";

export interface Symbols {
  /** Around everything in C++: `["fftgen"]`, `["acme", "fft"]`. */
  readonly namespaces: readonly string[];
  /** Before every name of C: `acme_` makes acme_c2c_f32_256_execute. */
  readonly prefix: string;
}

/** `fftgen::c2c_f32_256`, and `c2c_f32_256_execute` for C. */
export const USUAL_SYMBOLS: Symbols = { namespaces: ["fftgen"], prefix: "" };

/**
 * What a user asks for by --prefix and --namespace. `fallback`: the namespace where none is asked for.
 * @throws InputError for what cannot begin names of C, or name a namespace
 */
export function symbolsFrom(
  { prefix, namespace }: { readonly prefix?: string | undefined; readonly namespace?: string | undefined },
  fallback: readonly string[] = USUAL_SYMBOLS.namespaces,
): Symbols {
  const problem = prefix === undefined ? undefined : prefixProblem(prefix);
  if (problem !== undefined) throw new InputError(`--prefix ${prefix ?? ""}: ${problem}`);
  const wrong = namespace === undefined ? undefined : namespaceProblem(namespace);
  if (wrong !== undefined) throw new InputError(`--namespace ${namespace ?? ""}: ${wrong}`);
  return { namespaces: namespace?.split("::") ?? fallback, prefix: prefix ?? "" };
}

/** What is wrong with a prefix. */
export const prefixProblem = (prefix: string): string | undefined =>
  /^[A-Za-z]\w*$/.test(prefix)
    ? undefined
    : "a prefix begins names of C, as acme_ does: letters, digits and _, a letter first";

/** What is wrong with a namespace. */
export function namespaceProblem(namespace: string): string | undefined {
  const wrong = namespace.split("::").find((name) => !isNamespace(name));
  if (wrong === undefined) return undefined;
  return `${wrong === "" ? "a name is missing" : `${wrong} cannot name a namespace`}; write it as C++ does, acme or acme::fft`;
}

/** What is wrong with the name of a bundle. */
export function bundleNameProblem(name: string): string | undefined {
  if (!/^[A-Za-z]\w*$/.test(name) || name.includes("__") || name.endsWith("_"))
    return `a bundle's name begins names of C, as fft does: letters, digits and single _, a letter first; not ${JSON.stringify(name)}`;
  const owner = nameOwner(name);
  return owner === undefined ? undefined : `a bundle cannot be called ${name}: that is the name of ${owner}`;
}

const isNamespace = (name: string): boolean =>
  name === "fftgen" || (/^[A-Za-z]\w*$/.test(name) && !name.includes("__") && !TAKEN_NAMES.has(name));

/** `acme::fft::c2c_f32_256` */
export const qualifiedName = ({ namespaces }: Symbols, ...inside: readonly string[]): string =>
  [...namespaces, ...inside].join("::");

/** One line for each namespace; "" is the unnamed one. */
export const openNamespaces = (names: readonly string[]): readonly string[] =>
  names.map((name) => (name === "" ? "namespace {" : `namespace ${name} {`));

export const closeNamespaces = (names: readonly string[]): readonly string[] =>
  names.toReversed().map((name) => (name === "" ? "}  // namespace" : `}  // namespace ${name}`));

/** A macro that keeps a header from being read twice: different for every namespace, prefix and text that it may be emitted with. */
export const includeGuard = ({ namespaces, prefix }: Symbols, ...words: readonly string[]): string =>
  [...namespaces, ...(prefix === "" ? [] : [prefix.replace(/_+$/, "")]), ...words]
    .join("_")
    .replaceAll(/\W/g, "_")
    .replaceAll(/__+/g, "_")
    .toUpperCase();
