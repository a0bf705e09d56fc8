// Options that several commands have.
import { STORAGES } from "../plan/transform.js";
import { fieldOptions } from "./field-options.js";
import { choice, flag, flagOrNot, text, textOr } from "./option-forms.js";
import { directories, files, gpus, oneOf, plans } from "./suggestions.js";

/** Choices that depend on the kind of transform are checked where that is known (asked-transform.ts). */
export const transformOptions = {
  precision: textOr("f32", "of the data: f32, f64, f16 or bf16", oneOf(STORAGES)),
  ...fieldOptions,
  // Of the search. Without defaults: what was not asked for must be told from what was.
  unit: {
    choices: ["fma", "mma", "split-f16"],
    describe:
      "how butterflies are computed: by fused multiply-adds, those of a fwht by additions; as products of matrices on tensor cores (f16, bf16); or f32 from split halves there; default: whatever is fastest, but no f32 on tensor cores",
  },
  algorithm: {
    choices: ["folklore", "alman-rao"],
    describe: "fwht: how butterflies are computed, 24 additions or 22 instructions for 8 points; default: folklore",
  },
} as const;

export const gpu = text(
  "the GPU to plan for, such as A100, H200 or 'RTX 4090' (`fftgen gpu` lists them), or a GPU file, my-gpu.json; default: those of the project file, else the H200",
  gpus,
);

export const firstGpu = text(
  "the GPU to plan for (`fftgen gpu` lists them), or a GPU file; default: the first of the project file, else the H200",
  gpus,
);

export const ownGpu = text(
  "another GPU than the one that the plan file says; of a plan for several, one of them",
  gpus,
);

/** So that two copies of a transform can live in one program. */
export const symbolOptions = {
  prefix: text(
    "what names of C and macros begin with, and what names the namespace and the directory of headers: acme_ makes acme_c2c_f32_256_execute and <acme/c2c_f32_256.h>; default: as the project file says, else fftgen_ or the bundle's name",
  ),
  namespace: text(
    "the C++ namespace around everything, such as acme::fft; default: as the project file says, else fftgen or fftgen:: and the prefix",
  ),
} as const;

export const withVerification = flagOrNot(
  "put the verification runtime beside verify.cu, so that the program can be built without fftgen; default: if it is there already",
);

export const json = flag("print one JSON value for programs instead of text for people");

export const check = flag("compare with what is there and write nothing; exit code 1 if anything differs");

export const out = text(
  "directory of the package, which the plan file remembers; default: as it says, else generated/<name>",
  directories,
);

export const anywhere = flag(
  "let files go outside the project, to its root or among its plan files, where a plan file, fftgen.json or --out says so",
);

export const order = text(
  "another order of the output than the plan file says; the package's name then says so",
  fieldOptions.order.completes,
);

export const on = choice(
  ["auto", "gpu", "emulator"],
  "auto",
  "where to verify; auto: on a GPU where there is one, else under the emulator, and without a C++ compiler by the evaluator of kernel programs",
);

export const keep = flag("keep the directory of a compilation or a verification that fails, and say where it is");

export const verbose = flag("show the table of tests also where all of them pass");

export const again = flag("measure again what has been measured on this platform");

export const runner = text(
  'put before each program that needs the GPU, where it is on another node that sees the same files: "srun -p gpu", "ssh node"; without a shared file system: --pack',
);

export const pack = text(
  "measure nothing: write all that is needed to do it on another machine to this new directory",
  directories,
);

export const packResults = text("measure nothing: read the results.json that a pack has written", files);

/** All of the project, or some. */
export const planOperands = {
  describe: "names as `fftgen list` shows them, or paths of plan files",
  defaultDescription: "all of plans/",
  many: true,
  completes: plans,
} as const;
