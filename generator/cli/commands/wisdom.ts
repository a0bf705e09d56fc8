// `fftgen wisdom [action] [file]`.
import { form } from "../command.js";
import { json } from "../options.js";
import { files, nothing, oneOf } from "../suggestions.js";

export const wisdomForm = form({
  name: "wisdom",
  about: "list, export and import measured plans: those of the project, yours, and the shipped ones",
  explanation:
    "Wisdom is a collection of measured plans. `$0 plan` looks for a plan of the transform in that of the project, that of the user and that shipped with fftgen. This command lists it (list), writes the wisdom of the project and the user to one JSON file (export FILE, or to standard output), adds the plans of such a file to the user's wisdom, keeping the faster measured plan (import FILE), or prints the JSON schema of such files (schema). The user's wisdom is in $FFTGEN_WISDOM, else in fftgen/ of $XDG_DATA_HOME, else in ~/.local/share/fftgen/.",
  operands: {
    action: {
      default: "list",
      describe: "list, export, import or schema",
      completes: oneOf(["list", "export", "import", "schema"]),
    },
    file: {
      describe: "for export and import: the JSON file",
      completes: ([action]: readonly string[]) => (action === "import" || action === "export" ? files : nothing),
    },
  },
  wants: "list, export and a file, import and a file, or schema",
  options: {
    json,
  },
  examples: [
    ["$0 wisdom", "list all measured plans"],
    ["$0 wisdom export wisdom.json", "write the plans of the project and your own, for another machine"],
    ["$0 wisdom import wisdom.json", "on that machine: make them available to every project"],
  ],
});
