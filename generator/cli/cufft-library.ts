// The library of a bundle that stands before cuFFT: found where it was built, or built there by CMake.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { clientsAmong } from "../emit/bundle-clients.js";
import { bundleTarget } from "../emit/symbols.js";
import { InputError, ToolchainError } from "../failure/errors.js";
import { z } from "zod";
import { BUNDLE_DESCRIPTION } from "../json/bundle-description.js";
import { filesIn } from "../output/package-directory.js";
import { cudaCompiler, findProgram } from "../toolchain/compilers.js";
import { runProcess } from "../toolchain/process.js";
import { shellWord } from "../toolchain/shell-words.js";

const namesSchema = z.object({ name: z.string(), prefix: z.string() });

/** @param soname the name of cuFFT's own that it has; undefined: the bundle's */
export async function cufftLibrary(
  directory: string,
  soname: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  const files = filesIn(directory);
  if (files.length === 0 || !files.includes(BUNDLE_DESCRIPTION))
    throw new InputError(
      `--bundle ${directory}: there is no bundle; \`fftgen bundle fft plans/*.plan.ts --for cufft\` makes one in generated/fft/`,
    );
  const { name, prefix } = namesSchema.parse(JSON.parse(readFileSync(join(directory, BUNDLE_DESCRIPTION), "utf8")));
  if (!clientsAmong(name, files).includes("cufft"))
    throw new InputError(
      `--bundle ${directory}: the bundle has no library with cuFFT's functions; \`fftgen bundle ${name} --for cufft\`, with the plans that it has, adds it`,
    );
  const build = join(directory, "build");
  const target = `${bundleTarget({ prefix }, name)}_cufft${soname === undefined ? "" : "_soname"}`;
  const library = join(build, soname === undefined ? `lib${name}_cufft.so` : `cufft/${soname}`);
  const isFresh =
    existsSync(library) && files.every((file) => statSync(join(directory, file)).mtimeMs <= statSync(library).mtimeMs);
  if (isFresh) return library;
  const configure = [
    "-S",
    directory,
    "-B",
    build,
    ...(soname === undefined ? [] : [`-DFFTGEN_CUFFT_SOVERSION=${soname.split(".").at(-1) ?? ""}`]),
  ];
  const compile = ["--build", build, "--target", target];
  const lines = [configure, compile].map((words) => ["cmake", ...words].map(shellWord).join(" "));
  const cmake = findProgram("cmake");
  const byHand = `${library} is missing or older than the bundle; it is built by ${lines.join(" && ")}`;
  if (cmake === undefined) throw new ToolchainError(`cmake is not on the PATH; ${byHand}`);
  say(`building ${library}: ${lines.join(" && ")}`);
  // nvcc need not be on the PATH.
  const compiler = cudaCompiler();
  const environment = compiler === undefined || process.env["CUDACXX"] !== undefined ? {} : { CUDACXX: compiler.path };
  for (const words of [configure, compile]) {
    const { exitCode, stdout, stderr } = await runProcess(cmake, words, { environment });
    if (exitCode !== 0)
      throw new ToolchainError(
        `CMake failed with exit code ${exitCode}; ${byHand}\n${lastLines(stderr === "" ? stdout : stderr)}`,
      );
  }
  if (!existsSync(library)) throw new ToolchainError(`CMake built no ${library}; ${byHand}`);
  return library;
}

const lastLines = (text: string): string =>
  text
    .trimEnd()
    .split("\n")
    .slice(-20)
    .map((line) => `  ${line}`)
    .join("\n");
