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
  {
    what: /^InvariantError: evaluate: store to element # outside/,
    command: /--kinds/,
    why: "`tiled` in a kernel whose leg has no other",
  },
];
