// The options of `fftgen example`.
import type { Options } from "yargs";

export const exampleOptions = {
  gpu: { type: "string", default: "H200", describe: "the GPU to plan for (`fftgen gpu` lists them), or a GPU file" },
  out: { type: "string", describe: "a new directory for it; default: the example's name" },
} as const satisfies Record<string, Options>;
