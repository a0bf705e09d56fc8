// `fftgen doctor`.
import { form } from "../command.js";
import { json } from "../options.js";

export const doctorForm = form({
  name: "doctor",
  about: "show which tools this machine has, and what the missing ones are needed for",
  explanation:
    "Looks for what the commands need: Node, the project file, wisdom, compilers, a GPU, CMake, disk space; and for what bundles serve: PyTorch, CuPy, JAX, cuFFT. For each missing tool it says what needs it and how to install it. Exit code 0 if `$0 plan` and `$0 emit` have what they need.",
  operands: {},
  wants: "nothing",
  options: {
    json,
  },
  examples: [["$0 doctor --json", "the findings as JSON"]],
});
