// What a transform is called.
import { sizeText, type Transform } from "./transform.js";
import { suffixesOf } from "./transform-fields.js";

/** The name of a transform and of its package, an identifier of C: `c2c_f32_256x256x256`, whatever differs from the usual appended. */
export const transformName = (transform: Transform): string =>
  [transform.kind.replace("-", "_"), transform.precision, sizeText(transform), ...suffixesOf(transform)].join("_");
