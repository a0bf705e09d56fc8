// The options of `fftgen init`.
import type { Options } from "yargs";

export const initOptions = {
  plans: { type: "string", describe: "the directory of the plan files; default: plans" },
  packages: { type: "string", describe: "the directory of the packages; default: generated" },
  gpus: { type: "string", describe: "the GPUs that plans are made for, commas between them; default: H200" },
  prefix: { type: "string", describe: "what names of C begin with, such as acme_" },
  namespace: { type: "string", describe: "the C++ namespace around everything, such as acme::fft; default: fftgen" },
  json: {
    type: "boolean",
    default: false,
    describe: "print one JSON value for programs instead of text for people",
  },
} as const satisfies Record<string, Options>;
