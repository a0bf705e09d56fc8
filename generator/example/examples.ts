// Example programs: which there are, which transforms they vendor, and their files with those beside them as a bundle.
import type { ClientName } from "../emit/bundle-clients.js";
import { inFolder, type GeneratedFile } from "../emit/files.js";
import { linkBundle } from "../emit/link-bundle.js";
import { linkedTransform } from "../emit/linked-transform.js";
import { exampleFiles } from "../emit/read-template.js";
import type { Unit } from "../emit/unit.js";
import { makeRealTransform, makeTransform, makeWalshTransform, type Transform } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";

/** A transform that an example vendors. */
export interface ExampleTransform {
  readonly name: string;
  readonly transform: Transform;
  /** In notation, where the example is about a particular plan; the search's first choice otherwise. */
  readonly kernels?: readonly string[];
}

export interface Example {
  readonly name: string;
  /** The file to read first; it checks what it computes. */
  readonly program: string;
  /** What it shows, in a few words. */
  readonly summary: string;
  readonly transforms: readonly ExampleTransform[];
  /** The library that it is written for, if it is a Python program that imports the bundle's package. */
  readonly servedLibrary?: "torch" | "jax";
  /** Whether it calls cuFFT, and a library of the bundle is loaded before that. */
  readonly callsCufft?: true;
}

const searched = (transform: Transform): ExampleTransform => ({ name: transformName(transform), transform });

/** A plan of 1024 points, of which the example transforms a few. */
const split = (name: string, kernel: string): ExampleTransform => ({
  name,
  transform: makeTransform([1024], "f32", { batch: 8 }),
  kernels: [kernel],
});

/** Images of an example, and what the mean over their elements divides by. */
const IMAGE = [64, 64] as const;
const ofImages = { batch: 4, scale: 1 / 4096 };

/** A box of an example. */
const BOX = [32, 32, 32] as const;

/** Elements of one signal lie SIGNALS apart, and signals side by side. */
const SIGNALS = 32;
const interleaved = { X: SIGNALS, batch: 1 };

export const EXAMPLES: readonly Example[] = [
  {
    name: "round-trip",
    program: "round_trip.cpp",
    summary: "a Fourier transform and its inverse, in C++",
    transforms: [
      searched(makeTransform([4096], "f32", { batch: 1000 })),
      searched(makeTransform([4096], "f32", { batch: 1000, direction: "inverse", scale: 1 / 4096 })),
    ],
  },
  {
    name: "r2c-in-c",
    program: "r2c_in_c.c",
    summary: "a real-to-complex transform, called from C",
    transforms: [searched(makeRealTransform("r2c", [1000], "f32", { batch: 64 }))],
  },
  {
    name: "batch-innermost",
    program: "batch_innermost.py",
    summary: "interleaved signals (batch innermost), called from Python",
    transforms: [
      {
        name: "interleaved_64",
        transform: makeTransform([64], "f32", {
          batch: SIGNALS,
          inputStrides: interleaved,
          outputStrides: interleaved,
        }),
      },
    ],
  },
  {
    name: "torch-denoise",
    program: "denoise.py",
    summary: "a training step of PyTorch whose loss uses rfft2 and irfft2, served by a bundle",
    transforms: [
      searched(makeRealTransform("r2c", IMAGE, "f32", { batch: 4 })),
      searched(makeRealTransform("c2r", IMAGE, "f32", ofImages)),
      searched(makeRealTransform("r2c", IMAGE, "f32", ofImages)),
    ],
    servedLibrary: "torch",
  },
  {
    name: "jax-poisson",
    program: "poisson.py",
    summary: "Poisson's equation in JAX, and gradients through its solution, served by a bundle",
    transforms: [
      searched(makeRealTransform("r2c", BOX, "f32")),
      searched(makeRealTransform("c2r", BOX, "f32", { scale: 1 / 32768 })),
    ],
    servedLibrary: "jax",
  },
  {
    name: "cufft-program",
    program: "cufft_program.c",
    summary: "a program in C that was written for cuFFT, served by a bundle",
    transforms: (["forward", "inverse"] as const).map((direction) =>
      searched(makeTransform([4096], "f32", { batch: 64, direction })),
    ),
    callsCufft: true,
  },
  {
    name: "xor-convolution",
    program: "xor_convolution.cu",
    summary: "the XOR convolution of two vectors",
    transforms: [searched(makeWalshTransform([4096], "f32", { batch: 2 }))],
  },
  {
    name: "soft-threshold",
    program: "soft_threshold.cu",
    summary: "a layer of a neural network in the Walsh-Hadamard domain, in single and half precision",
    transforms: (["f32", "f16"] as const).map((precision) =>
      searched(makeWalshTransform([256], precision, { batch: 500 })),
    ),
  },
  {
    name: "split-range",
    program: "split_range.cu",
    summary: "how errors of Fourier transforms on tensor cores depend on the range of single-precision data",
    transforms: [
      searched(makeTransform([1024], "f32", { batch: 8 })),
      split(
        "sorna_radix_4",
        "{ X(256,4@sorna,256,1024,tw) X(256,4@sorna,64,256,tw) X(256,4@sorna,16,64,tw) X(256,4@sorna,4,16,tw) X(256,4@sorna,1,4,no-tw) } on 256 threads, 2 columns, table",
      ),
      split(
        "split_radices_8_8_16",
        "{ X(128,8@split,128,1024,tw) X(128,8@split,16,128,tw) X(64,16@split,1,16,no-tw) } on 64 threads, 8 blocks/SM, table",
      ),
    ],
  },
];

/** Of the bundle that an example vendors. */
export const EXAMPLE_BUNDLE = "fft";

const clientsOf = ({ servedLibrary, callsCufft }: Example): readonly ClientName[] => {
  if (callsCufft === true) return ["cufft"];
  return servedLibrary === undefined ? [] : ["python"];
};

/** The example's own files, and the bundle of its transforms; `isHost`: a package that it imports is built for the host. */
export const exampleProject = (
  example: Example,
  unitOf: (wanted: ExampleTransform) => Unit,
  isHost = false,
): readonly GeneratedFile[] => [
  ...exampleFiles(example.name),
  ...inFolder(
    EXAMPLE_BUNDLE,
    linkBundle({
      name: EXAMPLE_BUNDLE,
      transforms: example.transforms.map((wanted) => linkedTransform(wanted.name, [unitOf(wanted)])),
      clients: clientsOf(example),
      isHost: example.servedLibrary !== undefined && isHost,
    }),
  ),
];
