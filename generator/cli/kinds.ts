// The kinds of transforms as words of the command line.
import type { Transform } from "../plan/transform.js";

/** What may stand before a size. The first is meant where nothing does. */
export const TRANSFORM_KINDS = ["c2c", "fwht"] as const satisfies readonly Transform["kind"][];
