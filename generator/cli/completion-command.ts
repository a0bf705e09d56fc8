// `fftgen completion bash|zsh|fish`: the script for a shell; and, called by that script with the words of the command line, what may
// stand where the cursor is, one suggestion a line after a line that says whether files or directories fit too.
import { shippedSuites } from "../bench/shipped-suites.js";
import { completionScript } from "../emit/read-template.js";
import { ifRight } from "../failure/errors.js";
import { EXAMPLES } from "../example/examples.js";
import { knownGpus } from "../gpu/registry.js";
import { FRAGMENT_OPERANDS, FRAGMENT_SHAPES, FRAGMENT_TYPES } from "../gpu/fragment-maps.js";
import { DIMENSION_NAMES, STORAGES, ORDERS, WALSH_ORDERS } from "../plan/transform.js";
import { commandForms } from "./command-forms.js";
import { complete, nothing, oneOf, type Completion, type Suggestion } from "./complete.js";
import { choiceFrom } from "./option-values.js";
import { packageName, planFiles } from "./plan-files.js";
import { findProject, type Project } from "./project.js";
import { print } from "./terminal.js";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

export function completionCommand(shell: string): void {
  process.stdout.write(completionScript(choiceFrom("completion", shell, SHELLS)));
}

/** `words`: all behind the program's name; the last one is to be completed. */
export function printCompletions(shell: string, words: readonly string[]): void {
  const known = choiceFrom("completion", shell, SHELLS);
  const { suggestions, paths } = complete(words, commandForms, { valueOf, operandOf });
  print([paths, ...suggestions.map((one) => suggestionLine(known, one))].join("\n"));
}

/** As the shell's own functions take them. */
function suggestionLine(shell: Shell, { word, about }: Suggestion): string {
  switch (shell) {
    case "bash":
      return word;
    case "zsh":
      return about === undefined ? escaped(word) : `${escaped(word)}:${about}`;
    case "fish":
      return about === undefined ? word : `${word}\t${about}`;
  }
}

const escaped = (word: string): string => word.replaceAll(/[\\:]/g, (character) => `\\${character}`);

/** Of options without `choices`, by their names: an option means the same in every command. */
const VALUES: Readonly<Record<string, () => Completion>> = {
  gpu: () => oneOf(gpuNames(), "files"),
  gpus: () => oneOf(gpuNames()),
  precision: () => oneOf(STORAGES),
  order: () => oneOf([...new Set([...ORDERS, ...WALSH_ORDERS])]),
  scale: () => oneOf(["1/N", "orthonormal", "none"]),
  axes: () => oneOf(DIMENSION_NAMES),
  operand: () => oneOf(FRAGMENT_OPERANDS),
  type: () => oneOf(FRAGMENT_TYPES),
  ...Object.fromEntries(
    ["out", "below", "pack", "probe", "plans", "packages", "figures"].map((name) => [
      name,
      () => oneOf([], "directories"),
    ]),
  ),
  ...Object.fromEntries(["import", "manifest", "html", "svg"].map((name) => [name, () => oneOf([], "files")])),
};

const valueOf = (option: string): Completion => VALUES[option]?.() ?? nothing;

/** Names without blanks, which need no quotes. */
const gpuNames = (): readonly string[] =>
  knownGpus.flatMap(({ name, aliases }) => {
    const plain = [...aliases, name].filter((one) => !one.includes(" "));
    return plain[0] ?? name.replaceAll(" ", "-");
  });

function operandOf(command: string, given: readonly string[]): Completion {
  switch (command) {
    case "tune":
    case "emit":
    case "verify":
    case "explain":
      return oneOf(planNames(), "files");
    case "bundle":
      return given.length === 0 ? oneOf(bundleNames()) : oneOf(planNames(), "files");
    case "bench":
      return oneOf(
        shippedSuites.map(({ name }) => name),
        "files",
      );
    case "study":
      return oneOf(["fwht-stability"]);
    case "example":
      return oneOf(EXAMPLES.map(({ name }) => name));
    case "fragments":
      return oneOf(FRAGMENT_SHAPES);
    case "gpu":
      if (given.length === 0) return oneOf(["list", "show", "schema"]);
      return given[0] === "show" ? oneOf(gpuNames(), "files") : nothing;
    case "wisdom":
      if (given.length === 0) return oneOf(["list", "export", "import", "schema"]);
      return given[0] === "import" || given[0] === "export" ? oneOf([], "files") : nothing;
    case "completion":
      return oneOf(SHELLS);
    default:
      return nothing;
  }
}

const planNames = (): readonly string[] =>
  ofProject((project) => [...new Set(planFiles(project).map((path) => packageName(project, path)))]);

const bundleNames = (): readonly string[] => ofProject(({ bundles }) => bundles.map(({ name }) => name));

/** None where the project file is wrong: a command says so, a completion cannot. */
const ofProject = (names: (project: Project) => readonly string[]): readonly string[] =>
  ifRight(() => names(findProject())) ?? [];
