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
        rescaledFrom: z
          .string()
          .nullable()
          .describe(
            "The GPU whose weights were rescaled: of few plans, or where a fit to them predicts lengths held out worse.",
          ),
        errorBefore: z.number().describe("Of the shipped weights: root mean square of ln(predicted / measured)."),
        error: z.number().describe("The same of the fitted ones, on the plans that they were fitted to."),
        heldOutError: z
          .number()
          .nullable()
          .describe(
            "The same of lengths held out, a fifth of all at a time; null where all plans have lengths of one fifth.",
          ),
      }),
    ),
  },
  "gpu --fit.",
);
