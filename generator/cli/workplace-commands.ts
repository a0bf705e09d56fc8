// The commands about where fftgen works: the project, its plans, wisdom, the machine, the shell.
import type { Argv } from "yargs";
import { doctorOptions } from "./doctor-options.js";
import { initOptions } from "./init-options.js";
import { listOptions } from "./options.js";
import { wisdomOptions } from "./wisdom-options.js";

export const withWorkplaceCommands = (line: Argv): Argv =>
  line
    .command(
      "init",
      "make the current directory a project, by a file that says where things are",
      (command) =>
        command
          .usage(
            "$0 init\n\nWrites fftgen.json: where plans and packages go, for which GPUs, what emitted names begin with; bundles can be listed in it. Commands find it from every folder below. The same may stand in package.json under the key fftgen. Without either, plans are below plans/ and packages below generated/.",
          )
          .options(initOptions)
          .example("$0 init --packages src/fft --gpus H200,A100", "packages beside the sources, plans for two GPUs")
          .example("$0 init --prefix acme_ --namespace acme::fft", "names of one's own"),
      async (parameters) => (await import("./init-command.js")).initCommand(parameters),
    )
    .command(
      "list",
      "the plans of this project",
      (command) =>
        command
          .usage(
            "$0 list\n\nThe plan files of the project with what they compute, and what is missing or left over of their packages.",
          )
          .options(listOptions)
          .example("$0 list --json", "for a program"),
      async (parameters) => (await import("./list-command.js")).listCommand(parameters),
    )
    .command(
      "wisdom [action] [file]",
      "plans that were measured: the project's, yours, those that are shipped",
      (command) =>
        command
          .usage(
            "$0 wisdom [action] [file]\n\nPlans that were measured are used again: `$0 plan` looks for one of the transform among those of the project, of the user and those that are shipped. Lists them (list), writes those of the project and the user to one JSON file (export FILE, or to standard output), takes those of such a file into the user's wisdom, where the better measured plan stays (import FILE), or prints the JSON schema of such files (schema). The user's wisdom is in $FFTGEN_WISDOM, else in fftgen/ of $XDG_DATA_HOME, else in ~/.local/share/fftgen/.",
          )
          .positional("action", { type: "string", default: "list", describe: "list, export, import or schema" })
          .positional("file", { type: "string", describe: "for export and import: the JSON file" })
          .options(wisdomOptions)
          .example("$0 wisdom", "what there is")
          .example("$0 wisdom export wisdom.json", "the plans of the project and yours, for another machine")
          .example("$0 wisdom import wisdom.json", "there: what it has is used by every project"),
      async (parameters) => (await import("./wisdom-command.js")).wisdomCommand(parameters),
    )
    .command(
      "doctor",
      "what of this machine is found, and what is missing for what",
      (command) =>
        command
          .usage(
            "$0 doctor\n\nLooks for what the commands need: Node, the project file, wisdom, compilers, a GPU, CMake, room for files. Says of what is missing what it is for and how to come by it. Exit code 0 if `$0 plan` and `$0 emit` have what they need.",
          )
          .options(doctorOptions)
          .example("$0 doctor --json", "for a program"),
      async (parameters) => (await import("./doctor-command.js")).doctorCommand(parameters),
    )
    .command(
      "completion <shell>",
      "a script by which bash, zsh or fish complete commands, options and plans",
      (command) =>
        command
          .usage("$0 completion <shell>\n\nPrints the script; it asks fftgen itself what may stand where.")
          .positional("shell", { type: "string", demandOption: true, describe: "bash, zsh or fish" })
          .example("source <($0 completion bash)", "in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit")
          .example("$0 completion fish > ~/.config/fish/completions/fftgen.fish", "fish, once"),
      async (parameters) => (await import("./completion-command.js")).completionCommand(parameters.shell),
    );
