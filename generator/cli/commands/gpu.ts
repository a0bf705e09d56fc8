// `fftgen gpu [action] [name]`.
import { form } from "../command.js";
import { flag, text, texts } from "../option-forms.js";
import { directories, files, gpus, nothing, oneOf } from "../suggestions.js";

export const gpuForm = form({
  name: "gpu",
  about: "list the GPUs that --gpu knows, and describe another one",
  explanation:
    "Lists the GPUs that fftgen knows (list), shows the data of one with their sources (show NAME; with --json as a GPU file), or prints the JSON schema of GPU files (schema). Options that take a GPU also take the path of a GPU file, which ends in .json. --probe writes a program that measures a GPU and prints its file. --fit fits the cost model to measured plans: searches of this project then rank plans for that GPU by what it was measured to take. Fewer than 60 plans only rescale the weights of the most similar GPU, and so do others where that predicts lengths better which were held out.",
  operands: {
    action: { default: "list", describe: "list, show or schema", completes: oneOf(["list", "show", "schema"]) },
    name: {
      describe: "for show: a GPU, or the path of a GPU file",
      completes: ([action]: readonly string[]) => (action === "show" ? gpus() : nothing),
    },
  },
  wants: "list, show and a name, or schema",
  options: {
    probe: text("write a CUDA program to this new directory that measures a GPU and prints a GPU file", directories),
    fit: texts(
      "fit the cost model to the plans of these files, such as .fftgen/measurements.jsonl of `fftgen tune` or results.json of a pack, and write gpu/NAME.weights.json of this project",
      files,
    ),
    user: flag("with --fit: write the weights where all of your projects find them, in the directory of your wisdom"),
    json: flag("print one JSON value for programs instead of text for people; of show, a GPU file"),
  },
  examples: [
    ["$0 gpu", "list all known GPUs"],
    ["$0 gpu show T4", "its limits and speeds, with the source of each number"],
    ['$0 gpu show "RTX 3080" --json', "a GPU file to edit for another card"],
    ["$0 gpu --probe probe", "write a program for the machine with the GPU"],
    ["$0 gpu --fit .fftgen/measurements.jsonl", "predict times as the plans that were tuned here took them"],
  ],
});
