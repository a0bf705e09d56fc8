// What the requests are held to: each way in which memory can be wrong has a word.
import { expect, test } from "vitest";
import { faultOf } from "../../generator/verify/compared.js";
import { declarationIn } from "./compiled.js";
import { memoriesOf, type Memories } from "../../generator/verify/evaluated.js";
import { callOf, numberPlaces } from "../../generator/definition/numbers.js";
import { commandOf, type Request } from "../../generator/definition/request.js";

const request: Request = {
  kind: "c2c",
  lengths: [2, 3],
  said: { inputRange: { Y: [0, 0] }, outputStrides: { Y: 5 }, outputRange: { X: [0, 1] } },
  arrays: 2,
  further: {},
};
const call = callOf(
  request,
  1,
  () => [],
  (value) => value,
);
const before = memoriesOf(call, false);

/** As a right program leaves it, but for a change. */
function after(change: (memories: Memories) => void): Memories {
  const memories = { input: before.input.slice(), output: before.output.slice() };
  for (const { place, re, im } of call.meant) {
    const [first = 0, second = 0] = numberPlaces(call.layout.output, call.room.output, place);
    memories.output[first] = re;
    memories.output[second] = im;
  }
  change(memories);
  return memories;
}

test("each way in which memory can be wrong has a word", () => {
  const fault = (change: (memories: Memories) => void) => faultOf(call, before, after(change), 1e-12)?.what;
  expect(fault(() => undefined)).toBeUndefined();
  expect(fault(({ output }) => (output[0] = (output[0] ?? 0) + 1e-6))).toBe("an output is wrong");
  expect(fault(({ output }) => (output[1] = NaN))).toBe("an output is NaN");
  expect(fault(({ output }) => (output[2] = before.output[2] ?? 0))).toBe("an output is not written");
  // Number 4 is the third element of a row, which the range leaves out; number 9 lies between two rows.
  for (const place of [4, 9]) expect(fault(({ output }) => (output[place] = 0))).toBe("written outside the output");
  expect(fault(({ input }) => (input[3] = 0))).toBe("the input was written");
});

test("what a range leaves out is NaN, and memory ends with the last element that is there", () => {
  expect(commandOf(request)).toBe("fftgen plan 2x3 --input-range Y=0..0 --output-strides Y=5 --output-range X=0..1");
  // Two arrays of six numbers, of which the first row is there: three complex ones of each.
  expect(before.input.length).toBe(2 * (6 + 3));
  expect([...before.input.entries()].filter(([, value]) => Number.isNaN(value)).map(([place]) => place)).toEqual([
    6, 7, 8, 9, 10, 11,
  ]);
  // Rows lie 5 apart, and arrays 10; of the last row two elements are there.
  expect(before.output.length).toBe(2 * (10 + 5 + 2));
});

test("the arguments of a package are those that its header declares", () => {
  const header = `/**
 * @param in        device pointer to batch arrays, aligned to 8 bytes, for neighbours are accessed
 *                  together; not written
 * @param out_re    device pointer to the real parts of batch arrays,
 *                  aligned to 4 bytes; must not overlap the input
 * @param out_im    device pointer to the imaginary parts, aligned to 4 bytes; must not
 * @param alpha     the number $alpha of the expressions
 * @param filter    device pointer to batch x 32 complex numbers, aligned to one of them: filter:complex[batch,x] of the
 *                  expressions
 */
FFTGEN_API cudaError_t fftgen_request_execute(const float* in, float* out_re, float* out_im,
                                       void* workspace, size_t batch, float alpha, const float2* filter,
                                       size_t stride_in_batch, size_t stride_out_y, cudaStream_t stream);`;
  expect(declarationIn(header)).toEqual({
    pointers: [
      { name: "in", type: "const float", alignment: 8 },
      { name: "out_re", type: "float", alignment: 4 },
      { name: "out_im", type: "float", alignment: 4 },
    ],
    operands: [{ name: "filter", type: "const float2", isComplex: true, elements: 32, isPerArray: true }],
    values: ["alpha", "stride_in_batch", "stride_out_y"],
    order: [
      ...["in", "out_re", "out_im", "workspace", "batch", "alpha", "filter"],
      ...["stride_in_batch", "stride_out_y", "stream"],
    ],
  });
});
