// `fftgen emit [plans..]`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { anywhere, check, json, order, ownGpu, planOperands, symbolOptions, withVerification } from "../options.js";
import { directories, files } from "../suggestions.js";

export const emitForm = form({
  name: "emit",
  about: "write the packages of plan files; all of plans/ by default",
  explanation:
    "Writes the package of each plan file to the directory that the plan file names, by default generated/<name>/. Run it after editing a plan by hand. Packages whose plans are gone are listed. With --upgrade it rewrites plan files of earlier versions in the notation of today instead; they mean the same, and need not be rewritten.",
  operands: {
    plans: planOperands,
  },
  wants: "plans",
  options: {
    gpu: ownGpu,
    json,
    check,
    out: text("directory for a copy of one package; default: that of the plan file", directories),
    below: text("directory for copies of all packages, each in a subdirectory of its name", directories),
    manifest: text(
      "write no packages, but this list of their files with lines and hashes; with --check compare with it; only a manifest written by fftgen is overwritten",
      files,
    ),
    upgrade: flag(
      "rewrite the plan files in the notation of today and show the difference; comments, spacing and evidence stay; write no packages",
    ),
    "dry-run": flag("with --upgrade: show the difference; write nothing"),
    ...symbolOptions,
    "with-verification": withVerification,
    order,
    anywhere,
  },
  examples: [
    ["$0 emit", "write all packages"],
    ["$0 emit --check", "in continuous integration: check that all packages are up to date"],
    ["$0 emit c2c_f32_4096 --out elsewhere", "write a copy of one package"],
    ["$0 emit --upgrade --dry-run", "show what is new in the notation since the plan files were written"],
    [
      "$0 emit c2c_f32_4096 --out acme_fft --prefix acme_ --namespace acme",
      "a copy with other names, for a program that has the package already",
    ],
  ],
});
