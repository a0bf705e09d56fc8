// The options of `fftgen study`.
import type { Options } from "yargs";
import { TRUTHS } from "../study/results.js";
import { STORAGES } from "../study/vocabulary.js";

export const studyOptions = {
  sizes: {
    type: "string",
    describe:
      "exponents of the sizes, `3..25` or one of them; default: 3..25 as in the thesis, under the emulator 3..7",
  },
  precision: {
    type: "string",
    default: STORAGES.join(","),
    describe: "number formats to study, separated by commas",
  },
  seeds: { type: "string", default: "3", describe: "different inputs of each distribution" },
  against: {
    choices: TRUTHS,
    default: "drawn" as const,
    describe:
      "what errors are measured from: the result for the numbers as drawn, as in the thesis, or for what they are rounded to, so that rounding the input counts as no error",
  },
  gpu: {
    type: "string",
    describe:
      "the GPU to plan for (`fftgen gpu` lists them), or a GPU file; default: the first of the project file, else the H200",
  },
  on: {
    choices: ["auto", "gpu", "emulator"] as const,
    default: "auto" as const,
    describe: "where to run; emulator: without a GPU, for small sizes",
  },
  runner: {
    type: "string",
    describe: 'put before the program that needs the GPU, where it is on another node: "srun -p gpu", "ssh node"',
  },
  pack: {
    type: "string",
    describe: "measure nothing: write all that is needed to do it on another machine to this new directory",
  },
  import: { type: "string", describe: "measure nothing: read the results.json that a pack has written" },
  figures: { type: "string", describe: "directory for one SVG of all errors per number format" },
  json: {
    type: "boolean",
    default: false,
    describe: "print one JSON value for programs instead of text for people",
  },
} as const satisfies Record<string, Options>;
