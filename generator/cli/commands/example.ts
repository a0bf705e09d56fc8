// `fftgen example [name]`.
import { form } from "../command.js";
import { text } from "../option-forms.js";
import { firstGpu, json } from "../options.js";
import { directories, examples } from "../suggestions.js";

export const exampleForm = form({
  name: "example",
  about: "write an example program with the packages that it vendors",
  explanation: "Writes a small complete program that vendors generated packages and checks itself.",
  operands: {
    name: {
      describe: "xor-convolution, soft-threshold or split-range; without one, all are listed",
      completes: examples,
    },
  },
  wants: "one example: xor-convolution, soft-threshold or split-range",
  options: {
    gpu: firstGpu,
    json,
    out: text("a new directory for it; default: the example's name", directories),
  },
  examples: [["$0 example xor-convolution", "to xor-convolution/, with its CMakeLists.txt"]],
});
