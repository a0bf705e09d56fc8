// Each planted bug is found, located and told in a sentence; the launch fails and the device stays lost.
import { beforeAll, describe, expect, it } from "vitest";
import { build, BUILD_TIMEOUT, run, runWithReport } from "./build.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";

interface Planted {
  readonly bug: string;
  readonly kind: string;
  /** What follows "thread (t,0,0) of block (b,0,0) " in the message. */
  readonly sentence: string;
  readonly thread: number;
  readonly block: number;
}

const outside = "of an allocation of 2560 bytes, which is outside all live allocations";

const planted: readonly Planted[] = [
  {
    bug: "shared_out_of_bounds",
    kind: "shared-out-of-bounds",
    thread: 63,
    block: 0,
    sentence:
      "writes element 64 of shared memory (8 bytes each), but the launch gave the block only 512 bytes, that is 64 elements",
  },
  {
    bug: "shared_uninitialised",
    kind: "shared-uninitialised",
    thread: 63,
    block: 0,
    sentence: "reads element 63 of shared memory (8 bytes each), which no thread of the block has written",
  },
  {
    bug: "shared_race_on_read",
    kind: "shared-race-on-read",
    thread: 1,
    block: 0,
    sentence:
      "reads element 0 of shared memory (8 bytes each), which thread (0,0,0) has written since the last barrier",
  },
  {
    bug: "shared_race_on_write",
    kind: "shared-race-on-write",
    thread: 1,
    block: 0,
    sentence: "writes element 1 of shared memory (8 bytes each), which thread (0,0,0) has read since the last barrier",
  },
  {
    bug: "shared_written_twice",
    kind: "shared-race-on-write",
    thread: 1,
    block: 0,
    sentence:
      "writes element 0 of shared memory (8 bytes each), which thread (0,0,0) has written since the last barrier",
  },
  {
    bug: "global_read_overrun",
    kind: "global-out-of-bounds",
    thread: 63,
    block: 4,
    sentence: `reads 8 bytes at offset 2560 ${outside}`,
  },
  {
    bug: "global_write_overrun",
    kind: "global-out-of-bounds",
    thread: 63,
    block: 4,
    sentence: `writes 8 bytes at offset 2560 ${outside}`,
  },
  {
    bug: "global_misaligned",
    kind: "global-misaligned",
    thread: 0,
    block: 0,
    sentence: "reads 8 bytes at offset 4 of an allocation of 2560 bytes, which is not aligned to 8 bytes",
  },
  {
    bug: "barrier_skipped",
    kind: "divergent-barrier",
    thread: 0,
    block: 0,
    sentence: "waits at a barrier, but thread (32,0,0) has returned",
  },
  {
    bug: "warp_without_cluster",
    kind: "no-cluster",
    thread: 0,
    block: 0,
    sentence:
      "calls __syncwarp(), but the launch has no cudaLaunchAttributeClusterDimension; one of 1 block is enough for the emulator",
  },
];

describe.skipIf(hostCompiler === undefined)(`planted bugs${withoutCompiler}`, () => {
  let program = "";
  beforeAll(async () => {
    program = await build("planted_bugs", ["planted_bugs.cu"], hostCompiler ?? "");
  }, BUILD_TIMEOUT);

  it.each(planted)("finds $bug, and reports it once and alone", ({ bug, kind, sentence, thread, block }) => {
    const outcome = runWithReport(program, [bug]);
    const [launch] = outcome.launches;
    expect(outcome.launches).toHaveLength(1);
    expect(launch?.kernel).toBe(bug);
    expect(launch?.errors.map((error) => error.kind)).toEqual([kind]);
    const message = launch?.errors[0]?.message ?? "";
    expect(message).toMatch(/^planted_bugs\.cu:\d+: thread /);
    expect(message.replace(/^planted_bugs\.cu:\d+: /, "")).toBe(
      `thread (${thread},0,0) of block (${block},0,0) ${sentence}`,
    );
    expect(outcome.stderr).toBe(`fftgen emulator: kernel ${bug}: ${message}\n`);
    // Sticky: asking does not clear it, and nothing else works.
    expect(outcome.stdout).toBe(
      ["launch", "last", "again", "malloc"].map((call) => `${call}: cudaErrorLaunchFailure\n`).join(""),
    );
    expect(outcome.status).toBe(1);
  });

  it("tells the line of a barrier that the other threads wait at", () => {
    const [launch] = runWithReport(program, ["barriers_mixed"]).launches;
    expect(launch?.errors).toHaveLength(1);
    expect(launch?.errors[0]?.message).toMatch(
      /^planted_bugs\.cu:(\d+): thread \(0,0,0\) of block \(0,0,0\) waits at a barrier, but thread \(32,0,0\) waits at planted_bugs\.cu:\d+$/,
    );
  });

  it("reports the first block's fault for any number of workers", () => {
    for (const { bug } of planted) {
      const one = runWithReport(program, [bug], { FFTGEN_EMULATOR_WORKERS: "1" });
      expect(runWithReport(program, [bug], { FFTGEN_EMULATOR_WORKERS: "4" })).toEqual(one);
    }
  });

  it("finds reads of unwritten global memory when asked to", () => {
    expect(run(program, ["global_uninitialised"])).toMatchObject({ status: 0, stderr: "" });
    const outcome = runWithReport(program, ["global_uninitialised"], { FFTGEN_EMULATOR_CHECK_INITIALISED: "1" });
    expect(outcome.status).toBe(1);
    expect(outcome.launches[0]?.errors.map((error) => error.kind)).toEqual(["global-uninitialised"]);
    expect(outcome.stderr).toContain(
      "reads 8 bytes at offset 0 of an allocation of 2560 bytes, which nothing has written",
    );
  });

  it("refuses more than 48 KiB of shared memory without the attribute, and goes on working", () => {
    const outcome = runWithReport(program, ["shared_without_opt_in"]);
    expect(outcome.launches[0]?.errors).toEqual([
      {
        kind: "launch-refused",
        message:
          "launch refused: 49153 bytes of dynamic shared memory are more than the 49152 allowed; raise " +
          "cudaFuncAttributeMaxDynamicSharedMemorySize for this kernel (at most 232448)",
      },
    ]);
    expect(outcome.stdout).toBe(
      "launch: cudaErrorInvalidValue\nlast: cudaErrorInvalidValue\nagain: cudaSuccess\nmalloc: cudaSuccess\n",
    );
  });

  it("allows 227 KiB with the attribute, and no byte more", () => {
    const outcome = runWithReport(program, ["shared_with_opt_in"]);
    expect(outcome).toMatchObject({ status: 0, stderr: "" });
    expect(outcome.stdout).toMatch(/^one more: cudaErrorInvalidValue\nlaunch: cudaSuccess\n/);
  });
});
