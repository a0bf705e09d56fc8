// What lists say of where a transform's arrays lie, and of what of them is transformed, where it is not all of dense ones.
import { z } from "zod";
import { fieldSchemas } from "../json/field-schemas.js";
import { fieldValue, transformFields, type FieldName, type NamedField } from "../plan/transform-fields.js";
import type { FourierTransform, Transform } from "../plan/transform.js";

const NAMES = [
  "axes",
  "distance",
  "inputStrides",
  "outputStrides",
  "inputRange",
  "outputRange",
  "planar",
  "strides",
] as const satisfies readonly FieldName[];

/** Those of complex transforms, which have all of them. */
const schemas = fieldSchemas<FourierTransform>("c2c");

export const layoutSchema = z
  .strictObject({
    axes: schemas.axes.optional(),
    distance: schemas.distance.optional(),
    inputStrides: schemas.inputStrides.optional(),
    outputStrides: schemas.outputStrides.optional(),
    inputRange: schemas.inputRange.optional(),
    outputRange: schemas.outputRange.optional(),
    planar: schemas.planar.optional(),
    strides: schemas.strides.optional(),
  })
  .describe(
    "In the form of plan files; default values are left out, so it is empty for dense arrays that are transformed along all dimensions.",
  );

const saidFields = (transform: Transform): readonly NamedField[] =>
  transformFields(transform.kind).filter(
    ({ name, silent }) => NAMES.some((one) => one === name) && silent?.(transform) !== true,
  );

/** For programs. */
export const layoutValue = (transform: Transform): z.infer<typeof layoutSchema> =>
  Object.fromEntries(saidFields(transform).map(({ name }) => [name, fieldValue(transform, name)] as const));

/** For people: `along Y, input strides Y=20, planar`; empty where nothing is to be said. */
export const layoutText = (transform: Transform): string =>
  saidFields(transform)
    .flatMap(({ name, title }) => {
      if (name === "axes") return [`along ${transform.axes.toReversed().join(",")}`];
      if (name === "distance") return [`arrays ${transform.distance} apart`];
      return title?.(transform) ?? [];
    })
    .join(", ");
