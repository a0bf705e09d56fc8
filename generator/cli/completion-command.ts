// `fftgen completion <shell>`: prints the script with which a shell calls fftgen for completions (print-completions.ts).
import { completionScript } from "../emit/read-template.js";
import { form, type ArgumentsOf } from "./command.js";
import { choiceFrom } from "./option-values.js";
import { SHELLS } from "./shells.js";
import { oneOf } from "./suggestions.js";

export const completionForm = form({
  name: "completion",
  about: "print a script that makes bash, zsh or fish complete commands, options and plans",
  explanation: "Prints the script, which calls fftgen for the completions.",
  operands: {
    shell: { describe: "bash, zsh or fish", required: true, completes: oneOf(SHELLS) },
  },
  wants: "a shell: bash, zsh or fish",
  options: {},
  examples: [
    ["source <($0 completion bash)", "in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit"],
    ["$0 completion fish > ~/.config/fish/completions/fftgen.fish", "fish, once"],
  ],
});

export const outputs = [];

export const run = ({ shell }: ArgumentsOf<typeof completionForm>): void =>
  void process.stdout.write(completionScript(choiceFrom("completion", shell, SHELLS)));
