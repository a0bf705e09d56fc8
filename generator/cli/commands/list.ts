// `fftgen list`.
import { form } from "../command.js";
import { json } from "../options.js";

export const listForm = form({
  name: "list",
  about: "the plans of this project",
  explanation:
    "The plan files of the project with what they compute, and what is missing or left over of their packages.",
  operands: {},
  wants: "nothing",
  options: {
    json,
  },
  examples: [["$0 list --json", "for a program"]],
});
