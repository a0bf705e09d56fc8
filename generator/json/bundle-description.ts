// fft.json: what a bundle says of its transforms to programs that call them, such as bindings of other languages.
import { z } from "zod";
import { DIRECTIONS, NUMBER_FORMATS, TRANSFORM_KINDS } from "../plan/transform.js";

export const BUNDLE_SCHEMA = "fftgen/bundle/1";

/** The file of the description in every bundle. */
export const BUNDLE_DESCRIPTION = "fft.json";

const count = z.int().positive();

export const problemSchema = z
  .strictObject({
    kind: z.enum(TRANSFORM_KINDS),
    precision: z.enum(NUMBER_FORMATS),
    direction: z.enum(DIRECTIONS).describe("The sign of the exponent: minus is forward."),
    scale: z.number().describe("Every output is multiplied by it."),
    dimensions: z
      .array(
        z.strictObject({
          length: count.describe("Of the real array, where one side is real."),
          input: count.describe("Elements of the input from one to the next."),
          output: count.describe("Elements of the output from one to the next."),
        }),
      )
      .describe(
        "Transformed dimensions of more than one element, by falling stride of the input; the one along which a spectrum is halved is the last.",
      ),
  })
  .describe("What is computed, without the method and the batch.");

const functions = z
  .strictObject({ execute: z.string(), workspaceBytes: z.string(), prepare: z.string().nullable() })
  .describe("Names of functions in C. prepare is null where there is nothing to prepare.");

const strides = z
  .array(
    z.strictObject({
      parameter: z.string(),
      side: z.enum(["input", "output"]),
      dimension: z
        .int()
        .nullable()
        .describe("The number of the problem's dimension; null: from one array to the next."),
    }),
  )
  .describe(
    "Strides that each call says, in the order of execute's parameters; the problem and the batch have those that are planned for.",
  );

const weights = z
  .array(z.tuple([z.number(), z.number(), z.number()]))
  .describe(
    "Along each dimension of the problem the factors of the first number, of those between, and of the last; empty: all 1.",
  );

export const describedTransformSchema = z.strictObject({
  name: z.string(),
  problem: problemSchema
    .nullable()
    .describe("null for a transform that is more than a problem says: with ranges, for example."),
  batch: z
    .strictObject({
      input: count.describe("Elements of the input from one array to the next."),
      output: count,
      members: count.describe("Arrays of the problem in one array of execute's batch."),
      continues: z.boolean().describe("Whether a call may have more arrays than members, at the same distances."),
      largest: count.describe("The largest batch that execute takes."),
      planned: count.describe("The batch that the plan was chosen for."),
    })
    .nullable(),
  strides,
  adjoint: z
    .strictObject({
      name: z.string().describe("What a plan of it is called."),
      transform: z
        .string()
        .nullable()
        .describe(
          "The transform of this bundle that computes it, with the scale in each call if that takes one; null: none.",
        ),
      before: weights,
      after: weights,
    })
    .nullable()
    .describe(
      "What takes gradients back: the gradient, weighted as `before` says, through this transform, weighted as `after` says. null for transforms of arrays that are not dense, and where problem is.",
    ),
  operator: z
    .boolean()
    .describe(
      "Whether a bundle for PyTorch has it as an operator: its arrays are dense, and PyTorch has their elements.",
    ),
  elements: z.strictObject({ input: z.string(), output: z.string() }).describe("Types of elements in CUDA C++."),
  parameters: z.array(z.string()).describe("The parameters of execute, in their order."),
  functions,
  alignment: z
    .strictObject({ input: count, output: count, workspace: count })
    .describe("In bytes, of the pointers of execute."),
  workspace: z.boolean().describe("Whether execute needs a workspace, of workspaceBytes(batch) bytes."),
  inPlace: z.boolean().describe("Whether the output may be the input."),
  bound: z
    .strictObject({ l2: z.number(), largest: z.number() })
    .describe(
      "Of the error, relative to the result in the Euclidean norm, and of one output relative to their root mean square.",
    ),
  architectures: z.array(count).describe("Compute capabilities of the GPUs that plans are for: 90 is 9.0."),
});

export type DescribedTransform = Readonly<z.output<typeof describedTransformSchema>>;

export const bundleDescriptionSchema = z
  .strictObject({
    schema: z.literal(BUNDLE_SCHEMA),
    fftgen: z.string().describe("The version that wrote the bundle."),
    name: z.string(),
    prefix: z.string().describe("Of the names of functions in C."),
    emulated: z.boolean().describe("Whether the bundle is compiled for the host and computes on arrays in its memory."),
    verification: z
      .strictObject({ program: z.string(), record: z.string() })
      .nullable()
      .describe(
        "The source of the verification program, and the file that says what was verified, both in the bundle.",
      ),
    transforms: z.array(describedTransformSchema),
  })
  .describe("fft.json: the transforms of a bundle, for bindings of other languages.");

export type BundleDescription = Readonly<z.output<typeof bundleDescriptionSchema>>;
