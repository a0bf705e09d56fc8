// The command line: words in, one call into a command, exit code out. Contains nothing about transforms. A command is loaded when
// it is called, so that help and messages on wrong words appear at once.
import yargs, { type Argv } from "yargs";
import { VERSION } from "../emit/read-template.js";
import { InputError } from "../failure/errors.js";
import { calledAs } from "./called-as.js";
import { COMMANDS } from "./commands.js";
import { ProgramEnd } from "./program-end.js";
import { report, wantsJson } from "./report.js";
import { forgetJson } from "./terminal.js";
import { checkWords } from "./words.js";

const exitCodes = `Exit codes: 0 success, 1 a verification failed or files are stale, 2 invalid input or a file that cannot be read or written, 3 a compiler is missing or failed, 130 interrupted, 70 internal error.`;

const program = (words: readonly string[]): Argv =>
  yargs([...words])
    .scriptName(calledAs())
    .version(VERSION)
    .locale("en")
    .usage("$0 <command>\n\nReadable, vendorable, verified CUDA for fast Fourier and Walsh-Hadamard transforms.");

const commandLine = (words: readonly string[]) =>
  withHelp(
    words,
    COMMANDS.reduce((line, command) => command.register(line), program(words)),
  )
    .example("$0 plan 256x256x256", "search, verify and write a package")
    .example("$0 plan --help", "show all options of a command")
    .epilogue(exitCodes)
    .alias("help", "h")
    .strict()
    .exitProcess(false)
    // Behind `--` stand the words of another program, or operands.
    .parserConfiguration({ "populate--": ownWords(words).length < words.length })
    .fail((message: string | null, error: Error | undefined) => {
      throw error ?? new InputError(`${message ?? "the command line is wrong"} (see \`fftgen --help\`)`);
    });

/**
 * Yargs lays out help for every command that runs, which takes longer than many a command: an empty layout where no help is
 * shown.
 */
function withHelp<T>(words: readonly string[], line: Argv<T>): Argv<T> {
  if (ownWords(words).some((word) => ["--help", "-h"].includes(word)))
    return line.wrap(Math.min(110, process.stdout.columns ?? 110));
  const options = new Set(COMMANDS.flatMap(({ options }) => Object.keys(options)));
  return [...options].reduce((all, option) => all.hide(option), line.wrap(null));
}

/** Runs the command of the words after `fftgen`. Returns the exit code; the output has gone to the standard streams. */
export async function main(given: readonly string[]): Promise<number> {
  // Some people try `fftgen help plan` first.
  const words = given[0] === "help" ? [...given.slice(1), "--help"] : given;
  forgetJson();
  try {
    requireWorkingDirectory();
    const own = ownWords(given);
    requirePlainWords(own);
    // A shell calls this while the user types: the words are not a command line yet.
    if (given[0] === "completion" && given[2] === "--") {
      await (await import("./print-completions.js")).printCompletions(given[1] ?? "", given.slice(3), COMMANDS);
      return 0;
    }
    checkWords(words, COMMANDS);
    await commandLine(words).parseAsync();
    return 0;
  } catch (error) {
    if (error instanceof ProgramEnd) return error.exitCode;
    return report(error, wantsJson(given));
  }
}

/** Without those of another program. */
function ownWords(words: readonly string[]): readonly string[] {
  const passes = COMMANDS.some(({ name, passes }) => passes && name === words[0]);
  return passes && words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
}

function requirePlainWords(words: readonly string[]): void {
  const odd = words.find((word) => /[\u0000-\u001F\u007F]/.test(word));
  if (odd !== undefined) throw new InputError(`${JSON.stringify(odd)} has a control character in it: leave it out`);
}

function requireWorkingDirectory(): void {
  try {
    process.cwd();
  } catch {
    throw new InputError("the current directory has been removed: change to one that exists");
  }
}
