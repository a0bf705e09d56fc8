// What a deduced correction says to the user: what is printed, why it cannot be, and what should stand there.
import { unreachable } from "../failure/errors.js";
import type { Misprint } from "./misprints.js";
import type { TwiddlePosition } from "./plan.js";
import type { Problem } from "./chain-problems.js";
import { subComputationText } from "./sub-computations.js";
import type { Transform } from "./transform.js";

/** ``extent of `Z(16,16,16,156,tw)` is 156, but the length of Z is 256: it should be `Z(16,16,16,256,tw)` `` */
export function misprintMessage(transform: Transform, misprint: Misprint): string {
  const { field, found } = misprint;
  return (
    `${field} of \`${subComputationText(found)}\` is ${found[field]}, but ${reasonFor(transform, misprint)}: ` +
    `it should be \`${subComputationText(misprint.meant)}\``
  );
}

/** The rule that is broken, and everything that would mend it. */
export function doubtMessage(broken: readonly Problem[], alternatives: readonly (readonly Misprint[])[]): string {
  const choices = alternatives.map((misprints) => misprints.map(changeText).join(" and "));
  return `${broken.map((problem) => problem.message).join("; ")}. Any of these would do: ${choices.join("; or ")}`;
}

function changeText({ kernel, found, meant }: Misprint): string {
  return `\`${subComputationText(meant)}\` for \`${subComputationText(found)}\` in kernel ${kernel + 1}`;
}

function reasonFor(transform: Transform, { field, found, meant }: Misprint): string {
  const { dimension: name, count, radix, stride, extent } = meant;
  const length = count * radix;
  switch (field) {
    case "dimension": {
      const known = transform.dimensions.some((dimension) => dimension.name === found.dimension);
      const why = transform.axes.includes(found.dimension)
        ? `${found.dimension} is complete without it`
        : known
          ? `${found.dimension} is not to be transformed`
          : `the transform has no ${found.dimension}`;
      return `${why} and ${name} lacks it`;
    }
    case "count":
      return `the length of ${name} over the radix is ${length}/${radix} = ${count}`;
    case "radix":
      return `the extent over the stride is ${extent}/${stride} = ${radix}`;
    case "stride":
      return `the extent over the radix is ${extent}/${radix} = ${stride}`;
    case "extent":
      return extent === length
        ? `the length of ${name} is ${length}`
        : `the sub-computation of ${name} before it leaves ${extent}`;
    case "unit":
      return "no Fourier sub-computation has a unit";
    case "twiddle":
      return twiddleReason(name, found.twiddle, meant.twiddle);
    default:
      return unreachable(field);
  }
}

function twiddleReason(name: string, found: TwiddlePosition, meant: TwiddlePosition): string {
  switch (meant) {
    case "tw":
      return `the factors between it and what follows along ${name} are applied nowhere else`;
    case "pre-tw":
      return `the factors between it and what comes before along ${name} are applied nowhere else`;
    case "no-tw":
      return found === "tw"
        ? `no factors are left for what follows along ${name}`
        : `no factors are left from what comes before along ${name}`;
    default:
      return unreachable(meant);
  }
}
