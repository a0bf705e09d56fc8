// A persistent, warp-specialised kernel on clusters runs under the emulator as it does on an H200, and each bug planted in
// it is found: whatever the order of the threads, and as the first fault of its cluster.
import { beforeAll, describe, expect, it } from "vitest";
import { build, BUILD_TIMEOUT, run, runWithReport } from "./build.js";
import { dealt, isDefault } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";

interface Planted {
  readonly bug: string;
  readonly kind: string;
  /** The message of the first cluster, without the file. Lines are not told apart. */
  readonly message: string;
}

const noBarrier = "at line N, and no barrier leads from there to here";

const planted: readonly Planted[] = [
  {
    bug: "landing_unwaited",
    kind: "shared-in-flight",
    message:
      "N: thread (0,0,0) of block (0,0,0) reads element 0 of shared memory (8 bytes each), into which the copy or store started at line N is under way: the thread has not waited for its end at the barrier at byte 6144",
  },
  {
    bug: "reload_early",
    kind: "shared-in-flight",
    message:
      "N: thread (1,0,0) of block (0,0,0) reads element 2 of shared memory (8 bytes each), into which the copy or store started at line N is under way: the thread has not waited for its end at the barrier at byte 6144",
  },
  {
    bug: "empty_unwaited",
    kind: "shared-in-flight",
    message:
      "N: thread (32,0,0) of block (0,0,0) sends to element 256 of shared memory (8 bytes each) of block (1,0,0), into which the copy or store started at line N is under way: the thread has not waited for its end at the barrier at byte 6152",
  },
  {
    bug: "receive_unwaited",
    kind: "shared-uninitialised",
    message:
      "N: thread (128,0,0) of block (0,0,0) reads element 256 of shared memory (8 bytes each), into which nothing has been written",
  },
  {
    bug: "phase_overlooked",
    kind: "shared-uninitialised",
    message:
      "N: thread (128,0,0) of block (0,0,0) reads element 256 of shared memory (8 bytes each), into which nothing has been written",
  },
  {
    bug: "group_missing",
    kind: "shared-race-on-write",
    message: `N: thread (1,0,0) of block (0,0,0) writes element 1 of shared memory (8 bytes each), which thread (0,0,0) of block (0,0,0) reads ${noBarrier}`,
  },
  {
    bug: "warp_unsynchronised",
    kind: "shared-race-on-read",
    message: `N: thread (128,0,0) of block (0,0,0) reads element 384 of shared memory (8 bytes each), which thread (16,0,0) of block (0,0,0) writes ${noBarrier}`,
  },
  {
    bug: "unfenced",
    kind: "copy-unfenced",
    message:
      "N: thread (0,0,0) of block (0,0,0) copies a box over byte 0 of shared memory, which thread (0,0,0) of block (0,0,0) wrote at line N; between that write and the barrier that leads here it should call fence_async_proxy()",
  },
  {
    bug: "too_few_bytes",
    kind: "deadlock",
    message:
      "nobody can go on: thread (0,0,0) of block (0,0,0) and 511 more wait at N for the end of phase 0 of the barrier at byte 6168, which lacks 4 of 4 arrivals and 0 bytes; thread (128,0,0) of block (0,0,0) and 511 more wait at N for the end of phase 0 of the barrier at byte 6152, which lacks 0 of 5 arrivals and 0 bytes and has got 8 bytes more than expected",
  },
  {
    bug: "too_many_bytes",
    kind: "deadlock",
    message:
      "nobody can go on: thread (0,0,0) of block (0,0,0) and 511 more wait at N for the end of phase 0 of the barrier at byte 6168, which lacks 4 of 4 arrivals and 0 bytes; thread (128,0,0) of block (0,0,0) and 511 more wait at N for the end of phase 0 of the barrier at byte 6152, which lacks 0 of 5 arrivals and 8 bytes",
  },
  {
    bug: "arrival_missing",
    kind: "deadlock",
    message:
      "nobody can go on: thread (0,0,0) of block (0,0,0) and 511 more wait at N for the end of phase 1 of the barrier at byte 6168, which lacks 4 of 4 arrivals and 0 bytes; thread (128,0,0) of block (0,0,0) and 511 more wait at N for the end of phase 1 of the barrier at byte 6152, which lacks 1 of 5 arrivals and 0 bytes and has got 1536 bytes more than expected",
  },
  {
    bug: "arrival_twice",
    kind: "barrier-misused",
    message:
      "N: thread (0,0,0) of block (0,0,0) arrives at the barrier at byte 6152, whose phase 0 has all its 5 arrivals and lacks 1536 bytes",
  },
  {
    bug: "not_initialised",
    kind: "barrier-uninitialised",
    message:
      "N: thread (0,0,0) of block (0,0,0) expects bytes at the barrier at byte 6144, which nobody has initialised",
  },
  {
    bug: "initialised_unseen",
    kind: "barrier-uninitialised",
    message: `N: thread (1,0,0) of block (0,0,0) waits for the barrier at byte 6144, which thread (0,0,0) of block (0,0,0) initialises ${noBarrier}`,
  },
  {
    bug: "unpublished",
    kind: "barrier-uninitialised",
    message:
      "N: thread (0,0,0) of block (0,0,0) copies a box to the barrier at byte 6144, which thread (0,0,0) of block (0,0,0) has initialised without publish_barriers() before the cluster synchronised",
  },
  {
    bug: "initialised_twice",
    kind: "barrier-misused",
    message: "N: thread (0,0,0) of block (0,0,0) initialises the barrier at byte 6144, which is initialised already",
  },
  {
    bug: "barrier_overwritten",
    kind: "barrier-misused",
    message:
      "N: thread (0,0,0) of block (0,0,0) writes element 768 of shared memory (8 bytes each), where a barrier lies, initialised at line N",
  },
  {
    bug: "group_torn",
    kind: "divergent-barrier",
    message:
      "N: thread (127,0,0) of block (0,0,0) completes group barrier 1, to which warp 0 came from different lines; warps come together",
  },
  {
    bug: "group_unequal",
    kind: "barrier-misused",
    message:
      "N: thread (32,0,0) of block (0,0,0) comes to group barrier 1 for 64 threads, but those before it came for 128",
  },
  {
    bug: "group_impossible",
    kind: "barrier-misused",
    message:
      "N: thread (0,0,0) of block (0,0,0) comes to group barrier 16 for 128 threads; names are 1 to 15, and threads a multiple of 32, at most those of the block",
  },
  {
    bug: "left_early",
    kind: "peer-missing",
    message:
      "block (0,0,0) may have returned before thread (0,0,0) of block (1,0,0) reaches into its shared memory at line N: no barrier leads from there to its end; it should synchronise with the cluster first",
  },
  {
    bug: "block_gone",
    kind: "peer-missing",
    message: "N: thread (32,0,0) of block (0,0,0) sends to shared memory in block (1,0,0), which has returned",
  },
  {
    bug: "peer_unknown",
    kind: "peer-missing",
    message: "N: thread (32,0,0) of block (0,0,0) sends to shared memory in block 5 of a cluster of 4",
  },
  {
    bug: "returned_in_flight",
    kind: "shared-in-flight",
    message:
      "block (0,0,0) returns without having waited at the barrier at byte 6144 for the copy or store that was started at line N",
  },
  {
    bug: "box_misaligned",
    kind: "copy-refused",
    message:
      "N: thread (0,0,0) of block (0,0,0) copies a box of 2048 bytes, but its destination, byte 8, is not aligned to 128 bytes",
  },
  {
    bug: "box_odd",
    kind: "copy-refused",
    message:
      "N: thread (0,0,0) of block (0,0,0) copies a box of 2048 bytes, but it begins at byte 8 of its rows, not at a multiple of 16: a GPU stops there",
  },
  {
    bug: "prefetch_odd",
    kind: "copy-refused",
    message:
      "N: thread (0,0,0) of block (0,0,0) prefetches a box of 2048 bytes, but it begins at byte 8 of its rows, not at a multiple of 16: a GPU stops there",
  },
];

const withoutLines = (message: string): string =>
  message.replaceAll(/pipeline\.cu:\d+/g, "N").replaceAll(/at line \d+/g, "at line N");

describe.skipIf(hostCompiler === undefined)(`kernels on clusters${withoutCompiler}`, () => {
  let program = "";
  beforeAll(async () => {
    program = await build("pipeline", ["pipeline.cu"], hostCompiler ?? "");
  }, BUILD_TIMEOUT);

  it.runIf(isDefault)("give the right results for clusters of 2, 4, 8 and 16 blocks, for one tile and for many", () => {
    const outcome = runWithReport(program);
    expect(outcome.stderr).toBe("");
    expect(outcome.status, outcome.stdout).toBe(0);
    expect(outcome.launches.map((launch) => launch.clusterBlocks)).toEqual(
      [2, 4, 8, 16].flatMap((blocks) => [blocks, blocks, blocks, blocks]),
    );
  });

  it.each(dealt([1, 3, 4, 7], (clusters) => clusters === 3))(
    "give the right results with %i clusters, in as many orders",
    (clusters) => {
      const outcome = run(program, [], { FFTGEN_EMULATOR_CLUSTERS: String(clusters) });
      expect(outcome).toMatchObject({ status: 0, stderr: "" });
    },
  );

  it.runIf(isDefault)("refuse a number of clusters that is none", () => {
    const refused = run(program, [], { FFTGEN_EMULATOR_CLUSTERS: "0" });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('FFTGEN_EMULATOR_CLUSTERS is "0"; it should be a number from 1 to 1024');
  });

  it.runIf(isDefault)("are counted: rows of boxes, stores to peers, and all that other kernels do", () => {
    // 13 tiles of 32 x 32 over 2 clusters of 4 blocks; sampled are blocks 0, 2, 4 and 7, so 7 + 7 + 6 + 6 times a block's
    // share: a box of 32 rows of 64 bytes; 8 warps that read shared memory 4 times; 3 warps of 4 that send, twice, each
    // lane 8 bytes; and 4 warps that store twice, to sectors of 4 rows each of which they fill two.
    const shares = 26;
    const [launch] = runWithReport(program, ["none"]).launches;
    expect(launch).toMatchObject({
      kernel: expect.stringContaining("exchange<4u>") as string,
      grid: [8, 1, 1],
      clusterBlocks: 4,
      sampledBlocks: 4,
      globalLoads: { requests: shares * 32, sectors: shares * 64, idealSectors: shares * 64 },
      globalStores: { requests: shares * 8, sectors: shares * 8 * 16, idealSectors: shares * 8 * 8 },
      remoteStores: { requests: shares * 6, bytes: shares * 6 * 32 * 8 },
      errors: [],
    });
    expect(launch?.sharedLoads.requests).toBe(shares * 8 * 4);
  });

  it.runIf(isDefault).each(planted)("are found out: $bug", ({ bug, kind, message }) => {
    const outcome = runWithReport(program, [bug], { FFTGEN_EMULATOR_CLUSTERS: "1" });
    const [launch] = outcome.launches;
    expect(outcome).toMatchObject({ status: 1, stdout: "cudaErrorLaunchFailure\n" });
    expect(launch?.errors.map((error) => error.kind)).toEqual([kind]);
    expect(withoutLines(launch?.errors[0]?.message ?? "")).toBe(message);
  });

  it("report the same for any number of workers", () => {
    // Of each kind of fault the first.
    const isFirst = ({ kind }: Planted, index: number): boolean =>
      planted.findIndex((one) => one.kind === kind) === index;
    for (const { bug } of dealt(planted, isFirst)) {
      const one = runWithReport(program, [bug], { FFTGEN_EMULATOR_CLUSTERS: "4", FFTGEN_EMULATOR_WORKERS: "1" });
      const three = runWithReport(program, [bug], { FFTGEN_EMULATOR_CLUSTERS: "4", FFTGEN_EMULATOR_WORKERS: "3" });
      expect(one.launches[0]?.errors.length, bug).toBeGreaterThan(0);
      expect(three, bug).toEqual(one);
    }
  });

  it.runIf(isDefault)("read zeros outside an array: a wrong box is a wrong result, and no fault", () => {
    const outcome = runWithReport(program, ["box_outside"]);
    expect(outcome).toMatchObject({ status: 1, stdout: "", stderr: "" });
  });
});
