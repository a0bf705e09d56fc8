// `fftgen verify [plans..]`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { json, keep, on, order, ownGpu, planOperands, verbose } from "../options.js";

export const verifyForm = form({
  name: "verify",
  about: "build the packages of plans and check them, on a GPU or under the emulator",
  explanation:
    "Compiles the package of each plan with its verification program and runs it: on a GPU if there is one, else under an emulator, compiled with $CXX, g++ or clang++; without a compiler the evaluator runs the kernel programs. If a package is what its plan gives, the result is written to its verified.json.",
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
    batch: text("arrays per test; default: several batches"),
    thorough: flag("run every test at every size, also those that take long"),
  },
  examples: [
    ["$0 verify", "every plan of the project"],
    ["$0 verify c2c_f32_4096 --on emulator", "under the emulator, even if there is a GPU"],
    ["$0 verify plans/my.plan.ts --batch 7 --json", "one batch, the report as JSON"],
  ],
});
