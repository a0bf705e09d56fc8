// The plan file that the tests of this folder start from, as text and as contents.
import { makeTransform, type Transform } from "../../generator/plan/transform.js";
import type { Evidence } from "../../generator/planfile/definition.js";

export const exampleText = `import { plan } from "fftgen";

/**
 * 256x256x256 complex to complex, f32, forward, natural order.
 * Three passes over memory.
 */
export default plan({
  transform: {
    lengths: { Z: 256, Y: 256, X: 256 },
    precision: "f32",
    direction: "forward",
    order: "natural",
    placement: "out-of-place",
    scale: 1,
    batch: 1,
  },
  kernels: [
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 256 threads, 16 columns, 4 blocks/SM, table",
    "{ Y(16,16,16,256,no-tw) Y(16,16,1,16,pre-tw) } on 512 threads, 32 columns, 2 blocks/SM, table",
    "{ Z(16,16,16,256,no-tw) Z(16,16,1,16,pre-tw) } on 512 threads, 32 columns, 2 blocks/SM, table, streaming stores",
  ],
  evidence: [
    {
      gpu: "NVIDIA H200",
      driver: "580",
      toolchain: "nvcc 13.0",
      text: "sha256:0123456789abcdef",
      milliseconds: 0.21,
      ratioToCopy: 3.1,
      ratioToCufft: 1.1,
      relativeL2Error: 2.1e-7,
    },
  ],
});
`;

export const exampleTransform: Transform = makeTransform([256, 256, 256], "f32");

export const exampleKernels: readonly string[] = [
  "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 256 threads, 16 columns, 4 blocks/SM, table",
  "{ Y(16,16,16,256,no-tw) Y(16,16,1,16,pre-tw) } on 512 threads, 32 columns, 2 blocks/SM, table",
  "{ Z(16,16,16,256,no-tw) Z(16,16,1,16,pre-tw) } on 512 threads, 32 columns, 2 blocks/SM, table, streaming stores",
];

export const exampleEvidence: Evidence = {
  gpu: "NVIDIA H200",
  driver: "580",
  toolchain: "nvcc 13.0",
  text: "sha256:0123456789abcdef",
  milliseconds: 0.21,
  ratioToCopy: 3.1,
  ratioToCufft: 1.1,
  relativeL2Error: 2.1e-7,
};

export const exampleDocComment =
  "256x256x256 complex to complex, f32, forward, natural order.\nThree passes over memory.";

/** A file that a person has edited: comments, other spacing, other order, numbers in their own spelling. */
export const handEditedText = `// Tuned by hand on a rainy day.
import { plan } from "fftgen";

/** A plane. */
export default plan({
  // The transform comes first.
  transform: {
    precision: 'f32', // single is enough here
    lengths: { Y: 2 ** 8,   X: 0x100 },
    batch: 2048
  },

  kernels: [
    // rows
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) }", // coalesced
    /* columns */ "{ Y(16,16,16,256,no-tw) Y(16,16,1,16,pre-tw) }" // strided
    // that is all
  ] /* two kernels */
});
// the end
`;
