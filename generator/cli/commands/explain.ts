// `fftgen explain <plan>`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { json, order, ownGpu } from "../options.js";
import { files, plans } from "../suggestions.js";

export const explainForm = form({
  name: "explain",
  about: "every stage of the pipeline for one plan, in words and notation",
  explanation:
    "Shows what becomes of a plan: tiles, where each digit of the index lives in each phase, exchanges, the steps of the kernels, and what the predicted time is made of.",
  operands: {
    plan: {
      describe: "a name as `fftgen list` shows it, or the path of a plan file",
      required: true,
      completes: plans,
    },
  },
  wants: "one plan, by its name in `fftgen list` or the path of its file",
  options: {
    gpu: ownGpu,
    json,
    order,
    text: flag("also show the emitted kernels"),
    html: text(
      "also draw it all to this file, one page that needs nothing beside it; replaces only pages of fftgen's",
      files,
    ),
  },
  examples: [
    ["$0 explain c2c_f32_4096", "all stages"],
    ["$0 explain plans/my.plan.ts --text", "the kernels too"],
    ["$0 explain c2c_f32_4096 --html page.html", "the same as pictures, for a browser"],
    ["$0 explain c2c_f32_4096 --gpu A100", "the same plan on another GPU"],
  ],
});
