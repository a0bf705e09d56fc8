// `fftgen wisdom [action] [file]`.
import { form } from "../command.js";
import { json } from "../options.js";
import { files, nothing, oneOf } from "../suggestions.js";

export const wisdomForm = form({
  name: "wisdom",
  about: "plans that were measured: the project's, yours, those that are shipped",
  explanation:
    "Plans that were measured are used again: `$0 plan` looks for one of the transform among those of the project, of the user and those that are shipped. Lists them (list), writes those of the project and the user to one JSON file (export FILE, or to standard output), takes those of such a file into the user's wisdom, where the better measured plan stays (import FILE), or prints the JSON schema of such files (schema). The user's wisdom is in $FFTGEN_WISDOM, else in fftgen/ of $XDG_DATA_HOME, else in ~/.local/share/fftgen/.",
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
    ["$0 wisdom", "what there is"],
    ["$0 wisdom export wisdom.json", "the plans of the project and yours, for another machine"],
    ["$0 wisdom import wisdom.json", "there: what it has is used by every project"],
  ],
});
