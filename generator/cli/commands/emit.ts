// `fftgen emit [plans..]`.
import { form } from "../command.js";
import { text } from "../option-forms.js";
import { anywhere, check, json, order, ownGpu, planOperands, symbolOptions, withVerification } from "../options.js";
import { directories, files } from "../suggestions.js";

export const emitForm = form({
  name: "emit",
  about: "write the packages of plan files; all of plans/ by default",
  explanation:
    "Writes the package of each plan file to where the plan file says, generated/<name>/ if it says nothing: what to run after editing a plan by hand. Packages that no plan gives any more are named.",
  operands: {
    plans: planOperands,
  },
  wants: "plans",
  options: {
    gpu: ownGpu,
    json,
    check,
    out: text("directory for a copy of one package; default: where the plan file says", directories),
    below: text("directory that gets copies of all packages, each in one of its name", directories),
    manifest: text(
      "write no packages, but this file: their files with lines and hashes; with --check compare with it; replaces only manifests of fftgen's",
      files,
    ),
    ...symbolOptions,
    "with-verification": withVerification,
    order,
    anywhere,
  },
  examples: [
    ["$0 emit", "all packages anew"],
    ["$0 emit --check", "for continuous integration: are the packages what the plans give?"],
    ["$0 emit c2c_f32_4096 --out elsewhere", "a copy of one package"],
    ["$0 emit c2c_f32_4096 --out acme_fft --prefix acme_ --namespace acme", "one that can be beside another"],
  ],
});
