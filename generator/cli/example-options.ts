// The options of `fftgen example`.
import type { Options } from "yargs";

export const exampleOptions = {
  gpu: {
    type: "string",
    describe:
      "the GPU to plan for (`fftgen gpu` lists them), or a GPU file; default: the first of the project file, else the H200",
  },
  json: {
    type: "boolean",
    default: false,
    describe: "print one JSON value for programs instead of text for people",
  },
  out: { type: "string", describe: "a new directory for it; default: the example's name" },
} as const satisfies Record<string, Options>;
