// Packages of every Hadamard matrix, and of the transposed ones, under the emulator: what they compute of whole numbers is exactly the
// product with the matrix that their headers describe; and an inverse after a forward transform multiplies by the length.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { baseOrders } from "../../generator/plan/hadamard-matrix.js";
import {
  elementCount,
  makeWalshTransform,
  type NumberFormat,
  type WalshTransform,
} from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { isOwnInverse } from "../../generator/plan/axes.js";
import { baseOrderOf } from "../../generator/plan/hadamard-lengths.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { alongDimension, walshMatrix } from "../../generator/definition/direct-walsh.js";
import { kronecker, referenceMatrix, transposed } from "../../generator/definition/reference-hadamard.js";
import { dealt } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { buildPackages, BUILD_TIMEOUT, type EmulatedPackages } from "./emulated-packages.js";
import { gpu, type NamedPlan } from "./named-plan.js";
import { decoded, encoded } from "./whole-numbers.js";

const BATCH = 3;

function planned(transform: WalshTransform): NamedPlan {
  const { plans } = searchPlans({ ...transform, batch: BATCH }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
  return { name: transformName(transform), plan: at(plans, 0).plan };
}

const both = (
  length: number,
  precision: NumberFormat,
  options: Partial<WalshTransform> = {},
): readonly WalshTransform[] => {
  const forward = makeWalshTransform([length], precision, options);
  return isOwnInverse(forward) ? [forward] : [forward, { ...forward, direction: "inverse" }];
};

const transforms: readonly WalshTransform[] = [
  // Large ones in one precision: they are long.
  ...baseOrders("standard").flatMap((order) => both(order < 100 ? 4 * order : order, "f32")),
  ...baseOrders("dao").flatMap((order) => both(order, "f32", { hadamard: "dao" })),
  ...both(40, "f64", { hadamard: "dao-20" }),
  ...both(36, "f32", { stabilisation: "kahan" }),
  ...both(60, "f64"),
];

/** Along the one dimension that there is. */
function product(transform: WalshTransform, values: readonly number[]): readonly number[] {
  const { hadamard, direction, dimensions } = transform;
  const { length } = at(dimensions, 0);
  const base = baseOrderOf(length, hadamard) ?? 1;
  const matrix = kronecker(
    referenceMatrix(hadamard === "standard" ? "standard" : "dao", base),
    walshMatrix(Math.log2(length / base), "natural"),
  );
  return alongDimension(values, direction === "inverse" ? transposed(matrix) : matrix, 1);
}

describe.skipIf(hostCompiler === undefined)(`packages of all Hadamard matrices${withoutCompiler}`, () => {
  // The large orders are thousands of statements of the same kinds.
  const some = dealt(transforms, (transform) => elementCount(transform) <= 48);
  const named = some.map((transform) => [transformName(transform), transform, planned(transform)] as const);
  let packages: EmulatedPackages | undefined;
  beforeAll(async () => {
    packages = await buildPackages(
      named.map(([, , one]) => one),
      { optimisation: "-O0" },
    );
  }, BUILD_TIMEOUT);
  afterAll(() => packages?.remove());

  const run = async (
    one: NamedPlan,
    precision: NumberFormat,
    numbers: readonly number[],
  ): Promise<readonly number[]> => {
    if (packages === undefined) throw new Error("nothing was built");
    const { output, complaints } = await packages.transform(one, encoded(precision, numbers), "out-of-place");
    expect(complaints).toBe("");
    return decoded(precision, output).map((value) => value + 0);
  };

  test.each(named)("%s", async (_, transform, one) => {
    const { length } = at(transform.dimensions, 0);
    const numbers = Array.from(uniformNumbers(length * BATCH, length), (value) => Math.round(8 * value));
    const outputs = await run(one, transform.precision, numbers);
    const members = Array.from({ length: BATCH }, (__, member) =>
      numbers.slice(member * length, (member + 1) * length),
    );
    expect(outputs).toEqual(members.flatMap((member) => product(transform, member)).map((value) => value + 0));
    if (transform.direction === "forward") return;
    const [, , forward] = at(
      named.filter(([name]) => name === transformName({ ...transform, direction: "forward" })),
      0,
    );
    const there = await run(forward, transform.precision, numbers);
    expect(await run(one, transform.precision, there)).toEqual(numbers.map((value) => length * value + 0));
  });
});
