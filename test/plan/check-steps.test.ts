// What is wrong with plans of Walsh-Hadamard steps: the rules of all chains, in the numbers of the array as one.
import { describe, expect, it } from "vitest";
import { parseKernels } from "../../generator/notation/parse.js";
import { checkPlan, problemText } from "../../generator/plan/check.js";
import { makeWalshTransform } from "../../generator/plan/transform.js";

type StepsCase = readonly [string, readonly number[], readonly string[], (readonly string[])?];

describe("checkPlan on Walsh-Hadamard steps, whose order is free", () => {
  const stepsProblems = (text: string, lengths: readonly number[], axes?: readonly string[]): readonly string[] =>
    checkPlan({
      transform: makeWalshTransform(lengths, "f32", axes === undefined ? {} : { axes }),
      kernels: parseKernels(text),
    }).map(problemText);

  it.each([
    ["{ H(64,4,4,16) H(64,4,1,4) } { H(16,16,16,256) }", [256], []],
    ["{ H(24,16,1,16) H(192,2,16,32) } { H(32,12,32,384) }", [24, 16], []],
    ["{ H(16,16,16,256) }", [16, 16], [], ["Y"]],
    [
      "{ H(24,16,1,16) } { H(16,24,16,384) }",
      [24, 16],
      [
        "kernel 2, sub-computation 1: radix 24 is not supported: powers of two to 32 are, and 12, 20, 28, 36, 52, 60, 108, 140, 156, 172",
      ],
    ],
    [
      "{ H(24,16,1,16) H(32,12,16,192) } { H(192,2,192,384) }",
      [24, 16],
      ["kernel 1, sub-computation 2", "kernel 2, sub-computation 1"].map(
        (place) =>
          `${place}: the heaviest digit of Y, of length 24, is the one of radix 12, and all others are powers of two`,
      ),
    ],
    [
      "{ H(64,4,1,4) }",
      [256],
      [
        "kernel 1, sub-computation 1: the radices of X multiply to 4 and all else fits that, but the length of X is 256",
      ],
    ],
    [
      "{ H(64,4,1,4) H(64,4,64,256) }",
      [256],
      [
        "kernel 1, sub-computation 1: extent is 4, but the stride of `H(64,4,64,256)` is 64",
        "kernel 1, sub-computation 2: the radices of X multiply to 4*4 = 16, not to its length 256",
      ],
    ],
    [
      "{ H(16,16,1,16) H(16,16,16,256) H(16,16,16,256) }",
      [256],
      [
        "kernel 1, sub-computation 2: the radices of X multiply to 16*16*16 = 4096, not to its length 256",
        "kernel 1, sub-computation 3: extent is 256, but the stride of `H(16,16,16,256)` is 16",
      ],
    ],
    ["{ H(16,16,16,256) }", [16, 16], ["no sub-computation transforms X, which has length 16"]],
    [
      "{ H(16,16,1,16) H(16,16,16,256) }",
      [16, 16],
      ["kernel 1, sub-computation 1: `H(16,16,1,16)` transforms what is not to be transformed"],
      ["Y"],
    ],
    [
      "{ X(16,16,16,256,no-tw) }",
      [256],
      [
        "no sub-computation transforms X, which has length 256",
        "kernel 1, sub-computation 1: a Walsh-Hadamard transform is made of steps `H(count, radix, stride, extent)`",
      ],
    ],
  ] satisfies readonly StepsCase[])(
    "%s of %j",
    (text: string, lengths: readonly number[], problems: readonly string[], axes?: readonly string[]) => {
      expect(stepsProblems(text, lengths, axes)).toEqual(problems);
    },
  );
});
