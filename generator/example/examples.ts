// Example programs: which there are, which transforms they vendor, and their files with those packages beside them.
import type { GeneratedFile } from "../emit/package.js";
import { exampleFiles } from "../emit/read-template.js";
import { makeWalshTransform, transformName, type Transform } from "../plan/transform.js";

export interface Example {
  readonly name: string;
  /** What it shows, in a few words. */
  readonly summary: string;
  /** Their packages are named after them. */
  readonly transforms: readonly Transform[];
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "xor-convolution",
    summary: "the XOR convolution of two vectors",
    transforms: [makeWalshTransform([4096], "f32", { batch: 2 })],
  },
  {
    name: "soft-threshold",
    summary: "a layer of a neural network in the Walsh-Hadamard domain, in single and half precision",
    transforms: [makeWalshTransform([256], "f32", { batch: 500 }), makeWalshTransform([256], "f16", { batch: 500 })],
  },
];

/** The example's own files, and each package in a directory of its name. */
export const exampleProject = (
  example: Example,
  packageOf: (name: string, transform: Transform) => readonly GeneratedFile[],
): readonly GeneratedFile[] => [
  ...exampleFiles(example.name),
  ...example.transforms.flatMap((transform) => {
    const name = transformName(transform);
    return packageOf(name, transform).map(({ path, text }) => ({ path: `${name}/${path}`, text }));
  }),
];
