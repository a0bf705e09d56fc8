// `fftgen list`.
import { form } from "../command.js";
import { json } from "../options.js";

export const listForm = form({
  name: "list",
  about: "list the plans of this project",
  explanation:
    "Lists the plan files of the project and what they compute, and names packages that are missing or have no plan.",
  operands: {},
  wants: "nothing",
  options: {
    json,
  },
  examples: [["$0 list --json", "the list as JSON"]],
});
