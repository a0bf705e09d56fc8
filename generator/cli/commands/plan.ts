// `fftgen plan [kind] <size>`.
import { TRANSFORM_KINDS } from "../../plan/transform.js";
import { form } from "../command.js";
import { flag, flagOrNot, textOr } from "../option-forms.js";
import { anywhere, gpu, json, keep, on, out, transformOptions, verbose } from "../options.js";

export const planForm = form({
  name: "plan",
  synopsis: "plan [kind] <size>",
  about: "search plans for a transform, verify the best one, write it and its package",
  explanation:
    "Searches plans for a transform and ranks them by predicted time, emits the best one as CUDA, builds and runs its verification program, and writes the plan to plans/<name>.plan.ts and the package to generated/<name>/. If the plan file exists already, it is kept and emitted instead.",
  operands: {
    transform: {
      describe:
        "lengths, the slowest dimension first: 4096, 256x256x256, 2^20, 2^10x2^10, 3*2^10; in front of them the kind: c2c (complex Fourier, the default), r2c or c2r (real to half spectrum, and its inverse), fwht (real Walsh-Hadamard), dct-1 to dct-4 or dst-1 to dst-4 (cosine and sine transforms, as in FFTW)",
      required: true,
      kinds: TRANSFORM_KINDS,
    },
  },
  wants: "one size, its lengths joined by x, such as `fftgen plan 256x256x256` or `fftgen plan fwht 4096`",
  options: {
    ...transformOptions,
    gpu,
    json,
    top: textOr("5", "number of plans to show"),
    verify: flagOrNot(
      "build and run the verification program before anything is written; this is the default (--no-verify: do not)",
    ),
    compile: flagOrNot(
      "compile the kernels with nvcc for the planned GPU, and take the next plan if they spill registers; default: if nvcc is found, unless a plan file is kept or nothing is written (--no-compile: do not)",
    ),
    on,
    keep,
    verbose,
    out,
    anywhere,
    "dry-run": flag("search and show; write nothing, verify nothing"),
    replan: flag("search again: replace an existing plan file, and use no wisdom"),
    "fast-twiddles": flag(
      "compute twiddle factors by the __sincosf intrinsic, as Wu & JaJa did: errors of about 2^-21 per factor instead of 2^-25",
    ),
  },
  examples: [
    ["$0 plan 256x256x256", "a 3D transform, single precision"],
    ["$0 plan 4096 --batch 32768 --precision f64", "many 1D transforms, double precision"],
    ["$0 plan 2^20 --inverse --scale 1/N --in-place", "a normalised inverse that overwrites its input"],
    ["$0 plan 1000x1000 --dry-run --top 20", "show twenty plans, write nothing"],
    ["$0 plan r2c 4096", "real numbers to their half spectrum"],
    ["$0 plan fwht 4096 --precision bf16 --scale orthonormal", "Walsh-Hadamard transforms of 16-bit data"],
    ["$0 plan dct-2 512x512 --normalisation orthonormal", "cosine transforms whose inverse is the transpose"],
    ["$0 plan fwht 64x4096 --axes Y", "along the slower of two dimensions"],
    ["$0 plan 512x512 --gpu A100 --no-verify --out fft", "for another GPU, into fft/, unverified"],
    ["$0 plan 4096 --json", "the ranking and the report as JSON"],
  ],
});
