// What commands print with --json, one schema for each: they type what is printed, and are shipped as JSON Schema.
import { z } from "zod";
import { evidence, platform } from "../json/measured-schemas.js";
import { transformSchema } from "../json/transform-schema.js";
import { verificationReportSchema } from "../json/verification-report.js";
import { projectFileSchema } from "../project/project-file.js";
import { benchCase, costModel, judgedEvidence, outcome, suiteHead, suiteSummary } from "./measured-schemas.js";
import { OUTPUT_VERSION } from "./output-version.js";

const output = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.strictObject({ schema: z.literal(`fftgen/${name}/${OUTPUT_VERSION}` as const), ...shape });

const milliseconds = z.number().describe("Predicted, of the whole batch.");
const kernels = z.array(z.string()).describe("In the notation, in the order of launching.");
const path = z.string().describe("From the current directory.");
const files = z.array(z.string()).describe("Below the directory.");
const written = z.enum(["written", "unchanged"]);
const pack = { pack: path, files };
const stale = z.array(z.string()).describe("One line for each thing that differs.");

const cost = z.strictObject({
  milliseconds,
  copyMilliseconds: z.number().describe("Of a copy of the same data."),
  terms: z
    .strictObject({
      memory: z.number(),
      issue: z.number(),
      shared: z.number(),
      latency: z.number(),
      launch: z.number(),
    })
    .describe("Each term of the cost model alone, in milliseconds."),
  bytes: z.number(),
  segmentFactor: z.number(),
  registers: z.number(),
  sharedBytes: z.number(),
  blocksPerSm: z.number(),
  occupancy: z.number(),
  blocks: z.number(),
  waves: z.number(),
  instructionsPerElement: z.number(),
});

const plan = { kernels, milliseconds, fractionOfCopy: z.number(), costs: z.array(cost) };

const compiled = z.union([
  z.strictObject({ architecture: z.string(), reason: z.string().describe("Why nvcc compiles nothing for it.") }),
  z.strictObject({
    architecture: z.string(),
    plans: z.array(
      z.strictObject({
        rank: z.int().nullable(),
        kernels: z.array(z.strictObject({ registers: z.int(), spilledBytes: z.int() })),
      }),
    ),
  }),
]);

const planned = {
  name: z.string().describe("Of the package and its functions."),
  transform: transformSchema,
  gpu: z.string(),
  origin: z
    .strictObject({
      kind: z.enum(["project", "user", "shipped", "search"]),
      path: path.nullable().describe("Of the plan file that it is from."),
      measuredOn: z.string().nullable(),
      basis: z.enum(["kept", "measured", "predicted"]).describe("What it was taken for."),
    })
    .describe("Where the plan is from."),
  emitted: z
    .strictObject({ rank: z.int().nullable(), ...plan })
    .describe("The plan that is emitted; rank null: a kept one that the search did not find."),
  ranking: z.array(z.strictObject(plan)).describe("Fastest first."),
  candidatesTried: z.int(),
  refused: z.record(z.string(), z.int()).describe("Reason -> how many candidates it ruled out."),
  compiled: compiled.nullable().describe("What nvcc found; null: it was not asked."),
  plan: z.strictObject({ path, state: z.enum(["kept", "replaced", "written"]).nullable() }),
  package: z.strictObject({ directory: path, state: written.nullable(), files }),
  verification: z
    .strictObject({
      passed: z.boolean(),
      target: z.enum(["gpu", "emulator"]),
      report: verificationReportSchema.optional(),
    })
    .nullable()
    .describe("Null: nothing was verified."),
};

const orphans = z.array(
  z.strictObject({ directory: path, name: z.string(), reason: z.string().describe("Why no plan gives it.") }),
);
const emission = { plans: z.array(path), name: z.string(), directory: path };
const bundle = { directory: path };

const tuned = z.strictObject({
  name: z.string(),
  batch: z.int(),
  platform: platform.nullable(),
  fastest: z.int().nullable().describe("Rank of the winner."),
  candidates: z.array(
    z.strictObject({
      rank: z.int(),
      kernels,
      text: z.string().describe("Hash of the emitted text."),
      predictedMilliseconds: z.number(),
      outcome: outcome.nullable().describe("Null: it was not measured."),
      buildSeconds: z.number().nullable(),
      binaryBytes: z.number().nullable(),
    }),
  ),
  plan: z.strictObject({ path, state: z.enum(["kept", "replaced", "written"]).nullable() }).optional(),
  package: z.strictObject({ directory: path.nullable(), state: written.nullable() }).optional(),
  evidence: evidence.nullable().optional(),
  wisdom: z
    .strictObject({
      state: z.enum(["taken", "kept", "left"]).describe("Kept: the user's own is no worse. Left: why says the reason."),
      path: path.nullable(),
      reason: z.string(),
    })
    .nullable()
    .optional()
    .describe("What became of the winner in the user's wisdom."),
});

const fragmentBits = z.array(z.strictObject({ of: z.enum(["lane", "element"]), bit: z.int() }));

/** One, or several of them under a key where several were asked for. */
const oneOrMore = <Name extends string, Shape extends z.ZodRawShape, Key extends string>(
  name: Name,
  shape: Shape,
  key: Key,
) =>
  z.union([
    output(name, shape),
    output(name, { [key]: z.array(z.strictObject(shape)) } as Record<
      Key,
      z.ZodArray<z.ZodObject<Shape, z.core.$strict>>
    >),
  ]);

export const outputSchemas = {
  error: output("error", {
    error: z.strictObject({
      message: z.string().describe("As people see it; of several lines where there is more to say."),
      kind: z
        .enum(["verification", "input", "toolchain", "internal"])
        .describe("Wrong results or stale files; a mistake of the user; a compiler or program; a bug of fftgen."),
      exitCode: z.int(),
      place: z
        .strictObject({ file: z.string(), line: z.int(), column: z.int() })
        .nullable()
        .describe("Lines and columns count from 1."),
    }),
  }).describe("What is printed where a command fails before it has printed its own value."),
  plan: oneOrMore("plan", planned, "plans").describe("plan; plans: one for each GPU of the project."),
  tune: output("tune", { transforms: z.array(tuned) }).describe("tune, with --dry-run what would be measured."),
  pack: output("pack", {
    ...pack,
    candidates: z.int().optional(),
    suite: z.string().optional(),
    spares: z.int().optional(),
    transforms: z.int().optional(),
  }).describe("tune, bench and study with --pack."),
  emit: output("emit", {
    packages: z.array(z.strictObject({ ...emission, files, state: written })),
    orphans,
  }),
  "emit-check": output("emit-check", {
    passed: z.boolean(),
    packages: z.array(z.strictObject({ ...emission, stale })),
    orphans,
  }).describe("emit --check."),
  "emit-manifest": output("emit-manifest", {
    manifest: path,
    packages: z.array(z.strictObject({ plans: z.array(path), name: z.string() })).optional(),
    passed: z.boolean().optional().describe("With --check, as stale."),
    stale: stale.optional(),
  }).describe("emit --manifest."),
  bundle: oneOrMore(
    "bundle",
    { name: z.string(), ...bundle, plans: z.array(path), transforms: z.array(z.string()), files, state: written },
    "bundles",
  ),
  "bundle-check": oneOrMore("bundle-check", { passed: z.boolean(), ...bundle, stale }, "bundles").describe(
    "bundle --check.",
  ),
  "bundle-outputs": oneOrMore("bundle-outputs", { ...bundle, files }, "bundles").describe("bundle --list-outputs."),
  "bundle-architectures": output("bundle-architectures", { architectures: z.array(z.string()) }).describe(
    "bundle --list-architectures, as CMake has them.",
  ),
  verify: output("verify", {
    target: z.enum(["gpu", "emulator"]),
    passed: z.boolean(),
    packages: z.array(
      z.strictObject({ name: z.string(), path, passed: z.boolean(), report: verificationReportSchema.optional() }),
    ),
  }),
  explain: output("explain", {
    name: z.string(),
    path,
    gpu: z.string(),
    transform: transformSchema,
    milliseconds,
    copyMilliseconds: z.number(),
    bound: z.strictObject({ l2: z.number(), max: z.number(), text: z.string() }),
    kernels,
    costs: z.array(cost),
    host: z.array(
      z.strictObject({ source: z.enum(["in", "out", "workspace"]), target: z.enum(["in", "out", "workspace"]) }),
    ),
    text: z.array(z.string()).optional().describe("The emitted kernels, with --text."),
  }),
  bench: output("bench", {
    suite: suiteHead,
    platform,
    cases: z.array(benchCase),
    summary: suiteSummary,
    costModel,
  }),
  "bench-plans": output("bench-plans", {
    suite: z.strictObject({ name: z.string(), title: z.string() }),
    gpu: z.string(),
    cases: z.array(
      z.strictObject({
        case: z.string(),
        name: z.string(),
        batch: z.int(),
        target: z.strictObject({ atLeast: z.number(), aim: z.number().optional() }).nullable(),
        state: z.enum(["planned", "unsupported"]),
        reason: z.string().optional(),
        plans: z
          .array(z.strictObject({ kernels, predictedMilliseconds: z.number(), copyMilliseconds: z.number() }))
          .optional(),
      }),
    ),
  }).describe("bench --dry-run."),
  study: output("study", {
    platform,
    seeds: z.int(),
    against: z.enum(["drawn", "rounded"]),
    reductions: z.array(
      z.strictObject({
        type: z.string(),
        log2Size: z.int(),
        algorithm: z.string(),
        reduction: z.number().nullable().describe("Null: infinite, as the folklore algorithm is exact."),
        pairs: z.int(),
        overflowedExperiments: z.int(),
        thesis: z.number().optional(),
      }),
    ),
  }),
  examples: output("examples", {
    examples: z.array(z.strictObject({ name: z.string(), summary: z.string() })),
  }).describe("example without a name."),
  example: output("example", { name: z.string(), summary: z.string(), directory: path, files }),
  fragments: output("fragments", {
    maps: z.array(
      z.strictObject({
        shape: z.string(),
        operand: z.enum(["A", "B", "C"]),
        type: z.enum(["f16", "bf16", "tf32", "f32"]),
        rows: z.int(),
        columns: z.int(),
        products: z.int(),
        elementsPerLane: z.int(),
        elementsPerRegister: z.int(),
        computeCapability: z.string(),
        section: z.string(),
        bits: z.strictObject({ row: fragmentBits, column: fragmentBits, product: fragmentBits }),
        places: z
          .array(z.array(z.strictObject({ row: z.int(), column: z.int(), product: z.int() })))
          .describe("By lane, by element of the lane."),
      }),
    ),
  }),
  probe: output("probe", { probe: path }).describe("fragments and gpu with --probe."),
  gpus: output("gpus", {
    gpus: z.array(
      z.strictObject({
        name: z.string(),
        aliases: z.array(z.string()),
        architecture: z.string(),
        multiprocessors: z.int(),
        memoryBytes: z.int(),
        copyBandwidth: z.number().describe("GB/s, read and written."),
      }),
    ),
  }).describe("gpu list."),
  doctor: output("doctor", {
    ready: z.boolean().describe("Whether plan and emit have what they need."),
    checks: z.array(
      z.strictObject({
        name: z.string(),
        state: z.enum(["ok", "missing"]),
        found: z.string(),
        isFor: z.string(),
        remedy: z.string().nullable(),
        isNeeded: z.boolean().describe("By plan and emit."),
      }),
    ),
  }),
  wisdom: output("wisdom", {
    place: path.describe("The directory of the user's wisdom."),
    plans: z.array(
      z.strictObject({
        name: z.string(),
        size: z.string(),
        batch: z.int(),
        gpu: z.string().describe("That it was measured on."),
        milliseconds: z.number(),
        ratioToCopy: z.number(),
        stale: z.boolean().describe("What is emitted now is not what was measured."),
        from: z.enum(["project", "user", "shipped"]),
        path,
      }),
    ),
    broken: z.array(z.string()),
  }).describe("wisdom list."),
  "wisdom-export": output("wisdom-export", {
    file: path,
    plans: z.int(),
    leftOut: z.array(z.string()).describe("One line for each plan that is not in the file."),
  }).describe("wisdom export FILE."),
  "wisdom-import": output("wisdom-import", {
    place: path,
    plans: z.array(
      z.strictObject({
        state: z.enum(["taken", "kept"]).describe("Kept: the user's own stays."),
        name: z.string(),
        batch: z.int(),
        gpu: z.string(),
        path: path.describe("Of the plan file in the user's wisdom."),
        reason: z.string(),
      }),
    ),
  }).describe("wisdom import FILE."),
  init: output("init", { file: path, project: projectFileSchema }),
  list: output("list", {
    plans: z.array(
      z.strictObject({
        name: z.string(),
        path,
        gpu: z.string(),
        kind: z.enum(["c2c", "fwht"]),
        size: z.string().describe("256x128: the slowest dimension first."),
        precision: z.string(),
        direction: z.enum(["forward", "inverse"]).nullable(),
        order: z.string(),
        placement: z.enum(["out-of-place", "in-place"]),
        scale: z.number(),
        batch: z.int(),
        passes: z.int(),
        evidence: z.array(judgedEvidence),
        package: z.strictObject({ directory: path, isThere: z.boolean() }),
      }),
    ),
    broken: z.array(z.string()).describe("What is wrong with plan files that cannot be read."),
    orphans,
  }),
} as const;

export type OutputName = keyof typeof outputSchemas;

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
type WithoutSchema<T> = T extends unknown ? Omit<T, "schema"> : never;

/** What a command has to say; which schema it is of is added when it is printed. */
export type OutputValue<Name extends OutputName> = DeepReadonly<WithoutSchema<z.input<(typeof outputSchemas)[Name]>>>;
