// Numbers that butterflies leave in another order than they are stored in: blocks of whole rows put them in order, and store neighbours.
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { atomName, atomStride, digitSetOf, product } from "../../generator/layout/digits.js";
import type { KernelGeometry } from "../../generator/layout/geometry.js";
import { kernelGeometry } from "../../generator/layout/whole-geometry.js";
import { BANKS, pitchInOrder } from "../../generator/layout/in-order.js";
import { presentParts } from "../../generator/plan/parts.js";
import { mappedPlace, unpadded, type PlaceMap } from "../../generator/plan/place-map.js";
import { makeTrigonometricTransform, type TrigonometricKind } from "../../generator/plan/transform.js";
import { pairParts } from "../../generator/plan/trigonometric.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { dealt, isDefault } from "../effort.js";
import { gpu } from "../emit/named-plan.js";

function lastGeometry(kind: TrigonometricKind, length: number, axis: "X" | "Y" = "X"): KernelGeometry {
  const lengths = axis === "X" ? [length] : [length, 16];
  const transform = makeTrigonometricTransform(kind, lengths, "f32", { batch: 4096, axes: [axis] });
  const { plan } = at(searchPlans(transform, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 }).plans, 0);
  const index = plan.kernels.length - 1;
  const geometry = kernelGeometry(digitSetOf(plan.transform, plan.kernels), at(plan.kernels, index), index, gpu);
  if (!geometry.ok) throw new Error(geometry.reason);
  return geometry.value;
}

const rows: readonly (readonly [TrigonometricKind, number])[] = [
  ["dct-3", 210],
  ["dct-4", 256],
  ["dst-3", 1024],
  ["dst-4", 96],
  ["dct-3", 4096],
];
test.each(dealt(rows, (_, index) => index < 2))(
  "%s of %d: threads in a row store elements in a row, all of the tile",
  (kind, length) => {
    const { exit, tile, output, set } = lastGeometry(kind, length);
    if (exit?.through !== "block" || exit.order !== "numbers") throw new Error("nothing is put in order");
    const { threads, registers } = exit.phase;
    const atoms = [...threads, ...registers];
    expect(atoms.map(atomName).toSorted()).toEqual(tile.atoms.map(atomName).toSorted());
    expect(atomStride(output, at(threads, 0))).toBe(1);
    expect(pitchInOrder(set)).toBe(length + Math.floor(length / BANKS));
    expect(product(tile.atoms) % (length / 2)).toBe(0);
  },
);

test.runIf(isDefault)(
  "what is read in another order, or has neighbours across rows, is stored as butterflies have it",
  () => {
    expect(lastGeometry("dct-2", 1024).exit).toBeUndefined();
    expect(lastGeometry("dct-3", 128, "Y").exit).toBeUndefined();
    // Two kernels, of which the last has columns of a row.
    expect(lastGeometry("dct-3", 2 ** 16).exit).toBeUndefined();
  },
);

test.runIf(isDefault)(
  "with a place left out after each 32, lanes that have every second or fourth number meet all banks",
  () => {
    const wavefronts = (map: PlaceMap): number => {
      const banks = new Map<number, number>();
      for (let lane = 0; lane < BANKS; lane++) {
        const bank = mappedPlace(map, lane) % BANKS;
        banks.set(bank, (banks.get(bank) ?? 0) + 1);
      }
      return Math.max(...banks.values());
    };
    for (const kind of ["dct-3", "dct-4"] as const)
      for (const { map } of presentParts(pairParts(kind, 1024)?.output ?? [undefined, undefined])) {
        const padded: PlaceMap = { kind: "padded", every: BANKS, of: map };
        expect([wavefronts(map), wavefronts(padded)]).toEqual([kind === "dct-3" ? 4 : 2, 1]);
        expect(unpadded(padded)).toEqual(map);
      }
  },
);
