// Options that several commands share.
import { NUMBER_FORMATS } from "../plan/transform.js";
import { fieldOptions } from "./field-options.js";
import { choice, flag, flagOrNot, text, textOr } from "./option-forms.js";
import { directories, files, gpus, oneOf, plans } from "./suggestions.js";

/** Choices that depend on the kind of transform are checked in asked-transform.ts. */
export const transformOptions = {
  precision: textOr("f32", "storage format of the data: f32, f64, f16 or bf16", oneOf(NUMBER_FORMATS)),
  ...fieldOptions,
  // Options of the search have no defaults: a wish must be distinguished from its absence.
  unit: {
    choices: ["fma", "mma", "split-f16"],
    describe:
      "how butterflies are computed: fma, by fused multiply-adds (fwht: additions); mma, as matrix products on tensor cores (f16, bf16); split-f16, as f32 from split halves on tensor cores; default: the fastest of fma and mma",
  },
  algorithm: {
    choices: ["folklore", "alman-rao"],
    describe: "fwht: how butterflies are computed, 24 additions or 22 instructions for 8 points; default: folklore",
  },
} as const;

export const gpu = text(
  "the GPU to plan for, such as A100, H200 or 'RTX 4090' (`fftgen gpu` lists GPUs), or a GPU file, my-gpu.json; default: those of the project file, else the H200",
  gpus,
);

export const firstGpu = text(
  "the GPU to plan for (`fftgen gpu` lists them), or a GPU file; default: the first of the project file, else the H200",
  gpus,
);

export const ownGpu = text("another GPU than that of the plan file; for a plan of several GPUs, one of them", gpus);

/** Options with which two copies of a transform can be linked into one program. */
export const symbolOptions = {
  prefix: text(
    "prefix of C functions and macros, and the name of the namespace and of the header directory: acme_ gives acme_c2c_f32_256_execute and <acme/c2c_f32_256.h>; default: that of the project file, else fftgen_ or the bundle's name",
  ),
  namespace: text(
    "C++ namespace of all declarations, such as acme::fft; default: that of the project file, else fftgen or fftgen:: and the prefix",
  ),
} as const;

export const withVerification = flagOrNot(
  "write the verification runtime next to verify.cu, so that the program can be built without fftgen; default: only if it exists there already",
);

export const json = flag("print the result as one JSON value instead of text");

export const check = flag("compare with the existing files and write nothing; exit code 1 if any of them differs");

export const out = text(
  "directory of the package, which is recorded in the plan file; default: that of the plan file, else generated/<name>",
  directories,
);

export const anywhere = flag(
  "allow files outside the project, in its root or among its plan files, if a plan file, fftgen.json or --out says so",
);

export const order = text(
  "another order of the output than that of the plan file; the package is named accordingly",
  fieldOptions.order.completes,
);

export const on = choice(
  ["auto", "gpu", "emulator"],
  "auto",
  "where to verify; auto: on a GPU if there is one, else under the emulator, and by the evaluator of kernel programs if there is no C++ compiler",
);

export const keep = flag("keep the directory of a failed compilation or verification, and print its path");

export const verbose = flag("print the table of tests also if all of them pass");

export const again = flag("measure again what was measured on this platform before");

export const runner = text(
  'command in front of each program that needs the GPU, if that is on another node with a shared file system: "srun -p gpu", "ssh node"; without a shared file system: --pack',
);

export const pack = text(
  "measure nothing; write everything that is needed to measure on another machine to this new directory",
  directories,
);

export const packResults = text("measure nothing; read the results.json of a pack", files);

/** All plans of the project, or some. */
export const planOperands = {
  describe: "names as `fftgen list` shows them, or paths of plan files",
  defaultDescription: "all of plans/",
  many: true,
  completes: plans,
} as const;
