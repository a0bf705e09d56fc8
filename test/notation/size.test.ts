import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { parseSize, printSize } from "../../generator/notation/size.js";

describe("parseSize", () => {
  it.each([
    ["256x256x512", [256, 256, 512]],
    ["4096", [4096]],
    ["2^20", [1048576]],
    ["2^10x2^10", [1024, 1024]],
    ["3*2^10x7", [3072, 7]],
    ["3^2*5^0007*1", [703125]],
    ["1", [1]],
    ["2^16+1", [65537]],
    ["2^13-1x3*5+2-1", [8191, 16]],
    ["1^99999x2^52", [1, 2 ** 52]],
    ["9007199254740991", [2 ** 53 - 1]],
    ["2x2x2x2x2x2x2x2", [2, 2, 2, 2, 2, 2, 2, 2]],
  ])("%s", (text, lengths) => {
    expect(parseSize(text)).toEqual(lengths);
  });

  it.each([
    ["", "1:1: expected a positive length such as 256 or 2^8, found the end"],
    ["0", "1:1: expected a positive length such as 256 or 2^8, found `0`"],
    ["256x0x256", "1:5: expected a positive length such as 256 or 2^8, found `0`"],
    ["-4", "1:1: expected a positive length such as 256 or 2^8, found `-`"],
    ["1.5", "1:2: expected `x`, `*`, `+`, `-` or the end, found `.5`"],
    ["256 x256", "1:4: expected `x`, `*`, `+`, `-` or the end, found ` `"],
    ["256X256", "1:4: expected `x`, `*`, `+`, `-` or the end, found `X`"],
    ["256x", "1:5: expected a positive length such as 256 or 2^8, found the end"],
    ["x256", "1:1: expected a positive length such as 256 or 2^8, found `x`"],
    ["2^", "1:3: expected a positive exponent, found the end"],
    ["2^0", "1:3: expected a positive exponent, found `0`"],
    ["2^3^2", "1:4: expected `x`, `*`, `+`, `-` or the end, found `^`"],
    ["3-2*2", "1:1: the length 3-2*2 is -1; it must be positive"],
    ["4x2^53", "1:3: the length 2^53 must be below 2^53"],
    ["2^99999999999999999999", "1:1: the length 2^99999999999999999999 must be below 2^53"],
    ["2^30x2^30", "1:1: the number of elements of 2^30x2^30 must be below 2^53"],
    ["9007199254740993", "1:1: the length 9007199254740993 must be below 2^53"],
    ["1x1x1x1x1x1x1x1x1", "1:17: a transform has at most 8 dimensions"],
    ["fft", "1:1: expected a positive length such as 256 or 2^8, found `f`"],
  ])("refuses %j", (text, message) => {
    const parse = (): unknown => parseSize(text);
    expect(parse).toThrow(InputError);
    expect(parse).toThrow(message);
  });

  it("points at the place", () => {
    expect(() => parseSize("256x25?")).toThrow(
      "1:7: expected `x`, `*`, `+`, `-` or the end, found `?`\n  256x25?\n        ^",
    );
  });

  it("reads what printSize writes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 8 }), (lengths) => {
        expect(parseSize(printSize(lengths))).toEqual(lengths);
      }),
      { seed: 9 },
    );
  });

  it("reads products of prime powers", () => {
    const power = fc.tuple(fc.constantFrom(2, 3, 5, 7), fc.integer({ min: 1, max: 6 }));
    fc.assert(
      fc.property(fc.array(power, { minLength: 1, maxLength: 3 }), (powers) => {
        const text = powers.map(([base, exponent]) => `${base}^${exponent}`).join("*");
        expect(parseSize(text)).toEqual([powers.reduce((product, [base, exponent]) => product * base ** exponent, 1)]);
      }),
      { seed: 10 },
    );
  });
});
