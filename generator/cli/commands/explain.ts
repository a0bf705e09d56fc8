// `fftgen explain <plan>`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { json, order, ownGpu } from "../options.js";
import { files, plans } from "../suggestions.js";

export const explainForm = form({
  name: "explain",
  about: "show how one plan is lowered and what its predicted time consists of",
  explanation:
    "Shows the stages of a plan: its tiles, the place of each digit of the index in each phase, the exchanges, the steps of the kernels, and the terms of the predicted time.",
  operands: {
    plan: {
      describe: "name as `fftgen list` shows it, or path of a plan file",
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
      "also draw it to this file, as one self-contained page; only a page written by fftgen is overwritten",
      files,
    ),
  },
  examples: [
    ["$0 explain c2c_f32_4096", "all stages"],
    ["$0 explain plans/my.plan.ts --text", "the kernels too"],
    ["$0 explain c2c_f32_4096 --html page.html", "the same as a page with pictures"],
    ["$0 explain c2c_f32_4096 --gpu A100", "the same plan on another GPU"],
  ],
});
