// The words that may stand at a place of the command line, for completion.

export interface Suggestion {
  readonly word: string;
  readonly about?: string;
}

export interface Completion {
  readonly suggestions: readonly Suggestion[];
  /** Paths that the shell completes by itself besides. */
  readonly paths: "files" | "directories" | "none";
}

/** The possible words; `given`: the operands before them. */
export type Completes = Completion | ((given: readonly string[]) => Completion | Promise<Completion>);

export const oneOf = (words: readonly string[], paths: Completion["paths"] = "none"): Completion => ({
  suggestions: words.map((word) => ({ word })),
  paths,
});

export const nothing = oneOf([]);
export const files = oneOf([], "files");
export const directories = oneOf([], "directories");

// Names are looked up when they are needed: help does not load the modules that know them.

type Lookup = () => Promise<Completion>;
const names = () => import("./suggested-names.js");
export const gpus: Lookup = async () => oneOf((await names()).gpuNames(), "files");
export const gpuList: Lookup = async () => oneOf((await names()).gpuNames());
export const plans: Lookup = async () => oneOf((await names()).planNames(), "files");
export const bundles: Lookup = async () => oneOf((await names()).bundleNames());
export const suites: Lookup = async () => oneOf((await names()).suiteNames(), "files");
export const examples: Lookup = async () => oneOf((await names()).exampleNames());
