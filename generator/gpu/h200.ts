// NVIDIA H200: the GPU that fftgen's plans were measured on first.
import type { Calibration } from "./calibration.js";
import { hopper } from "./capability.js";
import { estimatedMemoryLatency } from "./estimates.js";
import type { Gpu } from "./gpu.js";
import { h200SegmentTimes, segmentsMeasured } from "./segments.js";
import { cite, derived, documented, measured } from "./sources.js";

const name = "NVIDIA H200";

/** Fitted to kernels timed on an H200, CUDA 13.0 (test/search/measured): where no figure stands, to all of them together. */
export const h200Calibration: Calibration = {
  measuredOn: name,
  terms: {
    overlapNorm: 6,
    // 2^20 in f32 saved 1.6 us, 16 x 2^16 0.4 us.
    earlyStartMicroseconds: 1,
    // Columns at strides above 128 KiB ran 4 % slower. Copies of segments of 128 bytes 512 KiB apart: 0.507 -> 0.540 ms where they are read so,
    // 0.584 where they are written so.
    farSegments: { bytes: 128 * 1024, penalty: 0.04, readShare: 0.3 },
    // Rows 32 MiB apart: 4096x4096 with two or four of them in a tile ran 38 % slower.
    remoteSegments: { bytes: 32 * 1024 * 1024, penalty: 0.3 },
  },
  blocks: {
    streamShare: 0.98,
    issueShare: 0.65,
    // f16 of 4096 points took 0.545 ms where 0.65 would make it 0.67.
    shortIssueShare: 0.82,
    l2BytesPerClock: 64,
    barrierNanoseconds: 40,
    lookupNanoseconds: 25,
    // Kernels of 8-byte accesses that fill a quarter of a multiprocessor ran 2 to 4 % slower than full ones.
    emptyWarpsPenalty: 0.04,
    // Rows of 2^22 real numbers, 2^27 of them: 0.10 ms more in segments of 128 bytes, 0.19 in such of 64, 0.43 in such of 32.
    mirroredSegmentBytes: 100,
    // 256^3 real numbers, 8 columns at a time: 0.20 ms more for 8.4 million segments; 4096^2 0.17.
    brokenSegmentBytes: 100,
    apart: { load: 0.25, store: 1.15 },
    // 31 plans of two passes, cosine transforms of 2^15 to 2^18 numbers: off by 9 % in the mean.
    sharedLines: { loads: 0.2, stores: 0.2 },
    // Of 1052 lengths up to 4096 those whose warps stored 4 elements each of 8 rows took 20 % longer than others, beside what was predicted.
    scatteredLines: 0.055,
    // 542 kernels of Bluestein's transform of 67 to 10007 points in f32, and of 41 to 4001 in f64: off by 11 % in the mean.
    turning: {
      issue: 0.64,
      shared: 0.82,
      latency: 0.62,
      even: 0.93,
      crowded: { registers: 64, factor: 1.08 },
      // Of 1150 kernels there and back first choices lost 4.0, 3.7 and 8.4 % to the best of their length (Rader's transform, beside other
      // factors, Bluestein's), and with both lose 3.0, 1.3 and 6.5.
      idle: 0.18,
      powers: 0.964,
      // Tried beside them, of Bluestein's: less for threads without work, more for each element of a thread. Of 519 lengths up to 4096 it made
      // other choices, 1.2 % faster in the mean, 102 more than 5 % slower and 94 as much faster; with half as much for each element no better.
    },
    // 41 kernels of 8009 to 20011 points that spill 16 bytes at most are predicted 3 % too long so, with a spread of 9 %. What sending takes of
    // that was not measured on its own.
    branches: { factor: 1.16, bytesPerMillisecond: 1.1e10 },
    // Of 596 lengths to 4096 two kernels each were measured: without these the one that is predicted to be faster took 2.9 % longer than the
    // faster one in the mean, with them 1.4 %; of 64 that cuFFT did faster, seven kernels each, 5.9 and 2.9 %. 2254 = 23 * 7 * 14, say, takes
    // 1.15 copies with the butterflies of 23, which a third of the threads wait for, last instead of 1.36 with these first.
    uneven: {
      loading: 0.126,
      squeezed: 0.69,
      overlapNorm: 3.36,
      shared: 1.22,
      latency: 0.75,
      tables: 0.028,
      threads: 0.028,
      occupancy: -0.024,
      // Rows of 24000 to 28800 points, a block of 196 to 227 KiB to a multiprocessor: 1.08 times what else was predicted where each sector is
      // touched once, 1.2 to 1.9 times where some are twice (27000 by 9, 15, 10, 20: 0.756 ms; by 30, 30, 30: 0.484).
      smallCache: { bytes: 32 * 1024, factor: 1.06, again: 2, most: 1.5 },
      usual: { threads: 256, occupancy: 0.4, share: 0.947 },
    },
    // 798 kernels of 163 transforms, asking and not: test/search/measured/h200-asking.tsv.
    asking: {
      foldedParts: 0.86,
      parts: 0.93,
      turning: 0.965,
      others: 0.9,
      memory: 1.02,
      held: 0.2,
      fading: 0.8,
      crowding: 1.6,
    },
    // Of rows up to 4096, with 33 to 63 threads: 70 kernels took 7 % longer than others of their length for what was expected of both, 20 of
    // Rader's 13 %; chosen so among those of 39 lengths they lose 0.9 % to the best, without this 1.8 %.
    // 32 kernels of cosine transforms: with 16 elements in a thread they took 0.93 to 1.18 of what was expected, with 25 1.02 to 1.31, with 32
    // 1.16 to 1.27, with 64 1.75. dct-2 of 8192 took 0.378 ms with two butterflies of 16 in the step, and with two of 8 there 0.332.
    idleFold: { elements: 16, doubling: 0.24 },
    // Of 89 rows on one warp 8 %: chosen so among those of 120 lengths they lose 3.4 instead of 3.9 %.
    fewWarps: { one: 1.06, partOfTwo: 1.06 },
    usualAccessBytes: 8,
    // Rows of 64 to 16384 numbers of f16, computed with in single precision, took as long as a copy where they were exchanged as memory
    // holds them, up to 1.16 copies where in full; with 128 registers of data in each thread instead of 64 they took 1.2 to 1.6.
    fullExchangeFactor: 1.03,
    crowded: { registers: 64, factor: 1.15 },
    // With 16 elements in a thread instead of 32 f16 took 3 % longer where blocks exchange once (columns of 256), 8 % where they do
    // twice (4096 points).
    manyThreads: { elements: 32, penalty: 0.035 },
    // 2^20 points of f16 took up to 1.17 of what was expected, where few blocks fit.
    pairsLatencyFactor: 1.25,
    // Wavefronts come in bursts: f16 of 2048 and 4096 points took 4 to 20 % longer than an even flow would.
    unevenWavefronts: 1.5,
    // Rows of 64 to 16384 in f16 took as long as a copy, whatever they exchanged; on clusters rows of 32768 took 2.2 to 2.7 copies.
    exchangeConversion: 0.25,
    clusterConversionWaits: 12,
  },
  clusters: {
    streamShare: 0.92,
    // 256 threads were not measured.
    issueShares: [
      { threads: 1024, share: 0.6 },
      { threads: 512, share: 0.52 },
      { threads: 384, share: 0.45 },
      { threads: 0, share: 0.4 },
    ],
    // 12 to 20 were measured.
    remoteBytesPerClock: 16,
    fillTiles: 1.5,
    undividedFillTiles: 0.3,
    // Uneven radices, 67 kernels of 12288 to 61440 points, f32 and f64: the error of prediction (RMS) is 12 % at 2, 17 % at 1 and 18 % at 3;
    // of the even ones, which have hardly any conflicts, 2.8 % at each.
    conflictWavefronts: 1.7,
    // 360^3, 400^3 and 3360^2 in 8 to 24 columns: 1.35 to 1.86 times what they were predicted to take; 48, 64 and 80 columns: 1.01 to 1.18.
    raggedPenalty: 0.45,
    // 28 kernels of 30720 to 61440 points, f32 and f64: in segments or boxes of 16 bytes they took 1.2 to 2.1 times what they were predicted to
    // take without this, of 48 bytes 1.0 to 1.5, of others 0.8 to 1.1.
    partsOfSectors: 0.9,
    // c2r of 2^24 in f64: the second pass took 0.69 and 0.73 ms with two columns, where 0.47 was expected, and 0.47 with four.
    twoColumns: { elementBytes: 16, factor: 1.4 },
    // Of 21 kernels of r2c with two butterflies before the exchange plans took up to 1.4 times what was expected, r2c of 512^3 0.86 to 0.91
    // for 0.71 ms; of 17 with one as long as expected; and plans of 32 of c2r 4 % longer.
    sharedRows: { first: 1.16, lastAndLate: 1.55 },
    // Columns of half a spectrum, 2^26 complex numbers in rows of an odd number: 0.22 ms more in segments of 256 bytes, 0.39 in such of
    // 128, 0.77 in such of 64, three of four of which begin within a sector. Kernels of blocks that work alone do not mind as much.
    brokenSegmentBytes: 520,
    // With it 2^18 in f32 is predicted to take 1.00 ms and 2^17 in f64 1.02 ms; 0.96 and 1.02 ms were measured.
    meetingClocks: 700,
    // 2^19 in f32 took 1.03 to 1.23 ms and 2^18 in f64 1.02 to 1.08 ms, where the terms say 0.92 to 0.94 ms.
    undividedRealPenalty: 0.16,
    // More than four: 0.542 ms became 0.584, 0.592 became 0.669 and 0.696 became 0.758.
    manyPhases: { phases: 4, penalty: 0.1 },
    // c2r of 2^15 to 2^18: 29 kernels took 1.06 times what the other terms say, and those with one sub-computation there as long.
    loadingPenalty: 0.08,
    // 82 kernels of rows of 2^15 to 2^18 numbers: off by 9 % in the mean.
    parts: { read: 0.2, written: 0.75, sharedBytes: 22 },
    waitingPenalty: 0.05,
    widePenalty: { fetched: 0.1, prefetched: 0.14 },
    // 74 kernels of 14 lengths, f32 and f64: off by 12 % (RMS) with these, and by 22 % with the numbers of fronts of several groups; the first
    // choice of a length loses 3 % to the best in the mean instead of 7.
    oneGroup: { issueShare: 0.5, segments: 0.5, sharedFactor: 1.2, penalty: 0.04 },
    // Pairs that also fetch ahead: 0.580 -> 0.529 ms for 2^14 in f32 and 0.559 -> 0.535 ms for 2^13 in f64, each against static ones that
    // do not; neither alone gains as much, or anything in f64. Four blocks: 0.589 -> 0.626 ms for 2^15; eight: no difference for 2^16;
    // others were not measured.
    dealtGain: 0.06,
    dealtPenalty: 0.06,
    // 2^15 to 2^17 points of f16 in 16-bit arithmetic.
    pairsPenalty: 0.14,
  },
  coarse: { exchangeCost: 0.02, clusterFactor: 1.15 },
};

const latency = estimatedMemoryLatency("HBM", 1.98);

export const h200: Gpu = {
  ...hopper.limits,
  name,
  aliases: ["H200", "H200 SXM"],
  multiprocessors: 132,
  clockGHz: 1.98,
  memoryBytes: 141e9,
  memoryBandwidth: 4800,
  copyBandwidth: 4253,
  l2Bytes: 60 * 2 ** 20,
  l2Bandwidth: 8500,
  launchMicroseconds: 4.5,
  memoryLatencyNanoseconds: latency.value,
  segmentTimes: h200SegmentTimes,
  clusterResidency: [
    { clusterSize: 2, multiprocessors: 132 },
    { clusterSize: 3, multiprocessors: 117 },
    { clusterSize: 4, multiprocessors: 120 },
    { clusterSize: 5, multiprocessors: 110 },
    { clusterSize: 6, multiprocessors: 102 },
    { clusterSize: 7, multiprocessors: 105 },
    { clusterSize: 8, multiprocessors: 120 },
    { clusterSize: 9, multiprocessors: 81 },
    { clusterSize: 10, multiprocessors: 70 },
    { clusterSize: 11, multiprocessors: 77 },
    { clusterSize: 12, multiprocessors: 84 },
    { clusterSize: 13, multiprocessors: 91 },
    { clusterSize: 14, multiprocessors: 98 },
    { clusterSize: 15, multiprocessors: 105 },
    { clusterSize: 16, multiprocessors: 112 },
  ],
  calibration: h200Calibration,
  sources: {
    ...hopper.sources,
    ...cite(documented("NVIDIA H200 datasheet"), "memoryBytes", "memoryBandwidth"),
    ...cite(measured("cudaDeviceProp on an H200"), "multiprocessors", "l2Bytes"),
    clockGHz: documented(
      "NVIDIA H100 architecture in depth: SXM5 boost clock; 1.95 GHz seen under an FFT load on an H200",
    ),
    copyBandwidth: measured("device-to-device copy of 2 GiB in 1.0099 ms, CUDA 13.0; 1 GiB takes 0.504 ms"),
    l2Bandwidth: measured("L2-resident copy, CUDA 13.0; holds up to 16 MB read and 16 MB written, lost at 24 and 24"),
    launchMicroseconds: derived("a copy of 128 MiB takes 67.6 us, its traffic at 4253 GB/s 63.1 us"),
    memoryLatencyNanoseconds: latency.source,
    segmentTimes: segmentsMeasured,
    clusterResidency: measured("cudaOccupancyMaxActiveClusters on an H200, one block per multiprocessor"),
  },
};
