// Places of what blocks of a cluster send each other, where these are no powers of two: each element has one of its own, within the room that
// there is; a padded map has fewer segments or conflicts than the swizzled one, as an independent count says.
import fc from "fast-check";
import { expect, test } from "vitest";
import { atomsOf } from "../../generator/layout/digits.js";
import type { Phase } from "../../generator/layout/phases.js";
import { receiveMap, scatteringOf } from "../../generator/layout/receive-map.js";
import { wavefrontsOf } from "../../generator/layout/address-map.js";
import { swizzleFor } from "../../generator/layout/swizzle.js";
import { bankConflicts } from "./bank-conflicts.js";
import { evenFirst } from "../../generator/layout/cluster-roles.js";
import { sizeOf, swizzledAddress } from "./enumerated.js";

/** A block's part of a tile of two digits before the exchange and two behind it, as four phases hold it. */
const buffers = fc
  .record({
    radices: fc.array(fc.constantFrom(3, 4, 5, 6, 7, 10, 14, 15), { minLength: 3, maxLength: 4 }),
    bytes: fc.constantFrom(4, 8, 16),
    room: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ radices, bytes, room }) => {
    const digits = radices.map((radix, index) => atomsOf(`X${index + 1}`, radix));
    const atoms = digits.flat();
    const phaseOf = (index: number, order: readonly number[]): Phase => ({
      digit: undefined,
      vector: [],
      registers: digits[index] ?? [],
      threads: order.filter((other) => other !== index).flatMap((other) => digits[other] ?? []),
    });
    const forward = radices.map((_, index) => index);
    const sending = phaseOf(1, forward.toReversed());
    const receiving = forward.slice(2).map((index) => phaseOf(index, forward));
    const sent = [...sending.threads, ...sending.registers];
    return { atoms, sending, receiving, sent, bytes, room };
  });

const valueIn = (atoms: (typeof buffers extends fc.Arbitrary<infer B> ? B : never)["atoms"], element: number) => {
  let rest = element;
  const values = new Map(
    atoms.map((atom) => {
      const value = rest % atom.size;
      rest = (rest - value) / atom.size;
      return [`${atom.digit}/${atom.weight}`, value];
    }),
  );
  return ({ digit, weight }: { readonly digit: string; readonly weight: number }): number =>
    values.get(`${digit}/${weight}`) ?? NaN;
};

test("each element has a place of its own, in the room that there is, and what is counted is right", () => {
  let padded = 0;
  fc.assert(
    fc.property(buffers, ({ atoms, sending, receiving, sent, bytes, room }) => {
      const swizzled = swizzleFor(evenFirst(sent), receiving, bytes);
      const elements = sizeOf(atoms);
      const placed = receiveMap({ sending, receiving, sent, swizzled }, bytes, elements + room);
      const { receive } = placed;
      const addresses = Array.from({ length: elements }, (_, element) =>
        swizzledAddress(receive, valueIn(atoms, element)),
      );
      expect(new Set(addresses).size).toBe(elements);
      const behind = receive.elements - 1 - Math.max(...addresses);
      expect(behind).toBeGreaterThanOrEqual(0);
      expect(behind * bytes).toBeLessThan(16);
      expect(receive.elements).toBeLessThanOrEqual(elements + room);
      for (const phase of placed.receiving) {
        const found = wavefrontsOf(phase, receive);
        const counted = bankConflicts(phase, (value) => swizzledAddress(receive, value), bytes);
        expect(found.wavefronts / found.ideal).toBeCloseTo(counted.wavefronts / counted.least);
      }
      if (receive.elements > elements) padded += 1;
      // Those of threads whose registers are the first.
      const lanes = sizeOf(sending.threads);
      const segments = new Set(
        Array.from({ length: lanes }, (_, lane) => {
          const address = swizzledAddress(receive, valueIn([...sending.threads, ...sending.registers], lane));
          return `${Math.floor(lane / 32)}: ${Math.floor((address * bytes) / 128)}`;
        }),
      );
      expect(scatteringOf(sending, receive)).toBeCloseTo(segments.size / Math.ceil((lanes * bytes) / 128));
    }),
    { seed: 44, numRuns: 100 },
  );
  expect(padded).toBeGreaterThan(20);
});
