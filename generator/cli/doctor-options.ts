// The options of `fftgen doctor`.
import type { Options } from "yargs";

export const doctorOptions = {
  json: {
    type: "boolean",
    default: false,
    describe: "print one JSON value for programs instead of text for people",
  },
} as const satisfies Record<string, Options>;
