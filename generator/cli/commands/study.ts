// `fftgen study <study>`.
import { NUMBER_FORMATS } from "../../study/vocabulary.js";
import { TRUTHS } from "../../study/results.js";
import { form } from "../command.js";
import { choice, text, textOr } from "../option-forms.js";
import { firstGpu, json, pack, packResults } from "../options.js";
import { directories, oneOf } from "../suggestions.js";

export const studyForm = form({
  name: "study",
  about: "repeat a published study with generated transforms",
  explanation:
    "fwht-stability: the numerical study of Andersson's thesis, 4 experiments with 5 kinds of input in 4 number formats; prints its Table 4.1 and the results found here.",
  operands: {
    study: { describe: "fwht-stability", required: true, completes: oneOf(["fwht-stability"]) },
  },
  wants: "one study: fwht-stability",
  options: {
    sizes: text(
      "exponents of the sizes, `3..25` or one of them; default: 3..25 as in the thesis, under the emulator 3..7",
    ),
    precision: textOr(NUMBER_FORMATS.join(","), "number formats to study, separated by commas", oneOf(NUMBER_FORMATS)),
    seeds: textOr("3", "different inputs of each distribution"),
    against: choice(
      TRUTHS,
      "drawn",
      "reference of the errors: the exact result for the numbers as drawn, as in the thesis, or for the rounded numbers, so that rounding the input is not counted as an error",
    ),
    gpu: firstGpu,
    on: choice(["auto", "gpu", "emulator"], "auto", "where to run; emulator: without a GPU, for small sizes"),
    runner: text(
      'command in front of the program that needs the GPU, if that is on another node: "srun -p gpu", "ssh node"',
    ),
    pack,
    import: packResults,
    figures: text("directory for one SVG of all errors per number format; created if it does not exist", directories),
    json,
  },
  examples: [
    ["$0 study fwht-stability --sizes 3..6", "small sizes, under the emulator where there is no GPU"],
    ["$0 study fwht-stability --pack study", "for a machine without fftgen: sh study/run.sh"],
    ["$0 study fwht-stability --import study/results.json --figures figures", "the table and figures of a pack"],
  ],
});
