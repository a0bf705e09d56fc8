// `fftgen doctor`.
import { form } from "../command.js";
import { json } from "../options.js";

export const doctorForm = form({
  name: "doctor",
  about: "what of this machine is found, and what is missing for what",
  explanation:
    "Looks for what the commands need: Node, the project file, wisdom, compilers, a GPU, CMake, room for files. Says of what is missing what it is for and how to come by it. Exit code 0 if `$0 plan` and `$0 emit` have what they need.",
  operands: {},
  wants: "nothing",
  options: {
    json,
  },
  examples: [["$0 doctor --json", "for a program"]],
});
