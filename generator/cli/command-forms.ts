// What stands after each command, as a table: words are checked by it, and completed.
import { doctorOptions } from "./doctor-options.js";
import { exampleOptions } from "./example-options.js";
import { fragmentsOptions } from "./fragments-options.js";
import { initOptions } from "./init-options.js";
import { gpuOptions } from "./gpu-options.js";
import { TRANSFORM_KINDS } from "../plan/transform.js";
import {
  benchOptions,
  bundleOptions,
  emitOptions,
  explainOptions,
  listOptions,
  planOptions,
  tuneOptions,
  verifyOptions,
} from "./options.js";
import { studyOptions } from "./study-options.js";
import { wisdomOptions } from "./wisdom-options.js";
import type { CommandForm } from "./words.js";

const anyPlans = { least: 0, most: Infinity, what: "plans" } as const;

export const commandForms: readonly CommandForm[] = [
  {
    name: "plan",
    operands: {
      least: 1,
      most: 1,
      what: "one size, its lengths joined by x, such as `fftgen plan 256x256x256` or `fftgen plan fwht 4096`",
      kinds: TRANSFORM_KINDS,
    },
    options: planOptions,
  },
  {
    name: "tune",
    operands: { least: 0, most: Infinity, what: "sizes or plans", kinds: TRANSFORM_KINDS },
    options: tuneOptions,
  },
  { name: "emit", operands: anyPlans, options: emitOptions },
  {
    name: "bundle",
    operands: { least: 0, most: Infinity, what: "a name and plans, such as `fftgen bundle fft plans/*.plan.ts`" },
    options: bundleOptions,
  },
  { name: "verify", operands: anyPlans, options: verifyOptions },
  {
    name: "explain",
    operands: { least: 1, most: 1, what: "one plan, by its name in `fftgen list` or the path of its file" },
    options: explainOptions,
  },
  {
    name: "bench",
    operands: {
      least: 0,
      most: 1,
      what: "one suite: peers, powers-of-two, fftw-1d, fftw-2d, fftw-3d, fwht, halves or a .json file",
    },
    options: benchOptions,
  },
  { name: "study", operands: { least: 1, most: 1, what: "one study: fwht-stability" }, options: studyOptions },
  {
    name: "example",
    operands: { least: 0, most: 1, what: "one example: xor-convolution, soft-threshold or split-range" },
    options: exampleOptions,
  },
  {
    name: "fragments",
    operands: { least: 0, most: 1, what: "one shape: m8n8k4, m16n8k8 or m16n8k16" },
    options: fragmentsOptions,
  },
  { name: "gpu", operands: { least: 0, most: 2, what: "list, show and a name, or schema" }, options: gpuOptions },
  {
    name: "wisdom",
    operands: { least: 0, most: 2, what: "list, export and a file, import and a file, or schema" },
    options: wisdomOptions,
  },
  { name: "init", operands: { least: 0, most: 0, what: "nothing" }, options: initOptions },
  { name: "list", operands: { least: 0, most: 0, what: "nothing" }, options: listOptions },
  { name: "doctor", operands: { least: 0, most: 0, what: "nothing" }, options: doctorOptions },
  { name: "completion", operands: { least: 1, most: 1, what: "a shell: bash, zsh or fish" }, options: {} },
];
