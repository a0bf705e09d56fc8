// Which inputs of a kernel's first butterflies are there, which outputs of its last ones are wanted, and of which only the real parts. In
// numbers: 2048 of rows of 4096, whose first digit has 16 values 256 apart: of each butterfly the inputs 0 to 7. Of 3375 real numbers
// frequencies 0 to 1687 are wanted: of the last butterflies, whose outputs lie 225 apart, 0 to 7 of 15.
import { runsOf, type CodeletPart, type Places } from "../codelet/codelet.js";
import { at } from "../failure/errors.js";
import type { DigitSet, TransformedDigit } from "./digits.js";
import type { Stretch } from "./stretch.js";
import type { Phase } from "./phases.js";
import type { Range, Reach } from "./reach.js";
import { isTurning } from "./turning.js";

/** Of the butterflies of a phase; undefined where they are whole. */
export function butterflyPart(geometry: Stretch, phase: Phase): CodeletPart | undefined {
  // Behind a Hermitian step there are the mirrors of what is there, and before it what mirrors are made of.
  if (phase.digit === undefined || phase.fold !== undefined) return undefined;
  const { set, index, reads, writes, phases } = geometry;
  const given = phase === at(phases, 0) ? presentPlaces(set, reads, phase.digit) : undefined;
  // With a single one there is little to compute: butterflies make copies.
  const inputs = given === undefined || countOf(given) < 2 ? undefined : given;
  // Before the way back begins all are needed.
  const stores = !isTurning(set, index) && phase === phases.at(-1);
  const outputs = stores ? presentPlaces(set, writes, phase.digit) : undefined;
  const reals = realSide(geometry, phase);
  if (inputs === undefined && outputs === undefined && reals === undefined) return undefined;
  return {
    ...(inputs === undefined ? {} : { inputs }),
    ...(outputs === undefined ? {} : { outputs }),
    ...(reals === undefined ? {} : { reals }),
  };
}

/** Real numbers, one by one, that butterflies take or leave; products with constants that stand between are complex. */
function realSide({ set, index, reads, writes, phases }: Stretch, phase: Phase): CodeletPart["reals"] {
  if (set.turns || set.gathers || isTurning(set, index)) return undefined;
  const computing = phases.filter(({ digit }) => digit !== undefined);
  if (reads.content?.kind === "reals" && phase === computing[0]) return "inputs";
  return writes.content?.kind === "reals" && phase === computing.at(-1) ? "outputs" : undefined;
}

/** Values of a digit whose elements may be there, whatever the other digits are; undefined where all may. */
function presentPlaces({ byName }: DigitSet, { ranges }: Reach, { name, radix }: TransformedDigit): Places | undefined {
  const own = ranges.filter(({ weights }) => weights.has(name));
  const spanned = ({ weights }: Range): number =>
    [...weights].reduce(
      (span, [digit, step]) => (digit === name ? span : span + ((byName.get(digit)?.radix ?? 1) - 1) * step),
      0,
    );
  const weightOf = ({ weights }: Range): number => weights.get(name) ?? 1;
  const bounds = own.find(({ outside }) => outside !== true);
  const from = bounds === undefined ? 0 : Math.max(0, Math.ceil((bounds.from - spanned(bounds)) / weightOf(bounds)));
  const below = bounds === undefined ? radix : Math.min(radix, Math.ceil(bounds.below / weightOf(bounds)));
  // Of a range round the end values are left out with which no element is there.
  const around = own.find(({ outside }) => outside === true);
  const gap = around && {
    from: Math.max(from, Math.ceil(around.from / weightOf(around))),
    below: Math.min(below, Math.floor((around.below - 1 - spanned(around)) / weightOf(around)) + 1),
  };
  const hasGap = gap !== undefined && gap.from < gap.below && below - from > gap.below - gap.from;
  if (from === 0 && below === radix && !hasGap) return undefined;
  return { from, below, ...(hasGap ? { gap } : {}) };
}

const countOf = (places: Places): number => runsOf(places).reduce((count, { from, below }) => count + below - from, 0);
