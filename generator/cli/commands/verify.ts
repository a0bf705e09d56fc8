// `fftgen verify [plans..]`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { json, keep, on, order, ownGpu, planOperands, verbose } from "../options.js";

export const verifyForm = form({
  name: "verify",
  about: "build what plans give and check it, on a GPU or under the emulator",
  explanation:
    "Compiles the package of each plan with its verification program and runs it: on a GPU where there is one, else with the C++ compiler ($CXX, g++ or clang++) under an emulator; without a compiler the programs of the kernels are evaluated. Of packages that are what their plans give, verified.json then says so.",
  operands: {
    plans: planOperands,
  },
  wants: "plans",
  options: {
    gpu: ownGpu,
    json,
    on,
    keep,
    verbose,
    order,
    batch: text("arrays of each test; default: several batches are tried"),
    thorough: flag("every test at every size, also where that takes long"),
  },
  examples: [
    ["$0 verify", "every plan of the project"],
    ["$0 verify c2c_f32_4096 --on emulator", "without a GPU, even if there is one"],
    ["$0 verify plans/my.plan.ts --batch 7 --json", "one batch, the report as JSON"],
  ],
});
