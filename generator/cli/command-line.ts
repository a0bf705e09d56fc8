// The command line: words in, one call into a command, exit code out. Knows no transforms. A command is loaded when it is called:
// help and a wrong word come at once.
import yargs from "yargs";
import { VERSION } from "../emit/read-template.js";
import { InputError } from "../failure/errors.js";
import { calledAs } from "./called-as.js";
import { commandForms } from "./command-forms.js";
import { exampleOptions } from "./example-options.js";
import { fragmentsOptions } from "./fragments-options.js";
import { gpuOptions } from "./gpu-options.js";
import {
  benchOptions,
  bundleOptions,
  emitOptions,
  explainOptions,
  planOptions,
  tuneOptions,
  verifyOptions,
} from "./options.js";
import { report, wantsJson } from "./report.js";
import { studyOptions } from "./study-options.js";
import { forgetJson } from "./terminal.js";
import { withWorkplaceCommands } from "./workplace-commands.js";
import { checkWords } from "./words.js";

const plansOperand = {
  type: "string",
  array: true,
  default: [] as string[],
  defaultDescription: "all of plans/",
  describe: "names as `fftgen list` shows them, or paths of plan files",
} as const;

const exitCodes = `Exit codes: 0 done, 1 a verification failed or files are stale, 2 wrong input, 3 no compiler or a failing one, 130 interrupted, 70 a bug of fftgen.`;

const commandLine = (words: readonly string[]) =>
  withWorkplaceCommands(transformCommands(words))
    .example("$0 plan 256x256x256", "search, verify and write a package")
    .example("$0 plan --help", "all options of a command")
    .epilogue(exitCodes)
    .alias("help", "h")
    .strict()
    .wrap(Math.min(110, process.stdout.columns ?? 110))
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      throw error ?? new InputError(`${message ?? "the command line is wrong"} (\`fftgen --help\` shows how it goes)`);
    });

/** Those that plan, write, check and measure. */
const transformCommands = (words: readonly string[]) =>
  yargs([...words])
    .scriptName(calledAs())
    .version(VERSION)
    .locale("en")
    .usage("$0 <command>\n\nReadable, vendorable, verified CUDA for fast Fourier and Walsh-Hadamard transforms.")
    .command(
      "plan <transform..>",
      "search plans for a transform, verify the best, write it and its package",
      (command) =>
        command
          .usage(
            "$0 plan [kind] <size>\n\nSearches plans for a transform and ranks them by predicted time, emits the best one as CUDA, builds and runs its verification program, and writes the plan to plans/<name>.plan.ts and the package to generated/<name>/. A plan file that is there already is kept, and emitted in place of the best.",
          )
          .positional("transform", {
            type: "string",
            array: true,
            demandOption: true,
            describe:
              "lengths, the slowest dimension first: 4096, 256x256x256, 2^20, 2^10x2^10, 3*2^10; before them the kind, c2c (complex Fourier) if it is not said, or fwht (real Walsh-Hadamard)",
          })
          .options(planOptions)
          .example("$0 plan 256x256x256", "a 3D transform, single precision")
          .example("$0 plan 4096 --batch 32768 --precision f64", "many 1D transforms, double precision")
          .example("$0 plan 2^20 --inverse --scale 1/N --in-place", "a normalised inverse that overwrites its input")
          .example("$0 plan 1000x1000 --dry-run --top 20", "look at twenty plans, write nothing")
          .example("$0 plan fwht 4096 --precision bf16 --scale orthonormal", "Walsh-Hadamard transforms of 16-bit data")
          .example("$0 plan fwht 64x4096 --axes Y", "along the slower dimension of two")
          .example("$0 plan 512x512 --gpu A100 --no-verify --out fft", "for another GPU, into fft/, unverified")
          .example("$0 plan 4096 --json", "the ranking and the report for a program"),
      async (parameters) => (await import("./plan-command.js")).planCommand(parameters),
    )
    .command(
      "tune [transforms..]",
      "measure the best plans of a transform on the GPU, write the fastest with the evidence",
      (command) =>
        command
          .usage(
            "$0 tune [transforms..]\n\nBuilds the search's first choices, checks and times each on the GPU beside a copy and, where it does the transform too, cuFFT, and writes the one that is best beside its copy: its plan file is edited in place, with what was measured as evidence, and its package is emitted anew. Candidates that are wrong or spill registers never win. The winner is taken into your wisdom, too, unless a plan there was measured to be better. What was measured is kept in .fftgen/, so that it can be interrupted and called again.",
          )
          .positional("transforms", {
            type: "string",
            array: true,
            default: [] as string[],
            defaultDescription: "none: for --import",
            describe:
              "sizes as `fftgen plan` takes them, their kind before them, plans as `fftgen list` shows them, or plan files",
          })
          .options(tuneOptions)
          .example("$0 tune 256x256x256", "on the GPU of this machine")
          .example("$0 tune fwht 2^20 2^24 --precision f64", "Walsh-Hadamard transforms of two sizes")
          .example("$0 tune c2c_f32_4096 --top 30 --again", "more candidates, all measured anew")
          .example('$0 tune 2^20 --runner "srun -p gpu"', "compiled here, run where the GPU is")
          .example("$0 tune 4096 2^16 --pack pack", "to be measured on a machine without fftgen: sh pack/run.sh")
          .example("$0 tune --import pack/results.json", "what came of it, into plan files and packages"),
      async (parameters) => (await import("./tune-command.js")).tuneCommand(parameters),
    )
    .command(
      "emit [plans..]",
      "write the packages of plan files; all of plans/ by default",
      (command) =>
        command
          .usage(
            "$0 emit [plans..]\n\nWrites the package of each plan file to where the plan file says, generated/<name>/ if it says nothing: what to run after editing a plan by hand. Packages that no plan gives any more are named.",
          )
          .positional("plans", plansOperand)
          .options(emitOptions)
          .example("$0 emit", "all packages anew")
          .example("$0 emit --check", "for continuous integration: are the packages what the plans give?")
          .example("$0 emit c2c_f32_4096 --out elsewhere", "a copy of one package")
          .example(
            "$0 emit c2c_f32_4096 --out acme_fft --prefix acme_ --namespace acme",
            "one that can be beside another",
          ),
      async (parameters) => (await import("./emit-command.js")).emitCommand(parameters),
    )
    .command(
      "bundle [name] [plans..]",
      "write several transforms as one directory to vendor",
      (command) =>
        command
          .usage(
            "$0 bundle [name] [plans..]\n\nWrites the transforms of plan files to one directory: one header with all of them and a function that finds one at run time, one CMake target and one for each transform, device functions, butterflies and tables once, one verification program. Plans of one transform for several GPUs become one function that takes the one for the device that it runs on.",
          )
          .positional("name", {
            type: "string",
            describe:
              "of the header, the target and the functions, such as fft; without one, all bundles of the project file",
          })
          .positional("plans", {
            type: "string",
            array: true,
            default: [] as string[],
            describe: "names as `fftgen list` shows them, or paths of plan files; of a bundle in the project file none",
          })
          .options(bundleOptions)
          .example("$0 bundle fft plans/*.plan.ts --out third_party/fft", "all plans of a directory")
          .example("$0 bundle fft c2c_f32_1024 c2c_f32_4096 --prefix acme_", "two, with names of their own")
          .example("$0 bundle --check", "for continuous integration: are the bundles of the project file up to date?"),
      async (parameters) => (await import("./bundle-command.js")).bundleCommand(parameters),
    )
    .command(
      "verify [plans..]",
      "build what plans give and check it, on a GPU or under the emulator",
      (command) =>
        command
          .usage(
            "$0 verify [plans..]\n\nCompiles the package of each plan with its verification program and runs it: on a GPU where there is one, else with the C++ compiler ($CXX, g++ or clang++) under an emulator. Writes nothing.",
          )
          .positional("plans", plansOperand)
          .options(verifyOptions)
          .example("$0 verify", "every plan of the project")
          .example("$0 verify c2c_f32_4096 --on emulator", "without a GPU, even if there is one")
          .example("$0 verify plans/my.plan.ts --batch 7 --json", "one batch, the report as JSON"),
      async (parameters) => (await import("./verify-command.js")).verifyCommand(parameters),
    )
    .command(
      "explain <plan>",
      "every stage of the pipeline for one plan, in words and notation",
      (command) =>
        command
          .usage(
            "$0 explain <plan>\n\nShows what becomes of a plan: tiles, where each digit of the index lives in each phase, exchanges, the steps of the kernels, and what the predicted time is made of.",
          )
          .positional("plan", {
            type: "string",
            demandOption: true,
            describe: "a name as `fftgen list` shows it, or the path of a plan file",
          })
          .options(explainOptions)
          .example("$0 explain c2c_f32_4096", "all stages")
          .example("$0 explain plans/my.plan.ts --text", "the kernels too")
          .example("$0 explain c2c_f32_4096 --html page.html", "the same as pictures, for a browser")
          .example("$0 explain c2c_f32_4096 --gpu A100", "the same plan on another GPU"),
      async (parameters) => (await import("./explain-command.js")).explainCommand(parameters),
    )
    .command(
      "bench [suite]",
      "a suite of transforms beside cuFFT, other peers and the limits of the GPU",
      (command) =>
        command
          .usage(
            "$0 bench [suite]\n\nMeasures a suite, or what of it has not been measured yet, and reports: each transform beside cuFFT, recorded peers, a copy and its target, losing cases first; the geometric mean; and how well the cost model ranks plans. Suites: peers, powers-of-two, fftw-1d, fftw-2d, fftw-3d, fwht, halves, or a JSON file of your own.",
          )
          .positional("suite", {
            type: "string",
            default: "peers",
            describe: "the name of a suite, or the path of a .json file that holds one",
          })
          .options(benchOptions)
          .example("$0 bench", "measure the peers' suite on the GPU of this machine")
          .example("$0 bench --pack elsewhere --top 4", "what measures it on a machine without fftgen, four plans each")
          .example("$0 bench fftw-3d --dry-run", "what would be measured, and what is predicted")
          .example("$0 bench fwht --only bf16", "Walsh-Hadamard transforms of 16-bit data beside Dao's and HadaCore's")
          .example("$0 bench --import results.jsonl --html report.html", "a report on measurements from elsewhere")
          .example("$0 bench my-suite.json --only f64 --json", "a suite of your own, some cases, for a program"),
      async (parameters) => (await import("./bench-command.js")).benchCommand(parameters),
    )
    .command(
      "study <study>",
      "a published study, repeated with generated transforms",
      (command) =>
        command
          .usage(
            "$0 study <study>\n\nfwht-stability: the numerical study of Andersson's thesis, 4 experiments with 5 kinds of input in 4 number formats; prints its Table 4.1 beside what is found here.",
          )
          .positional("study", { type: "string", demandOption: true, describe: "fwht-stability" })
          .options(studyOptions)
          .example("$0 study fwht-stability --sizes 3..6", "small sizes, under the emulator where there is no GPU")
          .example("$0 study fwht-stability --pack study", "for a machine without fftgen: sh study/run.sh")
          .example("$0 study fwht-stability --import study/results.json --figures figures", "its table and figures"),
      async (parameters) => (await import("./study-command.js")).studyCommand(parameters),
    )
    .command(
      "example [name]",
      "write an example program with the packages that it vendors",
      (command) =>
        command
          .usage(
            "$0 example [name]\n\nWrites a small complete program that vendors generated packages and checks itself.",
          )
          .positional("name", {
            type: "string",
            describe: "xor-convolution, soft-threshold or split-range; without one, all are listed",
          })
          .options(exampleOptions)
          .example("$0 example xor-convolution", "to xor-convolution/, with its CMakeLists.txt"),
      async (parameters) => (await import("./example-command.js")).exampleCommand(parameters),
    )
    .command(
      "fragments [shape]",
      "who holds which element of what tensor cores multiply",
      (command) =>
        command
          .usage(
            "$0 fragments [shape]\n\nThe documented maps of mma.sync: which lane of a warp holds which element of A, B and C, in which order. --probe writes a program that finds out whether a GPU agrees.",
          )
          .positional("shape", {
            type: "string",
            describe: "m8n8k4, m16n8k8 or m16n8k16; without one, all maps are listed",
          })
          .options(fragmentsOptions)
          .example("$0 fragments m16n8k16 --operand A --type f16", "as a table")
          .example("$0 fragments --gpu V100", "what a V100 has")
          .example("$0 fragments --probe fragments", "a program for the machine with the GPU"),
      async (parameters) => (await import("./fragments-command.js")).fragmentsCommand(parameters),
    )
    .command(
      "gpu [action] [name]",
      "the GPUs that --gpu knows, and how to describe another one",
      (command) =>
        command
          .usage(
            "$0 gpu [action] [name]\n\nLists the GPUs that fftgen knows (list), shows what it knows of one, with the sources (show NAME; with --json as a GPU file), or prints the JSON schema of GPU files (schema). Wherever a GPU is named, the path of a GPU file will do too, one that ends in .json. --probe writes a program that measures a GPU and prints its file.",
          )
          .positional("action", { type: "string", default: "list", describe: "list, show or schema" })
          .positional("name", { type: "string", describe: "for show: a GPU, or the path of a GPU file" })
          .options(gpuOptions)
          .example("$0 gpu", "those that are known")
          .example("$0 gpu show T4", "its limits and speeds, and where each number is from")
          .example('$0 gpu show "RTX 3080" --json', "as a file, to be edited for another card")
          .example("$0 gpu --probe probe", "a program for the machine with the GPU"),
      async (parameters) => (await import("./gpu-command.js")).gpuCommand(parameters),
    );

/** Does what the words after `fftgen` say. Gives the exit code; what was printed has gone to the standard streams. */
export async function main(given: readonly string[]): Promise<number> {
  // `fftgen help plan` is what some people try first.
  const words = given[0] === "help" ? [...given.slice(1), "--help"] : given;
  forgetJson();
  try {
    requireWorkingDirectory();
    requirePlainWords(given);
    // What a shell asks while somebody types is no command line yet.
    if (given[0] === "completion" && given[2] === "--") {
      (await import("./completion-command.js")).printCompletions(given[1] ?? "", given.slice(3));
      return 0;
    }
    checkWords(words, commandForms);
    await commandLine(words).parseAsync();
    return 0;
  } catch (error) {
    return report(error, wantsJson(given));
  }
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
