// Whose a bundle is beside programs in C and C++ that vendor it: what --for says, and, since it stays, what its directory has.
import { libraryVariable } from "../emit/bound-transforms.js";
import { clientsAmong, type ClientName } from "../emit/bundle-clients.js";
import { EMULATOR_UNIT } from "../emit/emulated-bundle.js";
import { moduleOwner } from "../emit/python-names.js";
import { bundleTarget, includeFolder, type Symbols } from "../emit/symbols.js";
import { InputError } from "../failure/errors.js";
import { filesIn } from "../output/package-directory.js";
import { shellWord } from "../toolchain/shell-words.js";
import { choiceFrom } from "./option-values.js";
import { SERVED, SERVED_WORDS } from "./served-words.js";

interface Asked {
  readonly for?: string | undefined;
  readonly emulated: boolean;
}

/** Whose a bundle is, and whether it is compiled for the host. */
export interface BundleUse {
  readonly clients: readonly ClientName[];
  readonly isHost: boolean;
}

/**
 * The clients of a bundle.
 * @throws InputError for --emulated alone or with cuFFT's functions, and for a name that Python has for something else
 */
export function bundleUse(directory: string, name: string, asked: Asked): BundleUse {
  const present = filesIn(directory);
  const words = (asked.for?.split(",") ?? []).map((word) => choiceFrom("--for", word.trim(), SERVED_WORDS));
  const wanted: readonly ClientName[] = words.map((word) => SERVED[word]);
  const isPresentHost = present.includes(EMULATOR_UNIT);
  const clients = [...new Set([...wanted, ...clientsAmong(name, present)])];
  if (wanted.includes("cufft") && (asked.emulated || isPresentHost))
    throw new InputError(
      isPresentHost
        ? `--for cufft: the bundle in ${directory} is compiled for the host, as --emulated said: remove the directory, or write this one elsewhere with --out`
        : "--for cufft: a library with cuFFT's functions is for GPUs: leave out --emulated",
    );
  if (asked.emulated && clients.length === 0)
    throw new InputError(
      "--emulated compiles a bundle for programs on the host: say which with --for, as in --for torch or --for fortran",
    );
  const hasPython = clients.includes("python");
  const owner = hasPython ? moduleOwner(name) : undefined;
  if (owner !== undefined)
    throw new InputError(
      `--for ${words.find((word) => SERVED[word] === "python") ?? "torch"}: a Python package cannot be called ${name}: that is the name of ${owner}`,
    );
  return { clients, isHost: asked.emulated || (wanted.length === 0 && isPresentHost) };
}

interface Written {
  readonly name: string;
  readonly directory: string;
  readonly symbols: Symbols;
}

/** What a user does next for each client. */
const NEXT: Readonly<Record<ClientName, (bundle: Written, isHost: boolean) => readonly string[]>> = {
  cufft: ({ name, directory, symbols }) => [
    `Next: build it     cmake -S ${shellWord(directory)} -B build && cmake --build build --target ${bundleTarget(symbols, name)}_cufft`,
    `      run with it  LD_PRELOAD=build/lib${name}_cufft.so ./program`,
  ],
  // pip takes a name without a slash for that of a package elsewhere.
  python: ({ name, directory }) => [
    `Next: install it   pip install ${shellWord(/^\.{0,2}\//.test(directory) ? directory : `./${directory}`)}`,
    `      run with it  python -m ${name} program.py, or python -m ${name} --jax program.py`,
  ],
  cpp: ({ name, directory, symbols }) => [
    `Next: include it   <${includeFolder(symbols)}/${name}.hpp>; add_subdirectory(${directory}), link fftgen::${bundleTarget(symbols, name)}`,
  ],
  fortran: (bundle, isHost) => [
    buildLine(bundle),
    `      link it      gfortran ${shellWord(`${bundle.directory}/fortran/${bundle.name}.f90`)} program.f90 -Lbuild/shared -l${bundle.name}${isHost ? "" : " -lcudart"}`,
  ],
  rust: (bundle) => [
    buildLine(bundle),
    `      depend on it ${bundle.name} = { path = "${bundle.directory}/rust" }, with ${libraryIn(bundle)}`,
  ],
  julia: (bundle) => [
    buildLine(bundle),
    `      load it      include("${bundle.directory}/julia/${bundle.name}.jl"), with ${libraryIn(bundle)}`,
  ],
};

const buildLine = ({ name, directory, symbols }: Written): string =>
  `Next: build it     cmake -S ${shellWord(directory)} -B build && cmake --build build --target ${bundleTarget(symbols, name)}_shared`;

const libraryIn = ({ name }: Written): string => `${libraryVariable(name)}="$PWD/build/shared/lib${name}.so"`;

/** What is done with a bundle next. */
export function nextLines(bundle: Written, { clients, isHost }: BundleUse): readonly string[] {
  // Several languages link one library.
  const before = [...new Set(clients.toReversed().flatMap((client) => NEXT[client](bundle, isHost)))];
  if (isHost) return before;
  const { name, directory, symbols } = bundle;
  const vendored = `copy ${directory}/, add_subdirectory() it, link fftgen::${bundleTarget(symbols, name)}`;
  return [
    ...(before.length > 0 ? [...before, `      vendor it    ${vendored}`] : [`Next: vendor it    ${vendored}`]),
    `      read it      ${directory}/README.md`,
  ];
}
