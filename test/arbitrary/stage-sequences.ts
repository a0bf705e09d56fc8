// Sequences of stages that number theory gives: Bluestein's transform of any length, and what is at the heart of Rader's of a prime one.
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import type { Stage } from "../../generator/plan/stages.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { directDft, type ComplexNumbers } from "../../generator/definition/direct-dft.js";

const turned = (plan: ScheduledPlan, direction: "forward" | "inverse"): ScheduledPlan => {
  const { transform } = plan;
  if (transform.kind !== "c2c") throw new Error("only Fourier transforms have a direction");
  return { ...plan, transform: { ...transform, direction, scale: 1 } };
};

const transformed = (plan: ScheduledPlan, fused: boolean, direction: "forward" | "inverse"): Stage => ({
  kind: "transform",
  plan: turned(plan, direction),
  ...(fused ? { fused: true } : {}),
});

const product = (name: string, { re, im }: ComplexNumbers): Stage => ({
  kind: "pointwise",
  constants: { name, re: Float64Array.from(re), im: Float64Array.from(im) },
});

const root = (numerator: number, order: number) => ({
  re: Math.cos((2 * Math.PI * (numerator % order)) / order),
  im: -Math.sin((2 * Math.PI * (numerator % order)) / order),
});

/** A cyclic convolution with a sequence as long as the plan's transform, forwards, times its spectrum, and back. */
function convolution(plan: ScheduledPlan, fused: boolean, sequence: ComplexNumbers, name: string): readonly Stage[] {
  const length = sequence.re.length;
  const spectrum = directDft(Float64Array.from(sequence.re), Float64Array.from(sequence.im), [length], -1);
  const scaled = (part: ArrayLike<number>): Float64Array => Float64Array.from(part, (value) => value / length);
  return [
    transformed(plan, false, "forward"),
    product(name, { re: scaled(spectrum.re), im: scaled(spectrum.im) }),
    transformed(plan, fused, "inverse"),
  ];
}

/** The transform of `points` points by one of a plan's length, at least twice as long less one (Bluestein 1970). */
export function bluesteinStages(plan: ScheduledPlan, points: number, fused: boolean): readonly Stage[] {
  const length = plan.transform.dimensions.reduce((count, dimension) => count * dimension.length, 1);
  const chirp = (k: number) => root(k * k, 2 * points);
  const padded = (value: (k: number) => { re: number; im: number } | undefined): ComplexNumbers => {
    const all = Array.from({ length }, (_, k) => value(k) ?? { re: 0, im: 0 });
    return { re: Float64Array.from(all, ({ re }) => re), im: Float64Array.from(all, ({ im }) => im) };
  };
  const conjugate = (k: number) => ({ re: chirp(k).re, im: -chirp(k).im });
  return [
    { kind: "map", map: undefined, below: points, elements: length },
    product(
      "chirp",
      padded((k) => (k < points ? chirp(k) : undefined)),
    ),
    ...convolution(
      plan,
      fused,
      padded((k) => (k < points ? conjugate(k) : length - k < points ? conjugate(length - k) : undefined)),
      "spectrum",
    ),
    product(
      "last_chirp",
      padded((k) => (k < points ? chirp(k) : undefined)),
    ),
    { kind: "map", map: undefined, below: points, elements: points },
  ];
}

/** Powers of the least number that has all remainders but 0 among its powers. */
export function generatorPowers(prime: number): readonly number[] {
  for (let generator = 1; ; generator++) {
    const powers = [1];
    for (let power = generator % prime; power !== 1; power = (power * generator) % prime) powers.push(power);
    if (powers.length === prime - 1) return powers;
  }
}

/** Of a prime many points, the first of them 0: outputs 1 and on in the order g^0, g^-1, g^-2 ... (Rader 1968). */
export function raderStages(plan: ScheduledPlan, fused: boolean): readonly Stage[] {
  const length = plan.transform.dimensions.reduce((count, dimension) => count * dimension.length, 1);
  const prime = length + 1;
  const powers = generatorPowers(prime);
  const backwards = powers.map((_, q) => root(powers[(length - q) % length] ?? NaN, prime));
  return [
    {
      kind: "map",
      map: { kind: "gather", table: { name: "powers", places: powers } },
      below: length,
      elements: length,
    },
    ...convolution(
      plan,
      fused,
      { re: Float64Array.from(backwards, ({ re }) => re), im: Float64Array.from(backwards, ({ im }) => im) },
      "roots",
    ),
  ];
}

/** What Rader's stages give of these points, by definition. */
export function raderOutputs(points: ComplexNumbers): ComplexNumbers {
  const prime = points.re.length;
  const powers = generatorPowers(prime);
  const all = directDft(Float64Array.from(points.re), Float64Array.from(points.im), [prime], -1);
  const at = powers.map((_, q) => powers[(prime - 1 - q) % (prime - 1)] ?? NaN);
  return {
    re: Float64Array.from(at, (k) => all.re[k] ?? NaN),
    im: Float64Array.from(at, (k) => all.im[k] ?? NaN),
  };
}

/** A transform of a length, with a plan in one kernel. */
export const isOneKernel = ({ kernels, transform }: ScheduledPlan): boolean =>
  kernels.length === 1 && transform.kind === "c2c" && transform.order === "natural";

export const fourierOf = (points: number): ReturnType<typeof makeTransform> => makeTransform([points], "f64");
