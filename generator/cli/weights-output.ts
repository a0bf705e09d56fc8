// What `fftgen gpu --fit` says for programs.
import { z } from "zod";
import { output, part } from "./output.js";

export const weightsOutput = output(
  "weights",
  {
    weights: z.array(
      z.strictObject({
        path: part.path,
        gpu: z.string(),
        plans: z.int().describe("That it was fitted to."),
        leftOut: z.int().describe("Plans that spill registers, or that this version cannot place."),
        rescaledFrom: z.string().nullable().describe("Of few plans: the GPU whose weights were rescaled."),
        errorBefore: z.number().describe("Of the shipped weights: root mean square of ln(predicted / measured)."),
        error: z.number().describe("The same of the fitted ones, on the plans that they were fitted to."),
        heldOutError: z
          .number()
          .nullable()
          .describe(
            "The same of fits to other lengths, a fifth of all held out at a time; null where weights were rescaled.",
          ),
      }),
    ),
  },
  "gpu --fit.",
);
