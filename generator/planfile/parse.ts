// Turns the text of a plan file into the literal that it exports, without running any of it. Refuses everything that is not
// a literal. Does not know which keys a plan has (validate.ts).
import type { ParsedPlanFile, Source } from "./literal.js";
import { parsedByTree } from "./syntax-tree.js";
import { parsedAsUsual } from "./usual-form.js";

/** @throws InputError at the first place that is not as it should be */
export const parsePlanFile = (source: Source): ParsedPlanFile => parsedAsUsual(source.text) ?? parsedByTree(source);
