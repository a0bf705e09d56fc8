// Arrays of all kinds as the text that nvcc would compile: rows and planes apart, parts of axes, planar ones, strides that the caller
// says with each call.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitUnit, lowerPlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { signatureOf } from "../../generator/emit/signature.js";
import { errorBound } from "../../generator/verify/bound.js";
import { gathered, placesOf, roomFor, saidArrays, scattered, type SaidArrays } from "../arbitrary/arrays.js";
import { scheduledPlans, uniformNumbers } from "../arbitrary/schedules.js";
import { relativeError, type ComplexNumbers } from "../reference/direct-dft.js";
import { orderedDft } from "../reference/ordered-dft.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { runs } from "../effort.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { interleaved, parts } from "./interleaved.js";
import { gpu, type NamedPlan } from "./named-plan.js";

interface Case extends NamedPlan {
  readonly batch: number;
  readonly of: SaidArrays;
}

const canBeLowered = ({ name, plan, of }: Case): boolean => {
  try {
    lowerPlan(name, plan, gpu, of.arrays);
    return true;
  } catch {
    return false;
  }
};

const drawn = fc
  .tuple(scheduledPlans({ maxElements: 200, maxRank: 3, scales: [1], subsets: true }), fc.integer({ min: 1, max: 3 }))
  .chain(([one, batch]) => {
    const plan = { ...one, transform: { ...one.transform, placement: "out-of-place" as const } };
    return fc.record({ plan: fc.constant(plan), batch: fc.constant(batch), of: saidArrays(plan.transform, batch) });
  });

const cases = fc
  .sample(drawn, { seed: 20261124, numRuns: runs(8, 40) })
  .map((one, index): Case => ({ name: `arrays_${index + 1}`, ...one }))
  .filter(canBeLowered);

/** Numbers that the larger of the two arrays has room for. */
const roomOf = ({ of: { input, output }, batch }: Case): number =>
  Math.max(roomFor(placesOf(input, batch)), roomFor(placesOf(output, batch)));

/** A call as the driver makes it: one array of complex numbers in, one out, of so many elements. */
function described(one: Case): string {
  const { name, plan, of, batch } = one;
  const { host } = lowerPlan(name, plan, gpu, of.arrays);
  const number = plan.transform.precision === "f64" ? "double" : "float";
  const { pointers, strides } = signatureOf(host, plan.transform);
  const room = roomOf(one);
  const pointer = (text: string): string => {
    const [array, part] = text.split("_");
    const constant = array === "in" ? "const " : "";
    return part === undefined
      ? text
      : `reinterpret_cast<${constant}${number}*>(${array})${part === "im" ? ` + ${room}` : ""}`;
  };
  const said = strides.map((stride) => String(of.said.get(stride)));
  const passed = [
    ...pointers.map(({ name: text }) => pointer(text)),
    "workspace",
    String(batch),
    ...said,
    "stream",
  ].join(", ");
  return [
    `${room}, [](std::size_t) { return ${name}_workspace_bytes(${batch}); }`,
    `+[](const ${number}2* in, ${number}2* out, void* workspace, std::size_t, cudaStream_t stream) {`,
    `      cudaMemsetAsync(out, 0, ${room} * sizeof(*out), stream);`,
    `      return ${name}_execute(${passed}); }`,
  ]
    .join(",\n      ")
    .replace("stream) {,", "stream) {")
    .replace("stream);,", "stream);");
}

/** Complex numbers as they lie in an array of `room` elements. */
const laid = (planar: boolean, { re, im }: ComplexNumbers): Float64Array =>
  planar
    ? Float64Array.from([...re, ...im])
    : Float64Array.from({ length: 2 * re.length }, (_, at) => (at % 2 === 0 ? re : im)[Math.floor(at / 2)] ?? NaN);

const read = (planar: boolean, numbers: ArrayLike<number>): ComplexNumbers => {
  const all = Float64Array.from(numbers);
  return planar ? { re: all.slice(0, all.length / 2), im: all.slice(all.length / 2) } : parts(all);
};

describe.skipIf(hostCompiler === undefined)(`emulated arrays${withoutCompiler}`, () => {
  let packages: EmulatedPackages | undefined;
  const byName = new Map(cases.map((one) => [one.name, one]));
  const caseOf = (name: string): Case => {
    const one = byName.get(name);
    if (one === undefined) throw new Error(`${name} is no case`);
    return one;
  };
  beforeAll(async () => {
    packages = await buildPackages(cases, {
      emit: ({ name, plan }) => linkPackage([emitUnit(lowerPlan(name, plan, gpu, caseOf(name).of.arrays), gpu)]),
      described: (name) => described(caseOf(name)),
      optimisation: "-O0",
    });
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    if (packages === undefined) throw new Error("nothing was built");
    const { plan, batch, of } = one;
    const { precision } = plan.transform;
    const room = roomOf(one);
    const [from, to] = [placesOf(of.input, batch), placesOf(of.output, batch)];
    const numbers = { re: uniformNumbers(room, 1), im: uniformNumbers(room, 2) };
    const input = interleaved(precision === "f64" ? "f64" : "f32", laid(of.input.array.planar, numbers));
    // To the driver all of it is one array.
    const whole = { name: one.name, plan: { ...plan, transform: { ...plan.transform, distance: room } } };
    const { output, complaints } = await packages.transform(whole, input, "out-of-place");
    expect(complaints).toBe("");
    const seen = read(of.input.array.planar, input);
    const result = orderedDft(plan, gathered(from, seen.re), gathered(from, seen.im));
    const nothing = { re: new Float64Array(room), im: new Float64Array(room) };
    const written = read(of.output.array.planar, output);
    expect(relativeError(written, scattered(to, result, nothing))).toBeLessThan(errorBound(plan).l2 + 1e-14);
  });

  test("headers promise nothing of arrays that do not lie alike", () => {
    for (const { name, plan, of } of cases) {
      const header = linkPackage([emitUnit(lowerPlan(name, plan, gpu, of.arrays), gpu)]).find(
        ({ path }) => path === `${name}.h`,
      );
      const text = (header?.text ?? "").replaceAll(/\s+\*?\s*/g, " ");
      const alike = JSON.stringify(of.arrays.input) === JSON.stringify(of.arrays.output);
      expect(text.includes("not written unless")).toBe(alike);
      expect(text.includes("must not overlap the input")).toBe(!alike);
      if (of.output.array.planar) expect(text).toContain("@param out_im device pointer to the imaginary parts");
    }
  });

  test("show every kind", () => {
    const arrays = cases.flatMap(({ of }) => [of.input.array, of.output.array]);
    expect(arrays.some(({ planar }) => planar)).toBe(true);
    expect(arrays.some(({ axes }) => axes.some(({ from }) => from > 0))).toBe(true);
    expect(cases.some(({ of }) => of.said.size > 0)).toBe(true);
    expect(cases.length).toBeGreaterThan(5);
  });
});
