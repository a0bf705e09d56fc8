// Turns the words after `fftgen plan` into the transform that the user means.
import { elementScope } from "../plan/element-functions.js";
import { parseExpression } from "../pointwise/parse.js";
import { at, InputError } from "../failure/errors.js";
import { parseSize } from "../notation/size.js";
import {
  choicesOf,
  isOf,
  transformFields,
  withFields,
  type FieldValue,
  type NamedField,
} from "../plan/transform-fields.js";
import { strideNames, rangeNames, listed } from "../plan/stride-names.js";
import { transformProblem, type TransformProblem } from "../plan/transform-problem.js";
import { usualTransform } from "../plan/families.js";
import {
  hasTwiddles,
  isTrigonometric,
  NUMBER_FORMATS,
  transformedCount,
  traitsOf,
  type Family,
  TRANSFORM_KINDS,
  TRIGONOMETRIC_KINDS,
  USUAL_KIND,
  type Kinds,
  type Transform,
  type TrigonometricTransform,
} from "../plan/transform.js";
import { hasArithmeticChoice, settledArithmetic } from "../plan/arithmetic-choice.js";
import { withUsualLayout } from "../plan/usual-layout.js";
import { inOwnKind, inverseOf, logicalCount } from "../plan/trigonometric.js";
import type { FieldArguments } from "./field-options.js";
import { choiceFrom, countFrom, onlyHint, rangeFrom, scaleFrom, strideFrom } from "./option-values.js";
import { usualBatch } from "../plan/usual-batch.js";
import type { WishArguments } from "./search-wishes.js";

export interface TransformArguments extends WishArguments, FieldArguments {
  readonly kind: Transform["kind"];
  readonly size: string;
  readonly precision: string;
}

/** A size and the kind before it: a kind holds for all sizes behind it, up to the next kind. */
export type AskedSize = Pick<TransformArguments, "kind" | "size">;

/**
 * `fwht 4096 2^20` -> two sizes. Other words may be names of plans; their files are not read here.
 * @throws InputError for a kind without a size
 */
export function askedSizes(words: readonly string[]): readonly AskedSize[] {
  const sizes: AskedSize[] = [];
  let kind = USUAL_KIND;
  words.forEach((word, index) => {
    const named = TRANSFORM_KINDS.find((candidate) => candidate === word);
    if (named === undefined) {
      sizes.push({ kind, size: word });
      return;
    }
    kind = named;
    if (!/^\d/.test(words[index + 1] ?? ""))
      throw new InputError(`${word} needs a size after it, such as ${word} 4096`);
  });
  return sizes;
}

/** `--scale run-time`. */
const AT_RUN_TIME = "run-time";

/** The text of the option for a field; undefined where the user gave none. */
function given({ name, flag }: NamedField, parameters: FieldArguments): string | undefined {
  // A scale that is no number, but what each call says.
  if (parameters.scale === AT_RUN_TIME && (name === "scale" || name === "scaling"))
    return name === "scaling" ? AT_RUN_TIME : undefined;
  const camel = flag.name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const value = Object.entries<string | boolean | undefined>({ ...parameters }).find(([name]) => name === camel)?.[1];
  if (value === undefined || typeof value === "string") return value;
  return value ? flag.means : undefined;
}

/** The name of a given option that sets a property of a transform, or of its search. */
export function givenOption(parameters: FieldArguments & WishArguments): string | undefined {
  const asked = transformFields().find((field) => {
    const value = given(field, parameters);
    return field.name !== "batch" && value !== undefined && value !== field.flag.default;
  });
  if (asked !== undefined) return asked.flag.name;
  return parameters.algorithm !== undefined ? "algorithm" : parameters.unit !== undefined ? "unit" : undefined;
}

/** @throws InputError for options that do not go together, or not with this kind of transform */
export function askedTransform(parameters: TransformArguments): Transform {
  requireOwnOptions(parameters);
  const precision = choiceFrom("--precision", parameters.precision, NUMBER_FORMATS);
  const lone = usualTransform(parameters.kind, lengthsFrom(parameters.size), precision);
  // With two arrays it shows whether there is a gap between arrays.
  const usual = { ...lone, batch: 2 };
  // What an expression may name depends on all else.
  const lastOf = ({ form }: NamedField): number => (form.kind === "expression" ? 1 : 0);
  const fields = transformFields(parameters.kind).toSorted((a, b) => lastOf(a) - lastOf(b));
  const said = fields.reduce((transform, field) => {
    const text = given(field, parameters);
    const value = text === undefined ? undefined : valueFrom(field, text, transform);
    return value === undefined ? transform : withFields(transform, new Map([[field.name, value]]));
  }, usual);
  const asked = isTrigonometric(said) && said.direction === "inverse" ? namedInverse(forward(said)) : said;
  const words = transformFields(parameters.kind).flatMap((field) =>
    given(field, parameters) === undefined ? [] : [field.name],
  );
  const problem = transformProblem(asked, words);
  if (problem !== undefined) throw mistakeOf(problem, parameters);
  if (words.includes("arithmetic") && asked.arithmetic === "native" && !hasArithmeticChoice(asked))
    throw new InputError(
      `--arithmetic native requires --precision f16 or bf16: ${precision} is always computed in its own format; leave it out`,
    );
  const transform = withUsualLayout({
    ...inOwnKind(asked),
    arithmetic: settledArithmetic(precision, asked.arithmetic),
  });
  if (parameters.batch !== undefined) return transform;
  const usualOne = { ...transform, batch: usualBatch(transform) };
  const tooMany = transformProblem(usualOne);
  if (tooMany === undefined) return usualOne;
  const remedy = `, or a --batch below the ${usualOne.batch} that are planned for without one`;
  throw mistakeOf({ ...tooMany, message: tooMany.message + remedy }, parameters);
}

/** The inverse of a cosine or sine transform has another kind. If both kinds are refused, the message is about the named one. */
function namedInverse(said: TrigonometricTransform): TrigonometricTransform {
  const inverse = inverseOf(said);
  const isRefused = transformProblem(inverse) !== undefined && transformProblem(said) !== undefined;
  return isRefused ? said : inverse;
}

const forward = <T extends Transform>(transform: T): T => ({ ...transform, direction: "forward" });

/** An option of another kind of transform gets a message of its own. */
function requireOwnOptions(parameters: TransformArguments): void {
  const { kind, size } = parameters;
  const strays = transformFields().filter((field) => !isOf(field, kind));
  const found = strays.find((field) => given(field, parameters) !== undefined);
  const isWish = found === undefined && hasTwiddles({ kind }) && parameters.algorithm !== undefined;
  const name = isWish ? "algorithm" : found?.flag.name;
  if (name === undefined) return;
  const owners = TRANSFORM_KINDS.filter((one) =>
    found === undefined ? !hasTwiddles({ kind: one }) : isOf(found, one),
  );
  const families = [...new Set(owners.map((one) => FAMILIES[traitsOf({ kind: one }).family].many))];
  // Of the cosine transforms the second is the one that most people mean.
  const shown = owners.includes(TRIGONOMETRIC_KINDS[1]) ? TRIGONOMETRIC_KINDS[1] : at(owners, 0);
  const written = (one: Transform["kind"]): string => (one === USUAL_KIND ? `${size} alone` : `\`${one} ${size}\``);
  throw new InputError(
    `--${name} goes with ${families.join(", ")}: ${written(shown)} is one, ${written(kind)} a ${FAMILIES[traitsOf({ kind }).family].one}`,
  );
}

const FAMILIES: Readonly<Record<Family, { readonly one: string; readonly many: string }>> = {
  fourier: { one: "complex Fourier transform", many: "complex Fourier transforms" },
  walsh: { one: "Walsh-Hadamard transform", many: "Walsh-Hadamard transforms" },
  real: { one: "Fourier transform of real numbers", many: "Fourier transforms of real numbers" },
  trigonometric: { one: "cosine or sine transform", many: "cosine and sine transforms" },
};

function valueFrom({ form, flag, onlyChoice }: NamedField, text: string, transform: Transform): FieldValue {
  const what = `--${flag.name}`;
  switch (form.kind) {
    case "word":
      return choiceFrom(what, text, choicesOf(form, transform.kind), onlyHint(onlyChoice?.(transform.kind)));
    case "count":
      return countFrom(what, text);
    case "factor":
      return isTrigonometric(transform)
        ? trigonometricScale(text, transform)
        : scaleFrom(text, transformedCount(transform), transform.precision);
    case "axes":
      return axesFrom(what, text, transform.axes);
    case "strides": {
      const names = strideNames(transform);
      return listed(names, assigned(what, text, names, "Y=4112 or Y=4112,batch=2^20", strideFrom));
    }
    case "ranges": {
      const names = rangeNames(transform);
      return listed(names, assigned(what, text, names, "X=0..127", rangeFrom));
    }
    case "kinds":
      return kindsFrom(what, text, transform);
    case "expression": {
      const read = parseExpression(text, elementScope(transform, form.side));
      if (!read.ok) throw new InputError(`${what} ${JSON.stringify(text)}: ${read.reason}`);
      return read.value.text;
    }
  }
}

/**
 * `Y,X`: names of dimensions, in any order and any case. Returns them in the order of the dimensions; repetitions stay, to be
 * judged.
 */
function axesFrom(what: string, text: string, names: readonly string[]): readonly string[] {
  const axes = text.split(",").map((word) => word.trim().toUpperCase());
  const stranger = axes.find((axis) => !names.includes(axis));
  if (stranger !== undefined) {
    const slowestFirst = names.toReversed().join(", ");
    const named = names.length === 1 ? "one dimension, X" : `dimensions ${slowestFirst}, of which X is contiguous`;
    throw new InputError(`${what} ${text}: expected names such as X or Y,X; this array has ${named}`);
  }
  return axes.toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
}

/** 1/N is the factor of the periodic sequences, by which the inverse divides. */
function trigonometricScale(text: string, transform: TrigonometricTransform): number {
  if (text.toLowerCase() === "orthonormal")
    throw new InputError(
      `--scale ${text}: one factor does not make a cosine or sine transform orthonormal; --normalisation orthonormal does`,
    );
  return scaleFrom(text, logicalCount(transform), transform.precision);
}

/** `dct-2,dst-1`: a kind for each transformed dimension, slowest first. Kinds equal to that of the transform are left out. */
function kindsFrom(what: string, text: string, { kind, axes }: Transform): Kinds {
  const kinds = text.split(",").map((word) => choiceFrom(what, word.trim(), TRIGONOMETRIC_KINDS));
  const slowestFirst = axes.toReversed();
  if (kinds.length !== slowestFirst.length)
    throw new InputError(
      `${what} ${text}: expected one kind for each of ${slowestFirst.join(", ")}, such as ${slowestFirst.map(() => kind).join(",")}`,
    );
  return Object.fromEntries(
    slowestFirst.flatMap((name, index) => (kinds[index] === kind ? [] : [[name, at(kinds, index)] as const])),
  );
}

/** `Y=4112,batch=2^20`: the value of each name. */
function assigned<T>(
  what: string,
  text: string,
  names: readonly string[],
  example: string,
  valueOf: (what: string, text: string) => T,
): ReadonlyMap<string, T> {
  const said = new Map<string, T>();
  for (const part of text.split(",")) {
    const [word = "", value, ...more] = part.split("=").map((piece) => piece.trim());
    const name = names.find((one) => one.toLowerCase() === word.toLowerCase());
    if (value === undefined || more.length > 0 || name === undefined)
      throw new InputError(`${what} ${text}: expected a list such as ${example}, of ${names.join(", ")}`);
    if (said.has(name)) throw new InputError(`${what} ${text}: ${name} is given twice; give it once`);
    said.set(name, valueOf(`${what} ${name}`, value));
  }
  return said;
}

function mistakeOf({ field, message }: TransformProblem, parameters: TransformArguments): InputError {
  const record = transformFields().find(({ name }) => name === field);
  if (record === undefined) return new InputError(`size ${parameters.size}: ${message}`);
  const { name, means } = record.flag;
  const value = means === undefined ? ` ${given(record, parameters) ?? ""}` : "";
  return new InputError(`--${name}${value}: ${message}`);
}

function lengthsFrom(text: string): readonly number[] {
  try {
    return parseSize(text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // One word of a command line has no line and column: the caret below it shows the place.
    throw new InputError(`size ${text}: ${error.message.replace(/^\d+:\d+: /, "")}`);
  }
}
