// `fftgen bundle [name] [plans..]`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { anywhere, check, json, ownGpu, symbolOptions, withVerification } from "../options.js";
import { bundles, directories, plans } from "../suggestions.js";

export const bundleForm = form({
  name: "bundle",
  about: "write several transforms as one directory to vendor",
  explanation:
    "Writes the transforms of plan files to one directory: one header with all of them and a function that finds one at run time, one CMake target and one for each transform, device functions, butterflies and tables once, one verification program. Plans of one transform for several GPUs become one function that takes the one for the device that it runs on.",
  operands: {
    name: {
      describe:
        "of the header, the target and the functions: fft makes <fft/fft.h>, fft_find and fft_c2c_f32_256_execute; without one, all bundles of the project file",
      completes: bundles,
    },
    plans: {
      describe: "names as `fftgen list` shows them, or paths of plan files; of a bundle in the project file none",
      many: true,
      completes: plans,
    },
  },
  wants: "a name and plans, such as `fftgen bundle fft plans/*.plan.ts`",
  options: {
    out: text("directory of the bundle; default: as the project file says, else generated/<name>", directories),
    ...symbolOptions,
    anywhere,
    "with-verification": withVerification,
    gpu: ownGpu,
    json,
    check,
    "list-outputs": flag("print the files that would be written, one a line, for build systems; write nothing"),
    "list-architectures": flag(
      "print the architectures of the plans' GPUs, one a line, as CMake has them; write nothing",
    ),
  },
  examples: [
    ["$0 bundle fft plans/*.plan.ts --out third_party/fft", "all plans of a directory"],
    ["$0 bundle fft c2c_f32_1024 c2c_f32_4096 --prefix acme_", "two, with names of their own"],
    ["$0 bundle --check", "for continuous integration: are the bundles of the project file up to date?"],
  ],
});
