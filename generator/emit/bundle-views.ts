// What the templates of a bundle's header and of its table are given.

export interface BundleHeaderView {
  readonly name: string;
  /** Of functions and types, and what enumerators and macros begin with. */
  readonly prefix: string;
  readonly macro: string;
  readonly guard: string;
  readonly interfaces: readonly string[];
  readonly macros: readonly string[];
  readonly transforms: readonly string[];
  /** Whole sentences: what the table lacks. */
  readonly leftOut: readonly string[];
}

/** A transform as a program finds it at run time: initialisers. */
export interface FoundTransformView {
  readonly name: string;
  readonly symbol: string;
  /** The C++ types of elements. */
  readonly input: string;
  readonly output: string;
  readonly fields: readonly string[];
}
