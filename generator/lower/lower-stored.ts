// The parts of a kernel that stores numbers in another order than its last butterflies have them (layout/in-order.ts): these put them into
// shared memory, each in its place, and threads store them as they lie.
import { NUMBERS } from "../kernel/program.js";
import { columnsIn, rowLength, rowsIn } from "../layout/gathered.js";
import { BANKS, halvesOf } from "../layout/in-order.js";
import type { Phase } from "../layout/phases.js";
import type { MappedAxis, Reach } from "../layout/reach.js";
import { endingIn, MOVES, viewOf, type Stretch } from "../layout/stretch.js";
import type { ArrayContent } from "../plan/arrays.js";
import { presentParts, type Part, type Parts } from "../plan/parts.js";
import { partOf, type PathPart } from "./path.js";
import { inRows, within } from "./rows.js";

export function partsInOrder(
  part: PathPart,
  { phase, pitch }: { readonly phase: Phase; readonly pitch: number },
): readonly PathPart[] {
  const { stretch } = part;
  const { set, tile, writes, output } = stretch;
  const rows = inRows(set, "naturalWeight", columnsIn(set, tile), pitch);
  const halves = halvesOf(rowLength(set));
  const shared = { ...within(pitch), mapped: writes.mapped };
  const own = writes.content?.kind === "pairs" ? writes.content.parts : undefined;
  const numbers = { through: "block", place: NUMBERS, pitch, count: rowsIn(set, tile) } as const;
  // What is scaled is scaled by the last butterflies.
  const unscaled = { ...set, transform: { ...set.transform, scale: 1, scaling: "fixed" } } as const;
  const storing: Stretch = {
    ...viewOf(stretch),
    ...MOVES,
    set: unscaled,
    phases: [phase],
    input: rows,
    reads: withParts(shared, writes.content, padded(halves)),
    output,
    writes: withParts(writes, writes.content, halves),
  };
  const { schedule, texts } = part;
  return [
    { ...part, stretch: endingIn(stretch, rows, withParts(shared, writes.content, padded(own))), to: numbers },
    partOf(storing, { schedule, texts, from: numbers, to: part.to }),
  ];
}

const padded = (parts: Parts | undefined): Parts | undefined => {
  if (parts === undefined) return undefined;
  const [re, im] = parts;
  const of = (part: Part | undefined): Part | undefined =>
    part && { ...part, map: { kind: "padded", every: BANKS, of: part.map } };
  return [of(re), of(im)];
};

/** A reach whose numbers lie otherwise. */
function withParts(reach: Reach, content: ArrayContent | undefined, parts: Parts | undefined): Reach {
  if (content?.kind !== "pairs" || parts === undefined) return reach;
  const [part] = presentParts(parts);
  const mapped = reach.mapped.map((axis): MappedAxis =>
    part !== undefined && axis.axis === content.axis ? { ...axis, map: part.map } : axis,
  );
  return { ...reach, content: { ...content, parts }, mapped };
}
