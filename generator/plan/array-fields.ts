// The fields of a transform that say where the elements of its arrays lie.
import {
  isEmpty,
  PLANAR_TITLES,
  SHIFT_TITLES,
  rangesName,
  rangesText,
  stridesName,
  stridesText,
} from "./array-words.js";
import type { TransformField } from "./transform-field.js";
import { functionField, typeField } from "./array-types.js";
import { PLANARS, planarOf, shiftOf, TRANSFORM_KINDS } from "./transform.js";
import { SHIFTS, STRIDE_CHOICES } from "./call-choices.js";

/** In the order in which plan files have them. */
export const ARRAY_FIELDS = {
  inputType: typeField(
    "input",
    10,
    "what the input holds numbers in: u8, i8, u16, i16, f16, bf16, f32 or f64, converted as they are loaded; default: the precision",
  ),
  outputType: typeField(
    "output",
    10,
    "what the output holds numbers in: whole numbers are rounded to nearest, ties to even, and saturate, what is not a number becomes 0; default: the precision",
  ),
  load: functionField(
    "load",
    10,
    "what becomes of each element v of the input as it is loaded: v / 255, or 2 * conj(v); default: nothing",
  ),
  store: functionField(
    "store",
    10,
    "what becomes of each result v as it is stored: abs2(v), or 10 * log10(max(abs2(v), 1e-10)); default: nothing",
  ),
  inputStrides: {
    form: { kind: "strides" },
    describe: "Strides of the input in elements, by dimension, and the distance between the arrays of a batch.",
    silent: ({ inputStrides }) => isEmpty(inputStrides),
    absentBefore: ["c2c", "fwht"],
    inSuites: TRANSFORM_KINDS,
    flag: {
      name: "input-strides",
      type: "string",
      describe:
        "strides of the input in elements, by dimension and of the batch: Y=4112,batch=2^20; default: contiguous over the faster dimensions",
    },
    suffix: { place: 10, text: ({ inputStrides }) => stridesName("in", inputStrides) },
    title: ({ inputStrides }) => (isEmpty(inputStrides) ? undefined : `input strides ${stridesText(inputStrides)}`),
  },
  outputStrides: {
    form: { kind: "strides" },
    describe: "Strides of the output.",
    silent: ({ outputStrides }) => isEmpty(outputStrides),
    absentBefore: ["c2c", "fwht"],
    inSuites: TRANSFORM_KINDS,
    flag: {
      name: "output-strides",
      type: "string",
      describe: "strides of the output in elements: X=256,Y=1 stores a transposed array",
    },
    suffix: { place: 11, text: ({ outputStrides }) => stridesName("out", outputStrides) },
    title: ({ outputStrides }) => (isEmpty(outputStrides) ? undefined : `output strides ${stridesText(outputStrides)}`),
  },
  inputRange: {
    form: { kind: "ranges" },
    describe: "The first and the last index of the input that is read; the rest is taken as zero.",
    silent: ({ inputRange }) => isEmpty(inputRange),
    absentBefore: ["c2c", "fwht"],
    inSuites: TRANSFORM_KINDS,
    flag: {
      name: "input-range",
      type: "string",
      describe:
        "the part of the input that is read, first and last index: X=0..127, or round the end Y=-16..15; the rest is taken as zero; default: all",
    },
    suffix: { place: 12, text: ({ inputRange }) => rangesName("of", inputRange) },
    title: ({ inputRange }) => (isEmpty(inputRange) ? undefined : `input ${rangesText(inputRange)}`),
  },
  outputRange: {
    form: { kind: "ranges" },
    describe: "The first and the last index of the output that is written.",
    silent: ({ outputRange }) => isEmpty(outputRange),
    absentBefore: ["c2c", "fwht"],
    inSuites: TRANSFORM_KINDS,
    flag: {
      name: "output-range",
      type: "string",
      describe:
        "the part of the output that is written, first and last index: X=0..127, or round the end Y=-16..15; default: all",
    },
    suffix: { place: 13, text: ({ outputRange }) => rangesName("to", outputRange) },
    title: ({ outputRange }) => (isEmpty(outputRange) ? undefined : `output ${rangesText(outputRange)}`),
  },
  planar: {
    form: { kind: "word", choices: { c2c: PLANARS, r2c: ["none", "output"], c2r: ["none", "input"] } },
    describe: "Which sides have real and imaginary parts in separate arrays.",
    silent: (transform) => planarOf(transform) === "none",
    absentBefore: ["c2c", "r2c", "c2r"],
    inSuites: ["c2c", "r2c", "c2r"],
    flag: {
      name: "planar",
      choices: PLANARS,
      describe: "real and imaginary parts in separate arrays: input, output or both; default: none",
    },
    suffix: {
      place: 14,
      text: (transform) => (planarOf(transform) === "none" ? undefined : `planar_${planarOf(transform)}`),
    },
    title: (transform) => PLANAR_TITLES[planarOf(transform)],
  },
  shift: {
    form: { kind: "word", choices: { c2c: SHIFTS, r2c: ["none", "output"], c2r: ["none", "input"] } },
    describe:
      "Which sides have frequency 0 in the middle of the transformed dimensions: index k at place (k + floor(n/2)) mod n, as numpy.fft.fftshift puts it; of real transforms the spectrum, along all but its halved dimension.",
    silent: (transform) => shiftOf(transform) === "none",
    absentBefore: ["c2c", "r2c", "c2r"],
    inSuites: ["c2c", "r2c", "c2r"],
    flag: {
      name: "shift",
      choices: SHIFTS,
      describe:
        "frequency 0 in the middle of the transformed dimensions, as numpy.fft.fftshift puts it: input, output or both; of half spectra along all dimensions but the halved one; default: none",
    },
    suffix: {
      place: 16,
      text: (transform) => (shiftOf(transform) === "none" ? undefined : `shift_${shiftOf(transform)}`),
    },
    title: (transform) => SHIFT_TITLES[shiftOf(transform)],
  },
  strides: {
    form: { kind: "word", choices: Object.fromEntries(TRANSFORM_KINDS.map((kind) => [kind, STRIDE_CHOICES])) },
    describe: "Whether strides are those of the plan, or parameters of the transform's functions.",
    silent: ({ strides }) => strides === "fixed",
    absentBefore: ["c2c", "fwht"],
    inSuites: TRANSFORM_KINDS,
    flag: {
      name: "strides",
      choices: STRIDE_CHOICES,
      describe:
        "run-time: all strides other than 1 are parameters of execute, and the plan is optimised for the given ones; default: fixed",
    },
    suffix: { place: 15, text: ({ strides }) => (strides === "fixed" ? undefined : "run_time_strides") },
    title: ({ strides }) => (strides === "fixed" ? undefined : "strides at run time"),
  },
} as const satisfies Readonly<Record<string, TransformField>>;
