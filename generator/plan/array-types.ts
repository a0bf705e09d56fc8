// What arrays hold numbers in where that is not the precision of the transform: the fields that say it. In numbers: pixels of 8 bits are
// loaded as the single-precision numbers 0 to 255, and what is computed from them is stored as f16.
import { storesReals } from "./element-functions.js";
import { exactBits, integerLimits, isInteger, STORAGES, type Storage } from "./storage.js";
import type { TransformField } from "./transform-field.js";
import { computedWith, TRANSFORM_KINDS, type NumberFormat, type Transform } from "./transform.js";

/** Whether both arrays hold numbers in the precision of the transform. */
export const isPlainlyTyped = ({ precision, inputType, outputType }: Transform): boolean =>
  inputType === precision && outputType === precision;

/** What becomes of numbers where the arrays hold others than are computed with. */
function typeSentence(side: "input" | "output", type: Storage, held: NumberFormat): string {
  if (side === "input") {
    const rounded = exactBits(type) > exactBits(held) ? ", and rounded to nearest even" : "";
    return `Numbers of the input are ${type}, and are converted to ${held} as they are loaded${rounded}.`;
  }
  if (isInteger(type)) {
    const [least, largest] = integerLimits(type);
    return `Numbers of the output are ${type}: the nearest whole number, of two the even one, at least ${least} and at most ${largest}; what is not a number becomes 0.`;
  }
  const rounded = exactBits(type) < exactBits(held) ? ", rounded to nearest even" : "";
  return `Numbers of the output are ${type}${rounded}.`;
}

/** `--input-type u8`, and the same of the output. */
export const typeField = (side: "input" | "output", place: number, describe: string) =>
  ({
    form: { kind: "word", choices: Object.fromEntries(TRANSFORM_KINDS.map((kind) => [kind, STORAGES])) },
    describe: `What the ${side} holds numbers in, where that is not the precision.`,
    silent: (transform) => transform[`${side}Type`] === transform.precision,
    absentBefore: TRANSFORM_KINDS,
    inSuites: TRANSFORM_KINDS,
    flag: { name: `${side}-type`, choices: STORAGES, describe },
    suffix: {
      place,
      text: (transform) => {
        const type = transform[`${side}Type`];
        return type === transform.precision ? undefined : `${side === "input" ? "from" : "into"}_${type}`;
      },
    },
    title: (transform) => {
      const type = transform[`${side}Type`];
      return type === transform.precision ? undefined : `${side === "input" ? "from" : "into"} ${type}`;
    },
    sentence: (transform) => {
      const type = transform[`${side}Type`];
      return type === transform.precision ? undefined : typeSentence(side, type, computedWith(transform));
    },
  }) as const satisfies TransformField;

/** `--load "v / 255"`, and the same of the output. */
export const functionField = (name: "load" | "store", place: number, describe: string) =>
  ({
    form: { kind: "expression", side: name === "load" ? "input" : "output" },
    describe: `What becomes of each element of the ${name === "load" ? "input as it is loaded" : "output as it is stored"}: an expression of v.`,
    silent: (transform) => transform[name] === "",
    absentBefore: TRANSFORM_KINDS,
    inSuites: TRANSFORM_KINDS,
    flag: { name, type: "string", describe },
    suffix: {
      place,
      text: (transform) => (transform[name] === "" ? undefined : `${name}_${shortHash(transform[name])}`),
    },
    title: (transform) => (transform[name] === "" ? undefined : `${name} ${transform[name]}`),
    sentence: (transform) => {
      const text = transform[name];
      if (text === "") return undefined;
      return name === "load"
        ? `Of each element v of the input ${text} is transformed.`
        : `Of each result v the output holds ${text}${storesReals(transform) ? ", a real number" : ""}.`;
    },
  }) as const satisfies TransformField;

/** Few digits that tell texts apart, for names: FNV-1a, of 32 bits. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0").slice(0, 6);
}
