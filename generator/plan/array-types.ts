// What arrays hold numbers in where that is not the precision of the transform: the fields that say it. In numbers: pixels of 8 bits are
// loaded as the single-precision numbers 0 to 255, and what is computed from them is stored as f16.
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
