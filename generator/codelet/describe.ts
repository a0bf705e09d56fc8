// The comment above a printed codelet: its formula, what its factors must hold, its cost and where the algorithm
// comes from.
import type { Codelet } from "./built-codelet.js";
import { factorErrorBound, type Factor } from "./factors.js";
import { runsOf, type CodeletPart, type Places } from "./spec.js";

/** Comment lines of at most `width` columns. */
export function describeCodelet(codelet: Codelet, width: number): readonly string[] {
  const { spec, counts, factors } = codelet;
  const sign = spec.direction === "forward" ? "-" : "+";
  const title = spec.direction === "forward" ? "DFT" : "Inverse DFT (unnormalised)";
  const kernel = `exp(${sign}2 pi i j k/${spec.radix})`;
  const base = `W = exp(${sign}2 pi i theta)`;
  const formula = {
    none: `v[k] = sum over j of v[j] ${kernel}`,
    pre: `v[k] = sum over j of v[j] W^j ${kernel},  ${base}`,
    post: `v[k] = W^k sum over j of v[j] ${kernel},  ${base}`,
  }[spec.twiddle];
  const operations = [
    ...(counts.additions > 0 ? [`${counts.additions} additions`] : []),
    ...(counts.multiplications > 0 ? [`${counts.multiplications} multiplications`] : []),
    ...(counts.fmas > 0 ? [`${counts.fmas} fused multiply-adds`] : []),
  ];
  const inputs = factors.map((factor, index) => `w[${index}] = ${describeFactor(factor, sign)}`);
  const error = factorErrorBound(spec).toFixed(1);
  return [
    `${title} of length ${spec.radix}, in place, in natural order:`,
    `    ${formula}`,
    ...describePart(spec),
    ...(inputs.length === 0 ? [] : wrap(`Factors: ${inputs.join(", ")}.`, width - 3)),
    ...(inputs.length > 0 && spec.source === "powers"
      ? [`The other factors are products of these, with a relative error of at most ${error} times the unit roundoff.`]
      : []),
    ...wrap(`Cost: ${operations.join(", ")}; at most ${counts.maximumLive} real values are live.`, width - 3),
    ...wrap(`Algorithm: ${codelet.algorithm}.`, width - 3),
  ].map((line) => `// ${line}`);
}

function describePart({ inputs, outputs, reals }: CodeletPart): readonly string[] {
  const range = (places: Places | undefined): string =>
    places === undefined
      ? "all"
      : runsOf(places)
          .map(({ from, below }) => (below === from + 1 ? `v[${from}]` : `v[${from}] to v[${below - 1}]`))
          .join(", ");
  const given = reals === "inputs" ? ", whose imaginary parts are taken as zero" : "";
  const wanted = reals === "outputs" ? ", whose imaginary parts are set to zero" : "";
  return [
    ...(inputs === undefined && given === ""
      ? []
      : [`Inputs: ${range(inputs)}${given}${inputs === undefined ? "" : "; the others are taken as zero"}.`]),
    ...(outputs === undefined && wanted === ""
      ? []
      : [`Outputs: ${range(outputs)}${wanted}${outputs === undefined ? "" : "; the others are left unchanged"}.`]),
  ];
}

function describeFactor({ power, turn }: Factor, sign: string): string {
  const base = power === 1 ? "W" : `W^${power}`;
  if (turn.numerator === 0) return base;
  const multiple = turn.numerator === 1 ? "" : ` ${turn.numerator}`;
  return `${base} exp(${sign}2 pi i${multiple}/${turn.denominator})`;
}

/** Breaks at ", " and " ", with continuation lines indented. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=,) |(?<=;) /)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `    ${word}`;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
