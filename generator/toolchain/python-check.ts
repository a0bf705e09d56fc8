// Asks the machine's Python for its PyTorch: how bundles would serve it.
import { ToolchainError } from "../failure/errors.js";
import { findProgram } from "./compilers.js";
import { runProcess } from "./process.js";
import { isOlder } from "./tool-version.js";

/** The oldest PyTorch whose kernels a package can stand before. */
const OLDEST = [2, 10] as const;

/** Importing PyTorch from a cold disk takes some seconds. In milliseconds. */
const PATIENCE = 60_000;

const QUESTION = "import torch; print(torch.__version__, torch.version.cuda or '-', int(torch.cuda.is_available()))";

/** `2.11.0+cu130 of /usr/bin/python3: bundles serve torch.fft on its GPU`. Throws a ToolchainError where there is none, or an old one. */
export async function pytorchText(): Promise<string> {
  const python = findProgram("python3") ?? findProgram("python");
  if (python === undefined) throw new ToolchainError("python3 is not on the PATH");
  const { exitCode, stdout } = await runProcess(python, ["-c", QUESTION], { signal: AbortSignal.timeout(PATIENCE) });
  const [, version, major, minor, cuda, isAvailable] =
    /^((\d+)\.(\d+)\S*) (\S+) ([01])$/m.exec(exitCode === 0 ? stdout : "") ?? [];
  if (version === undefined || cuda === undefined) throw new ToolchainError(`${python} has no PyTorch`);
  if (isOlder([Number(major), Number(minor)], OLDEST))
    throw new ToolchainError(`PyTorch ${version} of ${python} is older than ${OLDEST.join(".")}`);
  return `${version} of ${python}: ${servedText(cuda, isAvailable === "1")}`;
}

function servedText(cuda: string, isAvailable: boolean): string {
  if (cuda === "-") return "it is for CPUs, so bundles that were made with --emulated serve torch.fft";
  return isAvailable
    ? "bundles serve torch.fft on its GPU"
    : "it finds no GPU here, so bundles that were made with --emulated serve torch.fft";
}
