// Symbols: the prefixes of the names of emitted functions and types, with which one program may contain two copies of a
// transform.
import { InputError } from "../failure/errors.js";
import { nameOwner, prefixOwner, wordOwner } from "./taken-names.js";

export interface Symbols {
  /** The namespaces around all C++ code: `["fftgen"]`, `["fftgen", "fft"]`. */
  readonly namespaces: readonly string[];
  /** The prefix of every name in C: `fftgen_` makes fftgen_c2c_f32_256_execute, `fft_` fft_c2c_f32_256_execute and FFT_C2C. */
  readonly prefix: string;
}

const OUTERMOST = ["fftgen"] as const;
const USUAL_PREFIX = `${OUTERMOST[0]}_`;

/** `fftgen::c2c_f32_256`, and `fftgen_c2c_f32_256_execute` for C. */
export const USUAL_SYMBOLS: Symbols = { namespaces: OUTERMOST, prefix: USUAL_PREFIX };

/** The user's values of --prefix and --namespace, or of the same keys of the project file. */
export interface AskedNames {
  readonly prefix?: string | undefined;
  readonly namespace?: string | undefined;
}

/**
 * The symbols of a package. The prefix also gives the namespace, unless one is given: `acme_` makes fftgen::acme.
 * `project`: the values of the project file, used where no option is given.
 * @throws InputError for a prefix that cannot begin names of C, or an impossible namespace
 */
export function symbolsFrom(asked: AskedNames, project: AskedNames = {}): Symbols {
  requireNames(asked);
  const prefix = asked.prefix ?? project.prefix ?? USUAL_PREFIX;
  const own =
    prefix === USUAL_PREFIX || (asked.prefix === undefined && project.namespace !== undefined) ? [] : [stemOf(prefix)];
  return { namespaces: asked.namespace?.split("::") ?? [...outerNamespaces(project), ...own], prefix };
}

/**
 * The symbols of a bundle: its name is its prefix, after that of the project if there is one, and its namespace is inside that of
 * the project.
 * @throws InputError as {@link symbolsFrom}
 */
export function bundleSymbols(name: string, asked: AskedNames = {}, project: AskedNames = {}): Symbols {
  requireNames(asked);
  const prefix = asked.prefix ?? `${project.prefix ?? ""}${name}_`;
  const own = asked.prefix === undefined && project.namespace !== undefined ? name : stemOf(prefix);
  return { namespaces: asked.namespace?.split("::") ?? [...outerNamespaces(project), own], prefix };
}

const outerNamespaces = ({ namespace }: AskedNames): readonly string[] => namespace?.split("::") ?? OUTERMOST;

function requireNames({ prefix, namespace }: AskedNames): void {
  const problem = prefix === undefined ? undefined : prefixProblem(prefix);
  if (problem !== undefined) throw new InputError(`--prefix ${prefix ?? ""}: ${problem}`);
  const wrong = namespace === undefined ? undefined : namespaceProblem(namespace);
  if (wrong !== undefined) throw new InputError(`--namespace ${namespace ?? ""}: ${wrong}`);
}

/** The prefix of the functions of a transform: fftgen_c2c_f32_256. */
export const cName = ({ prefix }: Symbols, name: string): string => `${prefix}${name}`;

/** `acme` of `acme_`. */
const stemOf = (prefix: string): string => prefix.replace(/_+$/, "");

/** The directory of headers in includes: <fft/c2c_f32_256.h>. */
export const includeFolder = ({ prefix }: Symbols): string => stemOf(prefix);

/** The path of a header: include/fft/c2c_f32_256.h. */
export const headerPath = (symbols: Symbols, name: string): string => `include/${includeFolder(symbols)}/${name}.h`;

/** The prefix of macros and enumerators: `FFT` of FFT_C2C. */
export const macroPrefix = ({ prefix }: Symbols): string => stemOf(prefix).toUpperCase();

/** The CMake target of a package: c2c_f32_256, acme_c2c_f32_256. Inside fftgen:: the usual prefix would be a repetition. */
export const packageTarget = ({ prefix }: Symbols, name: string): string =>
  prefix === USUAL_PREFIX ? name : `${prefix}${name}`;

/** The CMake target of a bundle: fft; acme_fft whether the prefix is `acme_` or `acme_fft_`. */
export const bundleTarget = ({ prefix }: Pick<Symbols, "prefix">, name: string): string =>
  `_${prefix}`.endsWith(`_${name}_`) ? stemOf(prefix) : `${prefix}${name}`;

/** Why a prefix is wrong. */
export function prefixProblem(prefix: string): string | undefined {
  if (!/^[A-Za-z]\w*$/.test(prefix) || prefix.includes("__"))
    return "a prefix begins names of C, as acme_ does: letters, digits and single _, a letter first";
  const stem = stemOf(prefix);
  const owner = stem === OUTERMOST[0] ? undefined : prefixOwner(stem);
  return owner === undefined
    ? undefined
    : `a prefix names macros, a namespace and a directory of headers, too, and ${stem} is the name of ${owner}`;
}

/** Why a namespace is wrong. */
export function namespaceProblem(namespace: string): string | undefined {
  const wrong = namespace.split("::").find((name) => !isNamespace(name));
  if (wrong === undefined) return undefined;
  return `${wrong === "" ? "a name is missing" : `${wrong} cannot name a namespace`}; write it as C++ does, acme or acme::fft`;
}

/** Why the name of a bundle is wrong. */
export function bundleNameProblem(name: string): string | undefined {
  if (!/^[A-Za-z]\w*$/.test(name) || name.includes("__") || name.endsWith("_"))
    return `a bundle's name begins names of C, as fft does: letters, digits and single _, a letter first; not ${JSON.stringify(name)}`;
  const owner = nameOwner(name) ?? prefixOwner(name);
  return owner === undefined ? undefined : `a bundle cannot be called ${name}: that is the name of ${owner}`;
}

const isNamespace = (name: string): boolean =>
  name === "fftgen" || (/^[A-Za-z]\w*$/.test(name) && !name.includes("__") && wordOwner(name) === undefined);

/** `acme::fft::c2c_f32_256` */
export const qualifiedName = ({ namespaces }: Symbols, ...inside: readonly string[]): string =>
  [...namespaces, ...inside].join("::");

/** One line for each namespace; "" is the unnamed one. */
export const openNamespaces = (names: readonly string[]): readonly string[] =>
  names.map((name) => (name === "" ? "namespace {" : `namespace ${name} {`));

export const closeNamespaces = (names: readonly string[]): readonly string[] =>
  names.toReversed().map((name) => (name === "" ? "}  // namespace" : `}  // namespace ${name}`));

/** The macro of an include guard: different for every namespace, prefix and text with which the header may be emitted. */
export const includeGuard = ({ namespaces, prefix }: Symbols, ...words: readonly string[]): string => {
  const stem = stemOf(prefix);
  return [...namespaces, ...(namespaces.at(-1) === stem ? [] : [stem]), ...words]
    .join("_")
    .replaceAll(/\W/g, "_")
    .replaceAll(/__+/g, "_")
    .toUpperCase();
};
