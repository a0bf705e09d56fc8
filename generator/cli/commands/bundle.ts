// `fftgen bundle [name] [plans..]`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { anywhere, check, json, ownGpu, symbolOptions, withVerification } from "../options.js";
import { SERVED_WORDS } from "../served-words.js";
import { bundles, directories, files, oneOf, plans } from "../suggestions.js";

export const bundleForm = form({
  name: "bundle",
  about: "write several transforms to one directory to vendor",
  explanation:
    "Writes the transforms of plan files to one directory: a header that declares all of them and a function that finds one at run time; a CMake target for all and one for each transform; and a verification program. Device functions, butterflies and tables are shared. Plans of one transform for several GPUs become one function, which selects the plan for the current device.",
  operands: {
    name: {
      describe:
        "name of the header, the target and the functions: fft gives <fft/fft.h>, fft_find and fft_c2c_f32_256_execute; default: all bundles of the project file",
      completes: bundles,
    },
    plans: {
      describe: "names as `fftgen list` shows them, or paths of plan files; none for a bundle of the project file",
      many: true,
      completes: plans,
    },
  },
  wants: "a name and plans, such as `fftgen bundle fft plans/*.plan.ts`",
  options: {
    out: text("directory of the bundle; default: that of the project file, else generated/<name>", directories),
    ...symbolOptions,
    for: text(
      "what it serves, separated by commas: torch and jax (a Python package of the bundle, which `pip install` builds and which serves torch.fft and jax.numpy.fft), cupy (the same package, for arrays of CuPy), cufft (a library with cuFFT's functions, which serves programs that call cuFFT), cpp (a C++ header with exceptions), fortran (a module), rust (a crate), julia (a module for CUDA.jl, untested)",
      oneOf(SERVED_WORDS),
    ),
    emulated: flag(
      "with --for, but not cufft: compile for the host, under the emulator: slow, for tests without a GPU",
    ),
    from: text(
      "recordings of problems, separated by commas or spaces, which `python -m fft --record FILE` and FFTGEN_SHIM_LOG=FILE write: plan what is missing, and take all of them",
      files,
    ),
    differentiable: flag(
      "take the adjoint of each transform, too, by which gradients go back; plan those that are missing",
    ),
    most: text("with --from: only so many problems, those that took most of the time"),
    anywhere,
    "with-verification": withVerification,
    gpu: ownGpu,
    json,
    check,
    "list-outputs": flag("print the files that would be written, one per line, for build systems; write nothing"),
    "list-architectures": flag(
      "print the architectures of the plans' GPUs, one per line, as CMake names them; write nothing",
    ),
  },
  examples: [
    ["$0 bundle fft plans/*.plan.ts --out third_party/fft", "all plans of a directory"],
    ["$0 bundle fft c2c_f32_1024 c2c_f32_4096 --prefix acme_", "two transforms, with another prefix of names"],
    ["$0 bundle fft c2c_f32_4096 --for torch", "`pip install ./generated/fft`, then `python -m fft train.py`"],
    ["$0 bundle fft c2c_f32_4096 --for fortran,rust", "a module for Fortran and a crate for Rust"],
    [
      "$0 bundle fft c2c_f32_4096 c2c_f32_4096_inverse --for cufft",
      "then `LD_PRELOAD=build/libfft_cufft.so ./program`",
    ],
    ["$0 bundle fft --for torch --from problems.json --most 10", "what a program was recorded to need most"],
    ["$0 bundle --check", "in continuous integration: check that the bundles of the project file are up to date"],
  ],
});
