// `fftgen tune [transforms..]`.
import { TRANSFORM_KINDS } from "../../plan/transform.js";
import { form } from "../command.js";
import { choice, flag, flagOrNot, text, textOr } from "../option-forms.js";
import { anywhere, again, json, pack, packResults, runner, transformOptions } from "../options.js";
import { gpus, plans } from "../suggestions.js";
import { MOST_SPILLED } from "../../tune/measurement.js";

export const tuneForm = form({
  name: "tune",
  about: "measure the best plans of a transform on the GPU, and write the fastest one with its evidence",
  explanation: `Builds the search's first choices, checks and times each on the GPU, together with a device-to-device copy and, if it has the transform, cuFFT, and selects the one with the lowest time relative to its copy. That plan file is edited in place, with the measurement as evidence, and its package is emitted again. Candidates that give wrong results or spill more than ${MOST_SPILLED} bytes of registers are never selected. The winner is also added to your wisdom, unless a plan there was measured to be faster. Measurements are kept in .fftgen/, so that an interrupted run can be continued.`,
  operands: {
    transforms: {
      defaultDescription: "none: for --import",
      describe: "sizes as for `fftgen plan`, with the kind in front; plans as `fftgen list` shows them; or plan files",
      many: true,
      kinds: TRANSFORM_KINDS,
      completes: plans,
    },
  },
  wants: "sizes or plans",
  options: {
    ...transformOptions,
    gpu: text(
      "the GPU to plan for; default: the GPU of this machine; with --pack the first of the project file, else the H200",
      gpus,
    ),
    json,
    top: textOr("12", "number of candidates to measure"),
    repeat: textOr("50", "launches of each candidate, of the copy and of cuFFT"),
    again,
    runner,
    on: choice(
      ["auto", "gpu", "emulator"],
      "auto",
      "where to measure; emulator: for tests, its times are meaningless and nothing is written",
    ),
    pack,
    import: packResults,
    wisdom: flagOrNot(
      "add the winner to your wisdom, where other projects find it; this is the default (--no-wisdom: do not)",
    ),
    anywhere,
    keep: flag("if a candidate fails or is wrong, keep the directory in which it was built, and print its path"),
    "dry-run": flag("show the candidates; measure nothing, write nothing"),
  },
  examples: [
    ["$0 tune 256x256x256", "on the GPU of this machine"],
    ["$0 tune fwht 2^20 2^24 --precision f64", "Walsh-Hadamard transforms of two sizes"],
    ["$0 tune c2c_f32_4096 --top 30 --again", "more candidates, all measured again"],
    ['$0 tune 2^20 --runner "srun -p gpu"', "compiled here, run where the GPU is"],
    ["$0 tune 4096 2^16 --pack pack", "write a pack for a machine without fftgen: sh pack/run.sh"],
    ["$0 tune --import pack/results.json", "update plan files and packages from its results"],
  ],
});
