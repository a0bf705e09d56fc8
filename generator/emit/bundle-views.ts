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

/** A row of the table of transforms that a program can find at run time: initialisers. */
export interface FoundTransformView {
  readonly name: string;
  readonly symbol: string;
  /** The C++ types of elements. */
  readonly input: string;
  readonly output: string;
  readonly fields: readonly string[];
}
