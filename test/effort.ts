// How much the tests do: enough to find what is wrong in a few minutes, or all that they can (npm run test:thorough); of processes
// that run by the hundred, some (npm run test:load: all of them).
const effort = process.env["FFTGEN_TEST"];

export const isThorough = effort === "thorough" || effort === "load";

/** Of processes, and of files by the thousand. */
export const loads = (few: number, some: number, all: number): number =>
  effort === "load" ? all : isThorough ? some : few;

/** Runs of a random test. */
export const runs = (few: number, many: number): number => (isThorough ? many : few);

/** What a thorough run would only repeat: it follows a default one. */
export const isDefault = !isThorough;

/** Of cases that show the same, each in its own circumstances: those that `isNeeded`, and in a thorough run, after them, the others. */
export const dealt = <T>(cases: readonly T[], isNeeded: (one: T, index: number) => boolean): readonly T[] =>
  cases.filter((one, index) => isNeeded(one, index) === isDefault);

/** The same where a thorough run needs every one, for they are seen together. */
export const sweep = <T>(cases: readonly T[], isNeeded: (one: T, index: number) => boolean): readonly T[] =>
  isThorough ? cases : cases.filter(isNeeded);
