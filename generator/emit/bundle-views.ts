// What the templates of a bundle's header and of its table are given.

export interface BundleHeaderView {
  readonly name: string;
  readonly symbol: string;
  readonly macro: string;
  readonly guard: string;
  readonly interfaces: readonly string[];
  readonly apiMacro: readonly string[];
  readonly transforms: readonly string[];
  /** Members of the enumeration, and what they are. */
  readonly kinds: string;
  readonly kindsNote: string;
  readonly kindNote: string;
  /** Of what arrays have so many. */
  readonly elementsNote: string;
  /** Whole sentences: what is not found by lengths, and what the table lacks. */
  readonly notFound: readonly string[];
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
