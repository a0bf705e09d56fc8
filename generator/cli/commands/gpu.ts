// `fftgen gpu [action] [name]`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { directories, gpus, nothing, oneOf } from "../suggestions.js";

export const gpuForm = form({
  name: "gpu",
  about: "list the GPUs that --gpu knows, and describe another one",
  explanation:
    "Lists the GPUs that fftgen knows (list), shows the data of one with their sources (show NAME; with --json as a GPU file), or prints the JSON schema of GPU files (schema). Options that take a GPU also take the path of a GPU file, which ends in .json. --probe writes a program that measures a GPU and prints its file.",
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
    json: flag("print one JSON value for programs instead of text for people; of show, a GPU file"),
  },
  examples: [
    ["$0 gpu", "list all known GPUs"],
    ["$0 gpu show T4", "its limits and speeds, with the source of each number"],
    ['$0 gpu show "RTX 3080" --json', "a GPU file to edit for another card"],
    ["$0 gpu --probe probe", "write a program for the machine with the GPU"],
  ],
});
