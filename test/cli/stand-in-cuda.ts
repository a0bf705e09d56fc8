// Programs that stand in for nvcc and nvidia-smi, so that what runs on a GPU can be tested without one: they compile for the
// emulator, and say that it is a GPU. Times mean nothing.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emulatorDirectory } from "../../generator/emit/read-template.js";
import { shellWord } from "../../generator/toolchain/shell-words.js";
import { emulatorObjects } from "../toolchain/emulator-library.js";
import { cachingCompiler } from "../toolchain/caching-compiler.js";
import { hostCompiler } from "../toolchain/compilers.js";

export interface StandInCuda {
  /** For programs that are to find the stand-ins. */
  readonly environment: Readonly<Record<string, string>>;
  /** Files that were compiled since this was last asked. */
  readonly compiled: () => readonly string[];
}

/** Platform of what is measured with them. */
export const standInPlatform = { gpu: "fftgen emulator", driver: "none", toolchain: "nvcc 13.0" } as const;

/** `spilling`: files whose path contains this are said to spill so many bytes. */
export async function standInCuda(
  directory: string,
  ...spilling: readonly (readonly [path: string, bytes: number])[]
): Promise<StandInCuda> {
  const emulator = hostCompiler === undefined ? [] : await emulatorObjects(hostCompiler);
  mkdirSync(directory, { recursive: true });
  const log = join(directory, "compiled");
  const write = (name: string, lines: readonly string[]): string => {
    const path = join(directory, name);
    writeFileSync(path, ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
    return path;
  };
  const flags = ["-std=c++17", "-O0", "-w", "-pthread", "-isystem", emulatorDirectory].map(shellWord).join(" ");
  const NVCC = write("nvcc", [
    `[ "$1" = --version ] && echo "Cuda compilation tools, release 13.0, V13.0.88" && exit`,
    `link=yes spills=0`,
    `for word; do`,
    `  shift`,
    `  case $word in`,
    `    -arch=* | -Xptxas | -v | -O3 | -std=*) ;;`,
    `    -lcufft) exit 1 ;;`,
    `    -c) link=; set -- "$@" -x c++ -c ;;`,
    `    *.cu) set -- "$@" "$word"; echo "$word" >>${shellWord(log)} ;;`,
    `    *) set -- "$@" "$word" ;;`,
    `  esac`,
    ...spilling.map(([path, bytes]) => `  case $word in *${path}*.cu) spills=${bytes / 2} ;; esac`),
    `done`,
    `[ -n "$link" ] && exec ${hostCompiler ?? "c++"} -pthread "$@" ${emulator.map(shellWord).join(" ")}`,
    `echo "    16 bytes stack frame, $spills bytes spill stores, $spills bytes spill loads" >&2`,
    `exec ${shellWord(cachingCompiler)} ${flags} -D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 "$@"`,
  ]);
  write("nvidia-smi", [`case $* in *driver*) echo "${standInPlatform.gpu}, none, 9.0" ;; *) echo 9.0 ;; esac`]);
  return {
    environment: { NVCC, PATH: `${directory}:${process.env["PATH"] ?? ""}` },
    compiled: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      rmSync(log, { force: true });
      return text.split("\n").filter((line) => line !== "");
    },
  };
}
