// Names that packages, bundles and namespaces may not have, beside what the compiler's own headers define; and that headers of those they
// may have are in nobody's way.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { bundleNameProblem, bundleSymbols, namespaceProblem, prefixProblem } from "../../generator/emit/symbols.js";
import { nameOwner } from "../../generator/emit/taken-names.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { dealt } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders } from "../toolchain/emulator-library.js";
import { requireSuccess, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { namedPlan } from "./named-plan.js";

const scratch = scratchFolder("taken-names");
afterAll(scratch.remove);

const OF_C =
  "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio " +
  "stdlib stdnoreturn string tgmath threads time uchar wchar wctype";
const OF_POSIX =
  "aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue ndbm net/if netdb netinet/in netinet/tcp " +
  "nl_types poll pthread pwd regex sched search semaphore spawn strings sys/ipc sys/mman sys/msg sys/resource sys/select sys/sem sys/shm sys/socket " +
  "sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un sys/utsname sys/wait syslog tar termios unistd utime utmpx wordexp";
const OF_CUDA = "cuda_runtime cuda cufft cuda_fp16 cuda_bf16 curand nvrtc";
const headers = [OF_C, OF_POSIX, OF_CUDA].flatMap((names) => names.split(" ")).map((name) => `${name}.h`);

/** Words that macros and enumerators of bundles end with. */
function endings(): readonly string[] {
  const text = linkBundle({ name: "fft", transforms: [linkedTransform(name, [unit])] })
    .flatMap(({ path, text: one }) => (path === "include/fft/fft.h" || path === "CMakeLists.txt" ? [one] : []))
    .join("\n");
  return [...new Set([...text.matchAll(/\bFFT_([A-Z0-9_]+)\b/g)].map(([, word = ""]) => word))];
}

const { name, plan } = namedPlan("row_16", [16], "f32", ["{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns"]);
const unit = compilePlan(name, plan, findGpu("H200"));

/** Include directories of CUDA, if it is here. */
async function cudaIncludes(): Promise<readonly string[]> {
  const { stdout } = await runProgram("nvcc", ["-E", "-M", "-x", "cu", "/dev/null"]).catch(() => ({ stdout: "" }));
  const found = /(\S*)\/cuda_runtime\.h/.exec(stdout)?.[1];
  return found === undefined ? [] : [`-I${found}`];
}

describe.skipIf(hostCompiler === undefined)(`names${withoutCompiler}`, () => {
  const compiler = hostCompiler ?? "";

  test.each([
    ["c", "gnu17"],
    ["c++", "gnu++17"],
  ])("of macros are refused, as the headers of C, POSIX and CUDA in %s have them", async (language, standard) => {
    const all = join(scratch.path, `all.${language}`);
    const lines = headers.flatMap((header) => [`#if __has_include(<${header}>)`, `#include <${header}>`, "#endif"]);
    writeFileSync(all, `${lines.join("\n")}\n`);
    const includes = await cudaIncludes();
    const flags = ["-x", language, `-std=${standard}`, "-dM", "-E", ...includes];
    const { stdout } = await requireSuccess(compiler, [...flags, all]);
    const macros = [...stdout.matchAll(/^#define ([A-Za-z]\w*) /gm)]
      .map(([, macro = ""]) => macro)
      .filter((macro) => !macro.includes("__"));
    expect(macros.length).toBeGreaterThan(1000);
    if (language === "c++") {
      expect(macros.filter((macro) => nameOwner(macro) === undefined)).toEqual([]);
      expect(macros.filter((macro) => namespaceProblem(macro) === undefined)).toEqual([]);
    }
    // Nor may a bundle's own macros and enumerators be called so.
    const words = endings();
    expect(words).toContain("C2C");
    const alike = macros.flatMap((macro) =>
      words.flatMap((word) => (macro.endsWith(`_${word}`) ? [macro.slice(0, -1 - word.length).toLowerCase()] : [])),
    );
    expect(
      alike.filter((stem) => bundleNameProblem(stem) === undefined || prefixProblem(`${stem}_`) === undefined),
    ).toEqual([]);
  });

  test.each(
    dealt(
      [...OF_C.split(" "), "cuda_runtime", "vector", "memory", "new", "complex", "algorithm"].filter(
        (one) => nameOwner(one) === undefined,
      ),
      (one) => ["time", "cuda_runtime"].includes(one),
    ),
  )("a bundle and a package that are called %s are in no header's way", async (taken) => {
    const directory = join(scratch.path, taken);
    const symbols = bundleSymbols(taken);
    const files = [
      ...linkBundle({ name: taken, transforms: [linkedTransform(name, [unit])] }),
      ...linkPackage([{ ...unit, name: taken }]).map((file) => ({ ...file, path: `package/${file.path}` })),
    ];
    const text = [
      ...[...OF_C.split(" ").filter((header) => !["stdatomic", "stdnoreturn", "threads"].includes(header))].map(
        (header) => `#include <${header}.h>`,
      ),
      ...["csignal", "ctime", "cstring", "string", "vector", "memory", "new", "complex", "algorithm"].map(
        (header) => `#include <${header}>`,
      ),
      "#include <cuda_runtime.h>",
      `#include <${taken}/${taken}.h>`,
      `#include <fftgen/${taken}.h>`,
      "#include <csignal>",
      "int main() {",
      `  std::string text = std::to_string(std::time(nullptr)); std::signal(SIGINT, SIG_IGN);`,
      `  return ${symbols.namespaces.join("::")}::row_16::elements + fftgen::${taken}::elements == 32 && !text.empty() ? 0 : 1;`,
      "}",
      "",
    ];
    for (const { path, text: contents } of [...files, { path: "main.cpp", text: text.join("\n") }]) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), contents);
    }
    const includes = ["-Iinclude", "-Ipackage/include", ...emulatorHeaders];
    const flags = ["-std=gnu++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", ...includes];
    await requireSuccess(compiler, [...flags, "main.cpp"], { directory });
    await requireSuccess(compiler, [...flags, "-x", "c++", `${taken}.cu`], { directory });
  });
});

test.each(["cuda", "CUFFT", "fftw", "map", "sys", "linux", "net"])(
  "a bundle or a prefix called %s would be in others' way",
  (taken) => {
    expect(bundleNameProblem(taken)).toBeDefined();
    expect(prefixProblem(`${taken}_`)).toBeDefined();
  },
);

test.each(["FFT", "E", "conv", "mapping", "cudafft", "signal_processing"])("%s is a name like others", (free) => {
  expect(bundleNameProblem(free)).toBeUndefined();
  expect(prefixProblem(`${free}_`)).toBeUndefined();
  expect(namespaceProblem(free)).toBeUndefined();
});
