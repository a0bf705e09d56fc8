// `fftgen init`.
import { form } from "../command.js";
import { text } from "../option-forms.js";
import { json } from "../options.js";
import { directories, gpuList } from "../suggestions.js";

export const initForm = form({
  name: "init",
  about: "make the current directory a project: write its project file",
  explanation:
    "Writes fftgen.json, which names the directories of plans and packages, the GPUs to plan for and the prefix of emitted names, and can list bundles. Commands find it from every directory below. package.json can have the same contents under the key fftgen. Without either, plans are below plans/ and packages below generated/.",
  operands: {},
  wants: "nothing",
  options: {
    plans: text("the directory of the plan files; default: plans", directories),
    packages: text("the directory of the packages; default: generated", directories),
    gpus: text("the GPUs to plan for, separated by commas; default: H200", gpuList),
    prefix: text("prefix of C names, such as acme_"),
    namespace: text("C++ namespace of all declarations, such as acme::fft; default: fftgen"),
    json,
  },
  examples: [
    ["$0 init --packages src/fft --gpus H200,A100", "packages below src/fft, plans for two GPUs"],
    ["$0 init --prefix acme_ --namespace acme::fft", "another prefix and namespace"],
  ],
});
