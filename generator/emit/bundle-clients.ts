// The clients of a bundle beside programs in C and C++ that vendor it: Python, programs that call cuFFT. What each is given.
import { CUFFT_SHIM, cufftShim } from "./cufft-shim.js";
import type { GeneratedFile } from "./files.js";
import { jaxHandler } from "./jax-handler.js";
import type { LinkedTransform } from "./linked-transform.js";
import { PYTHON_PROJECT, pythonFiles } from "./python-package.js";
import type { Symbols } from "./symbols.js";
import { torchOperators } from "./torch-operators.js";
import type { FileRow } from "./views.js";

export const CLIENTS = ["python", "cufft"] as const;

export type ClientName = (typeof CLIENTS)[number];

/** The bundle that its clients see. */
export interface ClientBundle {
  readonly name: string;
  /** One line on it. */
  readonly title: string;
  readonly transforms: readonly LinkedTransform[];
  readonly symbols: Symbols;
  /** What is compiled and described whoever the clients are. */
  readonly sources: readonly GeneratedFile[];
  /** Compiled for the host, under the emulator. */
  readonly isHost: boolean;
}

export interface Client {
  /** A file that bundles have for this client only: by it an existing directory says what its bundle is for. */
  readonly marker: string;
  readonly files: (bundle: ClientBundle) => readonly GeneratedFile[];
  /** What the bundle's README says of them: files, and directories, which end in a slash. */
  readonly rows: (name: string) => readonly FileRow[];
}

const CLIENT: Readonly<Record<ClientName, Client>> = {
  python: {
    marker: PYTHON_PROJECT,
    files: ({ name, title, transforms, symbols, sources, isHost }) => [
      ...pythonFiles(name, title, sources),
      ...torchOperators(name, transforms, symbols, isHost),
      ...jaxHandler(name, symbols, isHost),
    ],
    rows: (name) => [
      { path: PYTHON_PROJECT, what: "the Python package, which `pip install` builds" },
      { path: `python/${name}/`, what: "its modules: torch.fft and jax.numpy.fft served by the bundle" },
      { path: "torch/", what: "the transforms as operators of PyTorch, which is not needed to compile them" },
      { path: "jax/", what: "the transforms as custom calls of XLA, for JAX, which is not needed to compile them" },
    ],
  },
  cufft: {
    marker: CUFFT_SHIM,
    files: ({ name, transforms, symbols }) => cufftShim(name, transforms, symbols),
    rows: () => [
      { path: "cufft/", what: "a library with cuFFT's functions: programs that call cuFFT are served by the bundle" },
    ],
  },
};

/** The files of the clients of one bundle. */
export type ClientFiles = ReadonlyMap<ClientName, readonly GeneratedFile[]>;

export const clientFiles = (clients: readonly ClientName[], bundle: ClientBundle): ClientFiles =>
  new Map(CLIENTS.filter((one) => clients.includes(one)).map((one) => [one, CLIENT[one].files(bundle)]));

/** What a client has compiled beside the transforms. */
export const compiledFor = (files: readonly GeneratedFile[]): readonly string[] =>
  files.map(({ path }) => path).filter((path) => path.endsWith(".cu"));

/** The rows of those files that are there. */
export const clientRows = (name: string, paths: readonly string[]): readonly FileRow[] =>
  CLIENTS.flatMap((one) => CLIENT[one].rows(name)).filter(({ path: row }) =>
    paths.some((path) => (row.endsWith("/") ? path.startsWith(row) : path === row)),
  );

/** Whose the bundle is that has these files. */
export const clientsAmong = (paths: readonly string[]): readonly ClientName[] =>
  CLIENTS.filter((one) => paths.includes(CLIENT[one].marker));
