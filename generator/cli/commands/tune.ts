// `fftgen tune [transforms..]`.
import { TRANSFORM_KINDS } from "../../plan/transform.js";
import { form } from "../command.js";
import { choice, flag, flagOrNot, text, textOr } from "../option-forms.js";
import { anywhere, again, json, pack, packResults, runner, transformOptions } from "../options.js";
import { gpus, plans } from "../suggestions.js";
import { MOST_SPILLED } from "../../tune/measurement.js";

export const tuneForm = form({
  name: "tune",
  about: "measure the best plans of a transform on the GPU, write the fastest with the evidence",
  explanation: `Builds the search's first choices, checks and times each on the GPU beside a copy and, where it does the transform too, cuFFT, and writes the one that is best beside its copy: its plan file is edited in place, with what was measured as evidence, and its package is emitted anew. Candidates that are wrong or spill more than ${MOST_SPILLED} bytes of registers never win. The winner is taken into your wisdom, too, unless a plan there was measured to be better. What was measured is kept in .fftgen/, so that it can be interrupted and called again.`,
  operands: {
    transforms: {
      defaultDescription: "none: for --import",
      describe:
        "sizes as `fftgen plan` takes them, their kind before them, plans as `fftgen list` shows them, or plan files",
      many: true,
      kinds: TRANSFORM_KINDS,
      completes: plans,
    },
  },
  wants: "sizes or plans",
  options: {
    ...transformOptions,
    gpu: text(
      "the GPU to plan for; default: the one that is measured on; with --pack the first of the project file, else the H200",
      gpus,
    ),
    json,
    top: textOr("12", "how many candidates to measure"),
    repeat: textOr("50", "launches of each candidate, of the copy and of cuFFT"),
    again,
    runner,
    on: choice(
      ["auto", "gpu", "emulator"],
      "auto",
      "where to measure; emulator: for tests, its times mean nothing and nothing is written",
    ),
    pack,
    import: packResults,
    wisdom: flagOrNot(
      "take the winner into your wisdom, where other projects find it, as is done by default (--no-wisdom: do not)",
    ),
    anywhere,
    keep: flag("keep the directory that candidates were built in where one fails or is wrong, and say where it is"),
    "dry-run": flag("show the candidates; measure nothing, write nothing"),
  },
  examples: [
    ["$0 tune 256x256x256", "on the GPU of this machine"],
    ["$0 tune fwht 2^20 2^24 --precision f64", "Walsh-Hadamard transforms of two sizes"],
    ["$0 tune c2c_f32_4096 --top 30 --again", "more candidates, all measured anew"],
    ['$0 tune 2^20 --runner "srun -p gpu"', "compiled here, run where the GPU is"],
    ["$0 tune 4096 2^16 --pack pack", "to be measured on a machine without fftgen: sh pack/run.sh"],
    ["$0 tune --import pack/results.json", "what came of it, into plan files and packages"],
  ],
});
