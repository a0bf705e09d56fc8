// The library that records which transforms a program has cuFFT compute, without a bundle: compiled once on a machine and kept in its
// cache. A C++ compiler is enough: it asks the driver for times.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cufftRecorder, cufftRuntime } from "../emit/read-template.js";
import { openCache } from "../output/cache-directory.js";
import { compile } from "./compilation.js";
import { hostCompiler } from "./compilers.js";
import { temporaryDirectory, type TemporaryDirectory } from "./early-end.js";
import { versionLine } from "./soundness.js";

/** What is given up at the end of this process, where the machine has no cache. */
let own: TemporaryDirectory | undefined;

/**
 * The path of the library, compiled now or before.
 * @param soname the name that it has: cuFFT's own, such as `libcufft.so.12`, by which programs may open it; undefined: one of its own
 * @throws ToolchainError without a compiler
 */
export async function cufftRecorderLibrary(soname: string | undefined): Promise<string> {
  const files = [...cufftRuntime(), ...cufftRecorder()];
  const compiler = hostCompiler();
  const flags = ["-std=c++17", "-O2", "-fPIC", "-fvisibility=hidden", "-shared", "-static-libstdc++", "-static-libgcc"];
  const map = soname === undefined ? "exports.map" : "named.map";
  const named = soname === undefined ? [] : [`-Wl,-soname,${soname}`];
  const words = [...flags, "-I.", "recorder.cpp", `-Wl,--version-script=${map}`, ...named, "-pthread", "-ldl"];
  const key = createHash("sha256")
    .update(JSON.stringify([files, words, compiler, await versionLine(compiler)]))
    .digest("hex");
  const name = `libfftgen_cufft-${key.slice(0, 16)}.so`;
  const cache = openCache("libraries");
  const found = cache?.find(name);
  if (found !== undefined) return found;
  const scratch = temporaryDirectory();
  try {
    for (const { path, text } of files) writeFileSync(join(scratch.path, path), text);
    if (soname !== undefined) writeFileSync(join(scratch.path, map), exportsOf(soname));
    const temporary = join(scratch.path, "temporary");
    mkdirSync(temporary);
    const output = cache?.fresh() ?? join((own ??= temporaryDirectory()).path, name);
    await compile(compiler, words, { directory: scratch.path, output, scratch: temporary });
    return cache === undefined ? output : cache.keep(output, name);
  } finally {
    scratch.remove();
  }
}

/** As the CMakeLists.txt of bundles has it: versions of symbols are called as the library is. */
const exportsOf = (soname: string): string =>
  `${soname}\n{\n  global: cufft*;${soname.endsWith(".11") ? " __cufft*;" : ""}\n  local: *;\n};\n`;
