// The options of `fftgen fragments`.
import type { Options } from "yargs";

export const fragmentsOptions = {
  operand: { type: "string", describe: "only A, B or C (C is D too)" },
  type: { type: "string", describe: "only elements of f16, bf16, tf32 or f32" },
  gpu: { type: "string", describe: "only what this GPU has (`fftgen gpu` lists them)" },
  probe: {
    type: "string",
    describe: "write a CUDA program to this new directory that asks the GPU whether the maps are right",
  },
  json: {
    type: "boolean",
    default: false,
    describe: "print one JSON value for programs instead of text for people",
  },
} as const satisfies Record<string, Options>;
