// Plan files of Walsh-Hadamard transforms: their keys, their defaults, how they are written and edited, and what is wrong.
import { describe, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { makeTrigonometricTransform, makeWalshTransform, type WalshTransform } from "../../generator/plan/transform.js";
import { readPlanFile } from "../../generator/planfile/read.js";
import { updatePlanFile } from "../../generator/planfile/update.js";
import { writePlanFile } from "../../generator/planfile/write.js";

const PATH = "plans/x.plan.ts";
const KERNEL = "{ H(32768,8,1,8) }";
const file = (transform: string): string =>
  `import { plan } from "fftgen";\nexport default plan({ transform: ${transform}, kernels: ["${KERNEL}"] });\n`;
const read = (transform: string): unknown => readPlanFile(PATH, file(transform)).transform;
const write = (transform: WalshTransform): Promise<string> =>
  writePlanFile({ transform, kernels: [KERNEL], evidence: [] }, "");

describe("reading", () => {
  test("what is left out is as most users mean it", () => {
    expect(read('{ kind: "fwht", lengths: { Y: 64, X: 4096 }, precision: "bf16" }')).toEqual({
      kind: "fwht",
      dimensions: [
        { name: "X", length: 4096 },
        { name: "Y", length: 64 },
      ],
      precision: "bf16",
      arithmetic: "f32",
      direction: "forward",
      hadamard: "standard",
      order: "natural",
      stabilisation: "none",
      axes: ["X", "Y"],
      distance: 64 * 4096,
      inputType: "bf16",
      outputType: "bf16",
      load: "",
      store: "",
      inputStrides: {},
      outputStrides: {},
      inputRange: {},
      outputRange: {},
      strides: "fixed",
      placement: "out-of-place",
      scale: 1,
      scaling: "fixed",
      batch: 1,
    });
    expect(read('{ kind: "fwht", lengths: { X: 8 }, precision: "f64" }')).toMatchObject({ arithmetic: "native" });
  });

  test("every key, axes in any order", () => {
    const text = `{ kind: "fwht", lengths: { Z: 4, Y: 3, X: 12 }, precision: "f16", arithmetic: "native", direction: "inverse", hadamard: "standard",
      order: "natural", stabilisation: "semi-neumaier", axes: ["X", "Z"], distance: 2 ** 8, placement: "in-place", scale: 0.5, batch: 7 }`;
    expect(read(text)).toEqual(
      makeWalshTransform([4, 3, 12], "f16", {
        arithmetic: "native",
        direction: "inverse",
        stabilisation: "semi-neumaier",
        axes: ["X", "Z"],
        distance: 256,
        placement: "in-place",
        scale: 0.5,
        batch: 7,
      }),
    );
    expect(read(text.replace('["X", "Z"]', '["Z", "X"]'))).toEqual(read(text));
  });

  test("whose matrices is said where they are not the standard ones", () => {
    expect(read('{ kind: "fwht", lengths: { X: 5120 }, precision: "f32", hadamard: "dao" }')).toEqual(
      makeWalshTransform([5120], "f32", { hadamard: "dao" }),
    );
  });

  test("a cosine transform of which no axis is one is what its axes are", () => {
    const text = '{ kind: "dct-2", lengths: { X: 64 }, precision: "f32", kinds: { X: "dct-3" } }';
    expect(read(text)).toEqual(makeTrigonometricTransform("dct-3", [64], "f32"));
  });

  test("a Fourier transform may say that it is one", () => {
    expect(read('{ kind: "c2c", lengths: { X: 8 }, precision: "f64" }')).toEqual(
      read('{ lengths: { X: 8 }, precision: "f64" }'),
    );
  });
});

describe("writing", () => {
  test("leaves out what only repeats size and precision", async () => {
    expect(await write(makeWalshTransform([2 ** 20], "f32"))).toMatchInlineSnapshot(`
      "import { plan } from "fftgen";

      export default plan({
        transform: {
          kind: "fwht",
          lengths: { X: 1048576 },
          precision: "f32",
          order: "natural",
          stabilisation: "none",
          placement: "out-of-place",
          scale: 1,
          batch: 1,
        },
        kernels: ["{ H(32768,8,1,8) }"],
      });
      "
    `);
  });

  test("says what 16-bit data is computed with, which axes if not all, and the distance if it is not the size", async () => {
    const text = await write(makeWalshTransform([64, 4096], "bf16", { axes: ["X"], distance: 2 ** 19 }));
    expect(text).toContain('precision: "bf16",\n    arithmetic: "f32",\n    order');
    expect(text).toContain('axes: ["X"],\n    distance: 524288,');
  });
});

describe("editing", () => {
  const byHand = file('{ kind: "fwht", precision: "f16", lengths: { Y: 2 ** 4, X: 8 }, axes: ["Y", "X"] /* both */ }');

  test("nothing changes a letter, defaults that are written included", async () => {
    const transform = makeWalshTransform([16, 8], "f16");
    expect(await updatePlanFile(PATH, byHand, { transform })).toBe(byHand);
  });

  test("what changes is put where it belongs", async () => {
    const transform = makeWalshTransform([16, 8], "f16", { axes: ["X"], order: "sequency", batch: 3 });
    expect(await updatePlanFile(PATH, byHand, { transform })).toBe(
      byHand
        .replace('["Y", "X"]', '["X"]')
        .replace('"f16", ', '"f16", order: "sequency", ')
        .replace(" /* both */", ", batch: 3 /* both */"),
    );
  });
});

describe("refusing", () => {
  test.each([
    [
      '{ kind: ▸"dct", lengths: { X: 8 }, precision: "f32" }',
      'kind is "dct"; write "c2c" or "fwht" or "r2c" or "c2r" or "dct-1" or "dct-2" or "dct-3" or "dct-4" or "dst-1" or "dst-2" or "dst-3" or "dst-4"',
    ],
    [
      '{ kind: "fwht", lengths: { X: 8 }, precision: "f32", direction: ▸"inverse" }',
      'direction is "inverse": the matrix is symmetric, so the Walsh-Hadamard transform is its own inverse but for the scale; leave it out, and scale by 1/8 in one of the two directions',
    ],
    [
      '{ kind: "fwht", lengths: { X: 8 }, precision: "f32", hadamard: ▸"dao" }',
      'hadamard is "dao": powers of two have one matrix, Sylvester\'s; leave it out',
    ],
    [
      '{ kind: "fwht", lengths: ▸{ X: 36 }, precision: "f32", hadamard: "dao" }',
      "lengths: dao has no matrix for it; lengths are powers of two, or 12, 20, 28 or 40 times a power of two; the standard matrices have one",
    ],
    [
      '{ lengths: { X: 8 }, precision: "f32", ▸stabilisation: "kahan" }',
      '"stabilisation" goes with kind "fwht", and this transform is "c2c"; say kind: "fwht" if it is to be one, or leave it out',
    ],
    [
      '{ kind: "fwht", lengths: { X: 8 }, precision: ▸"f8" }',
      'precision is "f8"; write "f32" or "f64" or "f16" or "bf16"',
    ],
    ['{ lengths: { X: 8 }, precision: ▸"f8" }', 'precision is "f8"; write "f32" or "f64" or "f16" or "bf16"'],
    [
      '{ kind: "fwht", lengths: { X: 8 }, precision: "f32", order: ▸"digit-reversed" }',
      'order is "digit-reversed"; write "natural" or "sequency" or "dyadic"',
    ],
    [
      '{ lengths: { X: 8 }, precision: "f32", order: ▸"sequency" }',
      'order is "sequency"; write "natural" or "digit-reversed"',
    ],
    [
      '{ kind: "fwht", lengths: { X: 12 }, precision: "f32", order: ▸"dyadic" }',
      'order is "dyadic": only powers of two have it: X has length 12; natural is the order there',
    ],
    [
      '{ kind: "fwht", lengths: ▸{ X: 6 }, precision: "f32" }',
      "lengths: there is no Hadamard matrix of order 6: orders above 2 are multiples of 4; lengths are powers of two, or 12, 20, 28, 36, 52, 60, 108, 140, 156 or 172 times a power of two (40 is 20 times 2)",
    ],
    [
      '{ kind: "fwht", lengths: { Y: 8, X: 8 }, precision: "f32", axes: ["X", ▸"Z"] }',
      'an axis is "Z"; write "Y" or "X", as lengths names them',
    ],
    [
      '{ kind: "fwht", lengths: { Y: 8, X: 8 }, precision: "f32", axes: ▸["X", "X"] }',
      "axes: each dimension is transformed once; name it once",
    ],
    [
      '{ kind: "fwht", lengths: { X: 8 }, precision: "f32", axes: ▸[] }',
      "axes: at least one dimension is to be transformed",
    ],
    ['{ kind: "fwht", lengths: { X: 8 }, precision: "f32", axes: ▸"X" }', 'axes is "X"; it must be an array'],
    [
      '{ kind: "r2c", lengths: { X: 8 }, precision: "f32", distance: ▸8 }',
      "distance is 8: real and complex rows have different lengths; say how far arrays of 8 lie apart by --input-strides batch=N and --output-strides batch=N",
    ],
    [
      '{ kind: "fwht", lengths: { X: 8 }, precision: "f32", distance: ▸7 }',
      "distance is 7: it must be an integer of at least 8, the elements of one array",
    ],
    [
      '{ kind: "fwht", lengths: { X: 8 }, precision: "f64", arithmetic: ▸"f32" }',
      'arithmetic is "f32": f64 is computed with as it is stored, in native arithmetic',
    ],
    [
      '{ kind: "fwht", lengths: { X: 8 }, precision: "f32", ▸stabilization: "kahan" }',
      'unknown key "stabilization" in the transform; did you mean "stabilisation"? Known keys: kind, lengths, precision, arithmetic, direction, hadamard, order, stabilisation, axes, distance, inputType, outputType, load, store, inputStrides, outputStrides, inputRange, outputRange, strides, placement, scale, scaling, batch',
    ],
  ])("%s", (marked, message) => {
    const column = file(marked).split("\n")[1]?.indexOf("▸") ?? -1;
    expect(() => read(marked.replace("▸", ""))).toThrow(InputError);
    expect(() => read(marked.replace("▸", ""))).toThrow(
      expect.objectContaining({ message: `${PATH}:2:${column + 1}: ${message}` }),
    );
  });
});
