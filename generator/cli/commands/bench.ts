// `fftgen bench [suite]`.
import { form } from "../command.js";
import { flag, text, textOr } from "../option-forms.js";
import { again, gpu, json, pack, runner } from "../options.js";
import { files, suites } from "../suggestions.js";

/** The shipped suites. Their own files take longer to load than all forms together; a test compares these names with them. */
const SUITES = "peers, halves, powers-of-two, fftw-1d, fftw-2d, fftw-3d, fwht, real, cosine, every-length";

export const benchForm = form({
  name: "bench",
  about: "measure a suite of transforms and compare with cuFFT, other libraries and the limits of the GPU",
  explanation: `Measures the cases of a suite that have not been measured yet. The report compares each transform with cuFFT, with recorded times of other libraries and with a device-to-device copy, slowest cases first; it gives the geometric mean, and says how well the cost model ranks plans. Suites: ${SUITES}, or a JSON file of your own.`,
  operands: {
    suite: {
      default: "peers",
      describe: "name of a suite, or path of a .json file that contains one",
      completes: suites,
    },
  },
  wants: `one suite: ${SUITES} or a .json file`,
  options: {
    gpu,
    json,
    import: text("measure nothing; report on a file of measurements, such as the results.json of a pack", files),
    pack,
    runner,
    repeat: textOr("50", "launches of each plan, of the copy and of cuFFT"),
    again,
    only: text("only the cases whose names contain this text, such as f64, 2^20 or 256x256x256"),
    top: textOr("1", "plans to measure per case; with several, the report rates the cost model"),
    html: text(
      "also write the report to this file, as one self-contained page; only a page written by fftgen is overwritten",
      files,
    ),
    svg: text("also write the chart to this file, for a README; only a chart written by fftgen is overwritten", files),
    "dry-run": flag("show the cases and their predicted times; measure nothing"),
  },
  examples: [
    ["$0 bench", "measure the peers' suite on the GPU of this machine"],
    ["$0 bench --pack elsewhere --top 4", "write a pack that measures four plans per case on a machine without fftgen"],
    ["$0 bench fftw-3d --dry-run", "the cases and their predicted times"],
    ["$0 bench fwht --only bf16", "16-bit Walsh-Hadamard transforms, compared with Dao's and HadaCore's"],
    ["$0 bench --import results.jsonl --html report.html", "a report on measurements of another machine"],
    ["$0 bench my-suite.json --only f64 --json", "some cases of your own suite, as JSON"],
  ],
});
