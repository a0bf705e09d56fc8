// Which inputs of a kernel's first butterflies are there. In numbers: 2048 of rows of 4096, whose first digit has 16 values 256 apart:
// of each butterfly the inputs 0 to 7.
import type { Inputs } from "../codelet/codelet.js";
import { at } from "../failure/errors.js";
import type { DigitSet, TransformedDigit } from "./digits.js";
import type { KernelGeometry } from "./geometry.js";
import type { Phase } from "./phases.js";
import type { Reach } from "./reach.js";

/** Of the butterflies of a phase; undefined where all are, and where there is but one, with which there is little to compute. */
export function givenInputs({ set, reads, phases }: KernelGeometry, phase: Phase): Inputs | undefined {
  // Behind a Hermitian step there are the mirrors of what is there.
  if (phase.digit === undefined || phase !== at(phases, 0) || phase.fold !== undefined) return undefined;
  const inputs = presentInputs(set, reads, phase.digit);
  return inputs === undefined || inputs.below - inputs.from < 2 ? undefined : inputs;
}

/** Values of a digit whose elements may be there, whatever the other digits are. */
function presentInputs({ byName }: DigitSet, { ranges }: Reach, { name, radix }: TransformedDigit): Inputs | undefined {
  const range = ranges.find(({ weights }) => weights.has(name));
  const weight = range?.weights.get(name);
  if (range === undefined || weight === undefined) return undefined;
  const others = [...range.weights].reduce(
    (span, [digit, step]) => (digit === name ? span : span + ((byName.get(digit)?.radix ?? 1) - 1) * step),
    0,
  );
  const from = Math.max(0, Math.ceil((range.from - others) / weight));
  const below = Math.min(radix, Math.ceil(range.below / weight));
  return from === 0 && below === radix ? undefined : { from, below };
}
