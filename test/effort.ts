// How much the tests do: enough to find what is wrong in a few minutes, or all that they can (npm run test:thorough).
export const isThorough = process.env["FFTGEN_TEST"] === "thorough";

/** Runs of a random test. */
export const runs = (few: number, many: number): number => (isThorough ? many : few);

/** Of cases that show the same, each in its own circumstances: every one, or only those that `isNeeded`. */
export const sweep = <T>(cases: readonly T[], isNeeded: (one: T, index: number) => boolean): readonly T[] =>
  isThorough ? cases : cases.filter(isNeeded);
