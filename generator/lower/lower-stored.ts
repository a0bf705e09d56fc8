// The parts of a kernel that stores numbers in another order than its last butterflies have them (layout/in-order.ts): these put them into
// shared memory, each in its place, and threads store them as they lie.
import type { KernelGeometry } from "../layout/geometry.js";
import { columnsIn, rowLength } from "../layout/gathered.js";
import { BANKS, halvesOf, pitchInOrder } from "../layout/in-order.js";
import type { Phase } from "../layout/phases.js";
import type { MappedAxis, Reach } from "../layout/reach.js";
import type { ArrayContent } from "../plan/arrays.js";
import { presentParts, type Part, type Parts } from "../plan/parts.js";
import type { KernelPart } from "./kernel-part.js";
import { inRows, within } from "./rows.js";

export function partsInOrder(part: KernelPart, stored: Phase): readonly KernelPart[] {
  const { geometry } = part;
  const { set, tile, writes } = geometry;
  const elements = rowLength(set);
  const pitch = pitchInOrder(set);
  const rows = inRows(set, "naturalWeight", columnsIn(set, tile), pitch);
  const halves = halvesOf(elements);
  const shared = within(pitch);
  const own = writes.content?.kind === "pairs" ? writes.content.parts : undefined;
  return [
    {
      ...part,
      geometry: {
        ...geometry,
        output: rows,
        writes: withParts({ ...shared, mapped: writes.mapped }, writes.content, padded(own)),
      },
      pitch,
      handsNumbers: true,
    },
    {
      ...part,
      geometry: storing(geometry, stored, {
        input: rows,
        reads: withParts({ ...shared, mapped: writes.mapped }, writes.content, padded(halves)),
        writes: withParts(writes, writes.content, halves),
      }),
      products: [],
      pitch,
    },
  ];
}

/** What is scaled is scaled by the last butterflies. */
const storing = (
  geometry: KernelGeometry,
  stored: Phase,
  ends: Pick<KernelGeometry, "input" | "reads" | "writes">,
): KernelGeometry => ({
  ...geometry,
  ...ends,
  set: { ...geometry.set, transform: { ...geometry.set.transform, scale: 1, scaling: "fixed" } },
  digits: [],
  phases: [stored],
  exchanges: [],
  run: [],
});

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
