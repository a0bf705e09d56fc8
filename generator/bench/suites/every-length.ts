// Every length up to 4096: shows lengths that are slow, slower than another library, or refused.
import type { SuiteDefinition } from "../suite.js";

const LONGEST = 4096;

export const everyLength: SuiteDefinition = {
  name: "every-length",
  title: "Every length from 2 to 4096",
  entries: [
    {
      size: Array.from({ length: LONGEST - 1 }, (_, index) => String(index + 2)),
      precision: "f32",
      // Whole arrays of 128 MiB at least.
      points: 2 ** 24 + LONGEST,
    },
  ],
};
