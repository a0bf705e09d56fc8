// `fftgen bench [suite]`.
import { form } from "../command.js";
import { flag, text, textOr } from "../option-forms.js";
import { again, gpu, json, pack, runner } from "../options.js";
import { files, suites } from "../suggestions.js";

/** Those that are shipped, whose own files take longer to load than all forms together; a test holds them to these names. */
const SUITES = "peers, halves, powers-of-two, fftw-1d, fftw-2d, fftw-3d, fwht, real, cosine, every-length";

export const benchForm = form({
  name: "bench",
  about: "a suite of transforms beside cuFFT, other peers and the limits of the GPU",
  explanation: `Measures the cases of a suite that have no measurement yet, and reports each transform beside cuFFT, recorded times of other libraries and a copy, slow cases first; the geometric mean; and how well the cost model ranks plans. Suites: ${SUITES}, or a JSON file of your own.`,
  operands: {
    suite: {
      default: "peers",
      describe: "the name of a suite, or the path of a .json file that holds one",
      completes: suites,
    },
  },
  wants: `one suite: ${SUITES} or a .json file`,
  options: {
    gpu,
    json,
    import: text(
      "measure nothing: report on a file of measurements, such as the results.json that a pack has written",
      files,
    ),
    pack,
    runner,
    repeat: textOr("50", "launches of each plan, of the copy and of cuFFT"),
    again,
    only: text("only cases whose name contains this, such as f64, 2^20 or 256x256x256"),
    top: textOr("1", "how many plans of each case: several judge the cost model"),
    html: text(
      "also write the report to this file, one page that needs nothing beside it; replaces only pages of fftgen's",
      files,
    ),
    svg: text("also write the chart to this file, for a README; replaces only charts of fftgen's", files),
    "dry-run": flag("show what would be measured and what is predicted; measure nothing"),
  },
  examples: [
    ["$0 bench", "measure the peers' suite on the GPU of this machine"],
    ["$0 bench --pack elsewhere --top 4", "what measures it on a machine without fftgen, four plans each"],
    ["$0 bench fftw-3d --dry-run", "what would be measured, and what is predicted"],
    ["$0 bench fwht --only bf16", "Walsh-Hadamard transforms of 16-bit data beside Dao's and HadaCore's"],
    ["$0 bench --import results.jsonl --html report.html", "a report on measurements from elsewhere"],
    ["$0 bench my-suite.json --only f64 --json", "a suite of your own, some cases, for a program"],
  ],
});
