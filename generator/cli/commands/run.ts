// `fftgen run -- program args...`.
import { form } from "../command.js";
import { flag, text } from "../option-forms.js";
import { directories, files, oneOf } from "../suggestions.js";

export const runForm = form({
  name: "run",
  about: "run a program that calls cuFFT: record its transforms, or serve them by a bundle",
  explanation:
    "Runs a program with a library before cuFFT. With --bundle the bundle serves what it has, and cuFFT all else; with --record the transforms of the program are written to a file, with their times, from which `$0 bundle NAME --for cufft --from FILE` makes a bundle. Only LD_PRELOAD and variables that begin with FFTGEN_ are set; the exit code is the program's.",
  operands: {
    program: { describe: "the program and its arguments", many: true, passed: true },
  },
  wants: "a program after --, as in `fftgen run --record problems.json -- ./program`",
  options: {
    record: text(
      "write which transforms the program computes, and how long they take, to this file; %p in its name is the number of the process, %r its rank",
      files,
    ),
    bundle: text(
      "directory of a bundle that was made with --for cufft; its library is built by CMake, in build/ there, where it is missing or old",
      directories,
    ),
    check: flag(
      "with --bundle: cuFFT computes what the bundle serves, too; differences beyond the error bounds are said",
    ),
    as: text(
      "give the library this name of cuFFT's own: programs that open cuFFT by its name, as JAX does, are recorded and served then; libcufft.so.12 is that of CUDA 13, libcufft.so.11 that of CUDA 12",
      oneOf(["libcufft.so.12", "libcufft.so.11"]),
    ),
  },
  examples: [
    ["$0 run --record problems.json -- python train.py", "which transforms does the program compute?"],
    ["$0 run --bundle generated/fft -- ./program", "serve them by a bundle"],
    ["$0 run --bundle generated/fft --check -- ./program", "and compare with cuFFT"],
    ["$0 run --record problems.json --as libcufft.so.12 -- python jax_program.py", "a program that uses JAX"],
  ],
});
