// The options of `fftgen wisdom`.
import type { Options } from "yargs";

export const wisdomOptions = {
  json: {
    type: "boolean",
    default: false,
    describe: "print one JSON value for programs instead of text for people",
  },
} as const satisfies Record<string, Options>;
