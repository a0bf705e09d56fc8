// Kinds of failures that wait to be mended, each with what is wrong. A kind leaves this list with its mend.
interface KnownFailure {
  readonly what: RegExp;
  /** The shortest command, where the words alone say too little. */
  readonly command?: RegExp;
  readonly why: string;
}

export const isKnown = (what: string, command: string): boolean =>
  KNOWN_FAILURES.some((known) => known.what.test(what) && (known.command?.test(command) ?? true));

const KNOWN_FAILURES: readonly KnownFailure[] = [
  { what: /^an output is wrong$/, command: /^fftgen plan c2r \dx1$/, why: "spectra of rows of one number" },
  { what: /a transform of one point has nothing to compute/, why: "one point is a copy" },
  { what: /has one element, and a cosine or sine transform two at least/, why: "one element is a factor" },
  { what: /^refused: --scale #\/#/, why: "a scale that is said as a fraction" },
  { what: /plan for a smaller batch$/, why: "the default batch counts no gaps" },
  {
    what: /planned for without one$|or a --batch below/,
    why: "the default batch where the batch lies between dimensions",
  },
  {
    what: /in another order, so that all of it is there|parts of a row are no parts of a spectrum/,
    why: "a range that is all",
  },
  { what: /^refused: --inverse: the inverse of d.t-#/, why: "the inverse of a cosine transform with a range" },
  { what: /^refused: --in-place: input and output lie differently/, why: "padded in place, with strides at run time" },
  {
    what: /^InvariantError: evaluate: store to element # outside/,
    command: /--kinds/,
    why: "`tiled` in a kernel whose leg has no other",
  },
  { what: /^InvariantError: index # outside an array of #$/, why: "spectra of rows of one number" },
];
