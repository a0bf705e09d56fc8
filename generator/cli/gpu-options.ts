// The options of `fftgen gpu`.
import type { Options } from "yargs";

export const gpuOptions = {
  probe: {
    type: "string",
    describe: "write a CUDA program to this new directory that measures a GPU and prints a GPU file",
  },
  json: {
    type: "boolean",
    default: false,
    describe: "print one JSON value for programs instead of text for people; of show, a GPU file",
  },
} as const satisfies Record<string, Options>;
