// `fftgen init`.
import { form } from "../command.js";
import { text } from "../option-forms.js";
import { json } from "../options.js";
import { directories, gpuList } from "../suggestions.js";

export const initForm = form({
  name: "init",
  about: "make the current directory a project, by a file that says where things are",
  explanation:
    "Writes fftgen.json: where plans and packages go, for which GPUs, what emitted names begin with; bundles can be listed in it. Commands find it from every folder below. The same may stand in package.json under the key fftgen. Without either, plans are below plans/ and packages below generated/.",
  operands: {},
  wants: "nothing",
  options: {
    plans: text("the directory of the plan files; default: plans", directories),
    packages: text("the directory of the packages; default: generated", directories),
    gpus: text("the GPUs that plans are made for, commas between them; default: H200", gpuList),
    prefix: text("what names of C begin with, such as acme_"),
    namespace: text("the C++ namespace around everything, such as acme::fft; default: fftgen"),
    json,
  },
  examples: [
    ["$0 init --packages src/fft --gpus H200,A100", "packages beside the sources, plans for two GPUs"],
    ["$0 init --prefix acme_ --namespace acme::fft", "names of one's own"],
  ],
});
