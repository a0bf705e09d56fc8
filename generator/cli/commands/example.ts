// `fftgen example [name]`.
import { form } from "../command.js";
import { text } from "../option-forms.js";
import { firstGpu, json } from "../options.js";
import { directories, examples } from "../suggestions.js";

export const exampleForm = form({
  name: "example",
  about: "write a small complete program and the transforms that it vendors",
  explanation: "Writes a small complete program that vendors generated packages and checks itself.",
  operands: {
    name: {
      describe:
        "round-trip, r2c-in-c, batch-innermost, torch-denoise, jax-poisson, cufft-program, xor-convolution, soft-threshold or split-range; without one, all are listed",
      completes: examples,
    },
  },
  wants: "one example, such as round-trip",
  options: {
    gpu: firstGpu,
    json,
    out: text("a new directory for it; default: the example's name", directories),
  },
  examples: [
    ["$0 example", "list the examples"],
    ["$0 example round-trip", "write an FFT and its inverse in C++ to round-trip/"],
  ],
});
