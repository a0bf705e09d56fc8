// The options of the commands, as tables that the help, the checks and the types are made from.
import type { Options } from "yargs";
import { fieldOptions } from "./field-options.js";

/** Of the search. Without defaults: what was not asked for must be told from what was. */
const wishOptions = {
  unit: {
    choices: ["fma", "mma", "split-f16"] as const,
    describe:
      "how butterflies are computed: by fused multiply-adds, those of a fwht by additions; as products of matrices on tensor cores (f16, bf16); or f32 from split halves there; default: whatever is fastest, but no f32 on tensor cores",
  },
  algorithm: {
    choices: ["folklore", "alman-rao"] as const,
    describe: "fwht: how butterflies are computed, 24 additions or 22 instructions for 8 points; default: folklore",
  },
} as const satisfies Record<string, Options>;

/** Choices that depend on the kind of transform are checked where that is known (asked-transform.ts). */
export const transformOptions = {
  precision: {
    type: "string",
    default: "f32",
    describe: "of the data: f32, f64, f16 or bf16",
  },
  ...fieldOptions,
  ...wishOptions,
} as const satisfies Record<string, Options>;

const gpu = {
  type: "string",
  describe:
    "the GPU to plan for, such as A100, H200 or 'RTX 4090' (`fftgen gpu` lists them), or a GPU file, my-gpu.json; default: those of the project file, else the H200",
} as const satisfies Options;

const ownGpu = {
  type: "string",
  describe: "another GPU than the one that the plan file says; of a plan for several, one of them",
} as const satisfies Options;

/** So that two copies of a transform can live in one program. */
const symbolOptions = {
  prefix: {
    type: "string",
    describe: "what names of C begin with: acme_ makes acme_c2c_f32_256_execute; default: as the project file says",
  },
  namespace: {
    type: "string",
    describe: "the C++ namespace around everything, such as acme::fft; default: as the project file says, else fftgen",
  },
} as const satisfies Record<string, Options>;

const json = {
  type: "boolean",
  default: false,
  describe: "print one JSON value for programs instead of text for people",
} as const satisfies Options;

const out = {
  type: "string",
  describe: "directory of the package, which the plan file remembers; default: as it says, else generated/<name>",
} as const satisfies Options;

const order = {
  type: "string",
  describe: "another order of the output than the plan file says; the package's name then says so",
} as const satisfies Options;

const on = {
  choices: ["auto", "gpu", "emulator"] as const,
  default: "auto" as const,
  describe: "where to verify; auto: on a GPU where there is one, else under the emulator",
} as const satisfies Options;

const keep = {
  type: "boolean",
  default: false,
  describe: "keep the directory of a compilation or a verification that fails, and say where it is",
} as const satisfies Options;

export const planOptions = {
  ...transformOptions,
  gpu,
  json,
  top: { type: "string", default: "5", describe: "how many plans to show" },
  verify: {
    type: "boolean",
    describe:
      "build and run the verification program before anything is written, as is done by default (--no-verify: do not)",
  },
  compile: {
    type: "boolean",
    describe:
      "have nvcc compile the kernels for the planned GPU, and take the next plan if they spill registers; default: where nvcc is, unless a plan file is kept or nothing is verified (--no-compile: do not)",
  },
  on,
  keep,
  out,
  "dry-run": { type: "boolean", default: false, describe: "search and show; write nothing, verify nothing" },
  replan: {
    type: "boolean",
    default: false,
    describe: "search anew: keep no plan file that is there, take none from wisdom",
  },
  "fast-twiddles": {
    type: "boolean",
    default: false,
    describe:
      "twiddle factors by the __sincosf intrinsic, as Wu & JaJa did: errors about 2^-21 per factor instead of 2^-25",
  },
} as const satisfies Record<string, Options>;

export const emitOptions = {
  gpu: ownGpu,
  json,
  check: {
    type: "boolean",
    default: false,
    describe: "compare with what is there and write nothing; exit code 1 if anything differs",
  },
  out: { type: "string", describe: "directory for a copy of one package; default: where the plan file says" },
  below: { type: "string", describe: "directory that gets copies of all packages, each in one of its name" },
  manifest: {
    type: "string",
    describe: "write no packages, but this file: their files with lines and hashes; with --check compare with it",
  },
  ...symbolOptions,
  order,
} as const satisfies Record<string, Options>;

export const bundleOptions = {
  out: {
    type: "string",
    describe: "directory of the bundle; default: as the project file says, else generated/<name>",
  },
  ...symbolOptions,
  gpu: ownGpu,
  json,
  check: {
    type: "boolean",
    default: false,
    describe: "compare with what is there and write nothing; exit code 1 if anything differs",
  },
  "list-outputs": {
    type: "boolean",
    default: false,
    describe: "print the files that would be written, one a line, for build systems; write nothing",
  },
  "list-architectures": {
    type: "boolean",
    default: false,
    describe: "print the architectures of the plans' GPUs, one a line, as CMake has them; write nothing",
  },
} as const satisfies Record<string, Options>;

export const verifyOptions = {
  gpu: ownGpu,
  json,
  on,
  keep,
  order,
  batch: { type: "string", describe: "arrays of each test; default: several batches are tried" },
  thorough: { type: "boolean", default: false, describe: "every test at every size, also where that takes long" },
} as const satisfies Record<string, Options>;

export const explainOptions = {
  gpu: ownGpu,
  json,
  order,
  text: { type: "boolean", default: false, describe: "also show the emitted kernels" },
  html: { type: "string", describe: "also draw it all to this file, one page that needs nothing beside it" },
} as const satisfies Record<string, Options>;

export const benchOptions = {
  gpu,
  json,
  import: {
    type: "string",
    describe: "measure nothing: report on a file of measurements, such as the results.json that a pack has written",
  },
  pack: {
    type: "string",
    describe: "measure nothing: write all that is needed to do it on another machine to this new directory",
  },
  runner: {
    type: "string",
    describe: 'put before each program that needs the GPU, where it is on another node: "srun -p gpu", "ssh node"',
  },
  repeat: { type: "string", default: "50", describe: "launches of each plan, of the copy and of cuFFT" },
  again: { type: "boolean", default: false, describe: "measure again what has been measured on this platform" },
  only: { type: "string", describe: "only cases whose name contains this, such as f64, 2^20 or 256x256x256" },
  top: { type: "string", default: "1", describe: "how many plans of each case: several judge the cost model" },
  html: { type: "string", describe: "also write the report to this file, one page that needs nothing beside it" },
  svg: { type: "string", describe: "also write the chart to this file, for a README" },
  "dry-run": {
    type: "boolean",
    default: false,
    describe: "show what would be measured and what is predicted; measure nothing",
  },
} as const satisfies Record<string, Options>;

export const tuneOptions = {
  ...transformOptions,
  gpu: {
    type: "string",
    describe:
      "the GPU to plan for; default: the one that is measured on; with --pack the first of the project file, else the H200",
  },
  json,
  top: { type: "string", default: "12", describe: "how many candidates to measure" },
  repeat: { type: "string", default: "50", describe: "launches of each candidate, of the copy and of cuFFT" },
  again: { type: "boolean", default: false, describe: "measure again what has been measured on this platform" },
  runner: {
    type: "string",
    describe: 'put before each program that needs the GPU, where it is on another node: "srun -p gpu", "ssh node"',
  },
  on: {
    choices: ["auto", "gpu", "emulator"] as const,
    default: "auto" as const,
    describe: "where to measure; emulator: for tests, its times mean nothing and nothing is written",
  },
  pack: {
    type: "string",
    describe: "measure nothing: write all that is needed to do it on another machine to this new directory",
  },
  import: { type: "string", describe: "measure nothing: read the results.json that a pack has written" },
  wisdom: {
    type: "boolean",
    describe:
      "take the winner into your wisdom, where other projects find it, as is done by default (--no-wisdom: do not)",
  },
  keep: {
    type: "boolean",
    default: false,
    describe: "keep the directory that candidates were built in where one fails or is wrong, and say where it is",
  },
  "dry-run": { type: "boolean", default: false, describe: "show the candidates; measure nothing, write nothing" },
} as const satisfies Record<string, Options>;

export const listOptions = { json } as const satisfies Record<string, Options>;
