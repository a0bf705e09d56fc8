// The views of the templates of a bundle's header and of its table.

export interface BundleHeaderView {
  readonly name: string;
  /** The prefix of functions and types, and that of enumerators and macros. */
  readonly prefix: string;
  readonly macro: string;
  readonly guard: string;
  readonly interfaces: readonly string[];
  readonly macros: readonly string[];
  readonly transforms: readonly string[];
  /** Whole sentences on the transforms that the table lacks. */
  readonly leftOut: readonly string[];
}

export interface TorchOperatorsView {
  readonly name: string;
  readonly header: string;
  readonly prefix: string;
  readonly macro: string;
  /** Not empty: the bundle is compiled for the host. */
  readonly emulated: string;
  readonly operators: readonly TorchOperatorView[];
}

/** A row of the table of operators of PyTorch: initialisers, and what its function passes to execute. */
export interface TorchOperatorView {
  readonly symbol: string;
  readonly fields: readonly string[];
  /** The parameter that is the factor of all outputs; without a name where execute takes none. */
  readonly factor: string;
  readonly passed: string;
}

/** A row of the table of transforms that a program can find at run time: initialisers. */
export interface FoundTransformView {
  readonly name: string;
  readonly symbol: string;
  /** The C++ types of elements. */
  readonly input: string;
  readonly output: string;
  readonly fields: readonly string[];
  /** Initialisers behind the functions. */
  readonly further: readonly string[];
  /** The function that takes a scale, or nullptr; how it passes the factor on, and what `execute` passes: empty without one. */
  readonly scaled: string;
  readonly scale: string;
  readonly factorOf: readonly string[];
  readonly one: string;
}
