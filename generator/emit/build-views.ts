// The views of the templates of what builds a package: CMake, and pip with it.

export interface CMakeView {
  readonly folder: string;
  readonly version: string;
  /** A hash of the compiled text. */
  readonly text: string;
  /** `80 90` */
  readonly architectures: string;
  readonly libraries: readonly { readonly target: string; readonly source: string }[];
  /** At most one: the target that links all. */
  readonly umbrella: readonly { readonly target: string; readonly parts: string }[];
  /** The directory of headers below include/, and the prefix of macros. */
  readonly includeFolder: string;
  readonly macro: string;
  /** The sources of the shared library of the Python package; empty without one. */
  readonly python: string;
  /** The same of a library with cuFFT's functions. */
  readonly cufft: string;
  /** The same of the shared library that programs in other languages link. */
  readonly shared: string;
  /** `"*.h"`: which files below include/ are installed. */
  readonly headers: readonly string[];
}

export interface EmulatedCMakeView {
  /** The main target, as bundles for GPUs call it. */
  readonly target: string;
  /** The prefix of macros. */
  readonly macro: string;
  readonly version: string;
  readonly sources: readonly string[];
}

export interface PythonProjectView {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}
