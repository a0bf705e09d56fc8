// A disk that is full at a moment of the test's choice, a process that is killed at one: by a library that stands before the C library.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "../toolchain/scratch.js";

const SOURCE = join(import.meta.dirname, "fixtures", "failing_disk.c");
const scratch = scratchFolder("failing-disk");
const library = join(scratch.path, "failing_disk.so");
const counted = join(scratch.path, "count");

/** Only where programs take such a library, and there is a compiler of C. */
export const canFail =
  process.platform === "linux" && spawnSync("gcc", ["-shared", "-fPIC", "-o", library, SOURCE, "-ldl"]).status === 0;

export const withoutFaults = canFail ? "" : " (skipped: no gcc, or not Linux)";

/** `slow`: every change of the disk waits so many milliseconds. */
export type Fault = "full" | "kill" | "slow";

/** The environment of a program whose disk fails below a directory, at the nth change of it, the first being 1. */
export const failing = (below: string, kind: Fault, at: number): Readonly<Record<string, string>> => ({
  LD_PRELOAD: library,
  FAILING_DISK_BELOW: below,
  FAILING_DISK_KIND: kind,
  FAILING_DISK_AT: String(at),
});

export const counting = (below: string): Readonly<Record<string, string>> => ({
  LD_PRELOAD: library,
  FAILING_DISK_BELOW: below,
  FAILING_DISK_COUNT: counted,
});

/** What the last program with `counting` has done to the disk: writes, which need room, and changes of all kinds. */
export function countedChanges(): { readonly writes: number; readonly changes: number } {
  const [writes = 0, changes = 0] = readFileSync(counted, "utf8").split(" ").map(Number);
  return { writes, changes };
}
