// Words in lists for the layout of a transform's arrays, and for its transformed part, where these are not dense and whole.
import { z } from "zod";
import { fieldSchemas } from "../json/field-schemas.js";
import { fieldValue, transformFields, type FieldName, type NamedField } from "../plan/transform-fields.js";
import type { FourierTransform, Transform } from "../plan/transform.js";

const NAMES = [
  "axes",
  "distance",
  "inputType",
  "outputType",
  "inputStrides",
  "outputStrides",
  "inputRange",
  "outputRange",
  "planar",
  "shift",
  "strides",
] as const satisfies readonly FieldName[];

/** The fields of complex transforms, which have all of them. */
const schemas = fieldSchemas<FourierTransform>("c2c");

export const layoutSchema = z
  .strictObject({
    axes: schemas.axes.optional(),
    distance: schemas.distance.optional(),
    inputType: schemas.inputType.optional(),
    outputType: schemas.outputType.optional(),
    inputStrides: schemas.inputStrides.optional(),
    outputStrides: schemas.outputStrides.optional(),
    inputRange: schemas.inputRange.optional(),
    outputRange: schemas.outputRange.optional(),
    planar: schemas.planar.optional(),
    shift: schemas.shift.optional(),
    strides: schemas.strides.optional(),
  })
  .describe(
    "In the form of plan files; default values are left out, so it is empty for dense arrays that are transformed along all dimensions.",
  );

const saidFields = (transform: Transform): readonly NamedField[] =>
  transformFields(transform.kind).filter(
    ({ name, silent }) => NAMES.some((one) => one === name) && silent?.(transform) !== true,
  );

/** The layout for programs. */
export const layoutValue = (transform: Transform): z.infer<typeof layoutSchema> =>
  Object.fromEntries(saidFields(transform).map(({ name }) => [name, fieldValue(transform, name)] as const));

/** The layout for people: `along Y, input strides Y=20, planar`; empty for the usual layout. */
export const layoutText = (transform: Transform): string =>
  saidFields(transform)
    .flatMap(({ name, title }) => {
      if (name === "axes") return [`along ${transform.axes.toReversed().join(",")}`];
      if (name === "distance") return [`arrays ${transform.distance} apart`];
      return title?.(transform) ?? [];
    })
    .join(", ");
