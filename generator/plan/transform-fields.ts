// The fields of a transform, one record each: how it is read and written, what it is where nobody says otherwise, by which option it
// is asked for, what names, titles and verification programs say of it. Whoever deals with transforms field by field goes through
// these. Lengths and precision are no fields: a transform has no usual ones.
import { invariant } from "../failure/errors.js";
import { isEmpty } from "./array-words.js";
import { HADAMARD_CHOICES } from "./hadamard-matrix.js";
import { isOwnInverse, transformedAxes } from "./axes.js";
import { kindsName, kindsSetting, kindsTitle } from "./kind-words.js";
import { onlyOrder } from "./order-words.js";
import {
  ARITHMETICS,
  DIRECTIONS,
  hasTwiddles,
  isAlongAll,
  isTrigonometric,
  isDense,
  isShort,
  PLACEMENTS,
  SPECTRA,
  STABILISATIONS,
  NORMALISATIONS,
  TRANSFORM_KINDS,
  traitsOf,
  TRIGONOMETRIC_KINDS,
  type Transform,
  usualDirection,
} from "./transform.js";
import { hasArithmeticChoice } from "./arithmetic-choice.js";
import { ARRAY_FIELDS } from "./array-fields.js";
import { scaleName } from "./scale.js";
import { SCALINGS } from "./call-choices.js";
import { stabilisationSentence, stabilisationTitle } from "./stabilisation-words.js";
import type { FieldForm, FieldName, FieldValue, Having, Kind, TransformField } from "./transform-field.js";

export type { FieldFlag, FieldForm, FieldName, FieldValue, TransformField } from "./transform-field.js";

const of = (kinds: readonly Kind[], choices: readonly string[]): Extract<FieldForm, { readonly kind: "word" }> => ({
  kind: "word",
  choices: Object.fromEntries(kinds.map((kind) => [kind, choices])),
});
const any = (choices: readonly string[]) => of(TRANSFORM_KINDS, choices);
/** A word as a part of a name, where it is not the usual one. */
const unless = (usual: string, word: string): string | undefined =>
  word === usual ? undefined : word.replace("-", "_");

/** In the order in which plan files have them. */
export const FIELDS = {
  arithmetic: {
    form: any(ARITHMETICS),
    describe: "Arithmetic of 16-bit data; other data is computed in its own format.",
    // What 16-bit data is computed with is a choice that is worth seeing.
    silent: (transform) => !hasArithmeticChoice(transform),
    flag: {
      name: "arithmetic",
      choices: ARITHMETICS,
      describe:
        "arithmetic of 16-bit data: f32, single precision, rounded when stored; or native, in the format of the data, two numbers per instruction: faster if arithmetic is the bottleneck, and less accurate; default: f32",
    },
    inSuites: TRANSFORM_KINDS,
    suffix: {
      place: 2,
      text: ({ precision, arithmetic }) => (arithmetic === "native" && isShort(precision) ? "native" : undefined),
    },
    // Where there is no choice, both words mean the same.
    matters: hasArithmeticChoice,
  },
  direction: {
    form: any(DIRECTIONS),
    silent: (transform) => isOwnInverse(transform) || !traitsOf(transform).isEitherWay,
    flag: {
      name: "inverse",
      means: "inverse",
      type: "boolean",
      default: false,
      describe:
        "exp(+2 pi i ...) instead of exp(-2 pi i ...); fwht: the transposed matrix. Unnormalised: --scale 1/N divides by N",
    },
    inSuites: ["c2c"],
    suffix: { place: 4, text: ({ kind, direction }) => unless(usualDirection(kind), direction) },
    title: (transform) => (hasTwiddles(transform) && traitsOf(transform).isEitherWay ? transform.direction : undefined),
    subject: (transform) =>
      hasTwiddles(transform) || transform.direction === "inverse"
        ? `direction = fftgen::verify::Direction::${transform.direction}`
        : undefined,
  },
  hadamard: {
    form: { kind: "word", choices: { fwht: HADAMARD_CHOICES } },
    describe: "The family of matrices for lengths that are not powers of two.",
    silent: (transform) => transformedAxes(transform).every(({ base }) => base === 1),
    flag: {
      name: "hadamard",
      choices: HADAMARD_CHOICES,
      describe:
        "fwht: the matrices of lengths that are not powers of two: standard, Paley's and Williamson's; dao, those of Dao's fast-hadamard-transform of orders 12, 20, 28 and 40; dao-20, as dao, with 20 where 40 would also divide the length; default: standard",
    },
    suffix: { place: 3, text: ({ hadamard }) => unless("standard", hadamard) },
    title: ({ hadamard }) =>
      hadamard === "standard" ? undefined : `Dao's matrices${hadamard === "dao" ? "" : " (dao-20)"}`,
    subject: ({ hadamard }) =>
      hadamard === "standard" ? undefined : `hadamard = fftgen::verify::Hadamard::${hadamard.replace("-", "_")}`,
  },
  order: {
    form: {
      kind: "word",
      choices: Object.fromEntries(TRANSFORM_KINDS.map((kind) => [kind, traitsOf({ kind }).orders])),
    },
    onlyChoice: onlyOrder,
    silent: (transform) => traitsOf(transform).orders.length === 1,
    flag: {
      name: "order",
      type: "string",
      default: "natural",
      describe: "order of the output: natural or digit-reversed; for fwht natural, sequency (Walsh) or dyadic (Paley)",
    },
    inSuites: ["fwht"],
    suffix: { place: 6, text: ({ order }) => unless("natural", order) },
    title: (transform) => (isTrigonometric(transform) ? undefined : `${transform.order} order`),
  },
  stabilisation: {
    form: { kind: "word", choices: { fwht: STABILISATIONS } },
    flag: {
      name: "stabilisation",
      alias: "stabilization",
      choices: STABILISATIONS,
      describe:
        "fwht: compensated summation (Kahan, Neumaier), across the whole transform or (semi) within each kernel; default: none",
    },
    inSuites: ["fwht"],
    suffix: { place: 5, text: ({ stabilisation }) => unless("none", stabilisation) },
    title: stabilisationTitle,
    sentence: stabilisationSentence,
  },
  spectrum: {
    form: of(["r2c", "c2r"], SPECTRA),
    describe: "Whether the last frequency is stored behind the others or in the imaginary part of the first.",
    silent: ({ spectrum }) => spectrum === "half",
    absentBefore: ["r2c", "c2r"],
    inSuites: ["r2c", "c2r"],
    flag: {
      name: "spectrum",
      choices: SPECTRA,
      describe:
        "r2c, c2r: half, n/2 + 1 elements; or packed, n/2 elements with frequency n/2 in the imaginary part of frequency 0; default: half",
    },
    suffix: { place: 6, text: ({ spectrum }) => unless("half", spectrum) },
    title: ({ spectrum }) => (spectrum === "half" ? undefined : `${spectrum} spectrum`),
  },
  axes: {
    form: { kind: "axes" },
    describe: "The dimensions that are transformed; the others are batches.",
    silent: isAlongAll,
    absentBefore: ["c2c"],
    inSuites: TRANSFORM_KINDS,
    flag: {
      name: "axes",
      type: "string",
      describe: "the dimensions to transform, by name: X, the contiguous one, or Y,X; default: all",
    },
    suffix: {
      place: 1,
      text: (transform) => (isAlongAll(transform) ? undefined : `along_${transform.axes.join("").toLowerCase()}`),
    },
  },
  kinds: {
    form: { ...of(TRIGONOMETRIC_KINDS, TRIGONOMETRIC_KINDS), kind: "kinds" },
    describe: "The kinds of dimensions that are transformed by another kind.",
    silent: ({ kinds }) => isEmpty(kinds),
    flag: {
      name: "kinds",
      type: "string",
      describe:
        "cosine and sine transforms: the kind along each dimension, the slowest first: dct-2,dst-1; default: the same along all",
    },
    suffix: { place: 0, text: kindsName },
    title: kindsTitle,
    subject: kindsSetting,
  },
  normalisation: {
    form: of(TRIGONOMETRIC_KINDS, NORMALISATIONS),
    silent: ({ normalisation }) => normalisation === "none",
    inSuites: TRIGONOMETRIC_KINDS,
    flag: {
      name: "normalisation",
      alias: "normalization",
      choices: NORMALISATIONS,
      describe:
        "cosine and sine transforms: orthonormal, so that the inverse is the transpose; default: none, as in FFTW and SciPy",
    },
    suffix: { place: 5, text: ({ normalisation }) => unless("none", normalisation) },
    title: ({ normalisation }) => unless("none", normalisation),
    subject: ({ normalisation }) => (normalisation === "none" ? undefined : `${normalisation} = true`),
  },
  distance: {
    form: { kind: "count" },
    describe: "Distance between the arrays of a batch in elements.",
    silent: isDense,
    absentBefore: ["c2c"],
    flag: {
      name: "row-stride",
      type: "string",
      describe: "distance between the arrays of a batch in elements; default: contiguous",
    },
    suffix: {
      place: 7,
      text: (transform) => (isDense(transform) ? undefined : `distance_${transform.distance}`),
    },
  },
  ...ARRAY_FIELDS,
  placement: {
    form: any(PLACEMENTS),
    flag: {
      name: "in-place",
      means: "in-place",
      type: "boolean",
      default: false,
      describe: "the output overwrites the input: both may be the same memory",
    },
    suffix: { place: 8, text: ({ placement }) => unless("out-of-place", placement) },
    title: ({ placement }) => (placement === "in-place" ? "in place" : undefined),
  },
  scale: {
    form: { kind: "factor" },
    describe: "Every output is multiplied by this.",
    flag: {
      name: "scale",
      type: "string",
      default: "1",
      describe: "factor of every output: a number; 1/N for N points; orthonormal for 1/sqrt(N); or none for 1",
    },
    suffix: { place: 9, text: (transform) => (transform.scale === 1 ? undefined : scaleName(transform)) },
    title: ({ scale }) => (scale === 1 ? undefined : `scaled by ${scale}`),
  },
  scaling: {
    form: any(SCALINGS),
    describe: "Whether execute takes a further factor of every output.",
    silent: ({ scaling }) => scaling === "fixed",
    absentBefore: TRANSFORM_KINDS,
    inSuites: TRANSFORM_KINDS,
    flag: {
      name: "scaling",
      choices: SCALINGS,
      describe:
        "run-time: a factor of every output is a parameter of execute, so that one transform serves every normalisation; --scale run-time is the same; default: fixed",
    },
    suffix: { place: 9, text: ({ scaling }) => (scaling === "fixed" ? undefined : "run_time_scale") },
    title: ({ scaling }) => (scaling === "fixed" ? undefined : "scaled at run time"),
  },
  batch: {
    form: { kind: "count" },
    describe: "Arrays per call that the plan is chosen for.",
    flag: {
      name: "batch",
      type: "string",
      describe:
        "arrays per call to plan for, of `plan` also a range, 1..4096 (any number works at run time); default: one to as many as give 2^24 points",
    },
    // A plan takes any at run time.
    matters: () => false,
  },
} as const satisfies { readonly [Name in FieldName]: TransformField<Having<Name>> };

/** A record with its name. */
export interface NamedField extends TransformField {
  readonly name: FieldName;
}

/** Whoever goes through them asks each about transforms that have it (`transformFields`). */
const ALL: readonly NamedField[] = (Object.entries(FIELDS) as [FieldName, TransformField][]).map(([name, field]) => ({
  ...field,
  name,
}));

/** Whether transforms of this kind have the field. */
export const isOf = ({ form }: TransformField, kind: Kind): boolean =>
  !("choices" in form) || form.choices[kind] !== undefined;

/** In the order in which plan files have them; of one kind, or of any. */
export const transformFields = (kind?: Kind): readonly NamedField[] =>
  ALL.filter((field) => kind === undefined || isOf(field, kind));

/** The words that a field has for a kind of transform. */
export const choicesOf = (form: Extract<FieldForm, { readonly kind: "word" }>, kind: Kind): readonly string[] =>
  form.choices[kind] ?? [];

/** Of a field that transforms of its kind have. */
export function fieldValue(transform: Transform, name: FieldName): FieldValue {
  const value = Object.entries<FieldValue | Transform["dimensions"]>({ ...transform }).find(
    ([key]) => key === name,
  )?.[1];
  invariant(value !== undefined, () => `fields: a ${transform.kind} has no ${name}`);
  return value as FieldValue;
}

/** The transform with other values: those that readers have found right for the forms of the records. */
export const withFields = (transform: Transform, values: ReadonlyMap<FieldName, FieldValue>): Transform => ({
  ...transform,
  ...Object.fromEntries(values),
});

/** What each record says about its transform, where it says anything, in the order of the records. */
export const told = (
  transform: Transform,
  say: (field: NamedField) => ((transform: Transform) => string | undefined) | undefined,
): readonly string[] => transformFields(transform.kind).flatMap((field) => say(field)?.(transform) ?? []);

/** The suffixes of a transform's name. */
export const suffixesOf = (transform: Transform): readonly string[] =>
  transformFields(transform.kind)
    .toSorted((a, b) => (a.suffix?.place ?? 0) - (b.suffix?.place ?? 0))
    .flatMap(({ suffix }) => suffix?.text(transform) ?? []);
