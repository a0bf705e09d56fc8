// A GPU described by a file: what fftgen needs to know of one that it does not list. The file may leave out what follows from the
// compute capability, and what can be estimated; the probe program (emit/gpu-probe.ts) writes all that it can ask or measure.
import { z } from "zod";
import { InputError } from "../failure/errors.js";
import { GPU_NAME } from "../json/measured-schemas.js";
import { checkedJson, parseJson } from "../json/read-json.js";
import { commonLimits, hopper, limitSources, multiprocessors, type Multiprocessor } from "./capability.js";
import { gpuOfDatasheet } from "./datasheet.js";
import { MEMORY_KINDS } from "./estimates.js";
import type { Gpu, MultiprocessorLimits, Source } from "./gpu.js";
import { shippedWeights } from "./shipped-weights.js";
import { cite, estimated } from "./sources.js";

export const GPU_FILE_VERSION = 1;

const name = z.string().regex(GPU_NAME, {
  error: "expected the name of a GPU as nvidia-smi has it: up to 80 letters, digits, blanks and ._()+/-",
});
const count = (least: number, most: number) => z.int().min(least).max(most);
const measure = (least: number, most: number) => z.number().min(least).max(most);
const KIB = 1024;

const limits = {
  warpSize: z.literal(32),
  maxThreadsPerBlock: count(32, 1024),
  maxThreadsPerSm: count(32, 65536).multipleOf(32),
  maxBlocksPerSm: count(1, 1024),
  registersPerSm: count(1024, 2 ** 24),
  maxRegistersPerThread: count(16, 1024),
  registerAllocationUnit: count(1, 65536),
  subPartitions: count(1, 64),
  sharedBytesPerSm: count(KIB, 2 ** 24),
  sharedBytesPerBlock: count(KIB, 2 ** 24),
  sharedAllocationUnit: count(1, 65536),
  sharedReservedPerBlock: count(0, 65536),
  sharedBanks: z.literal(32),
  sharedBankBytes: count(1, 64),
  fp32LanesPerSm: count(1, 4096),
  fp64LanesPerSm: count(1, 4096),
  portableClusterSize: count(1, 64),
  maxClusterSize: count(1, 64),
} satisfies { readonly [fact in keyof Omit<MultiprocessorLimits, "computeCapability">]: z.ZodType };

const printed = {
  multiprocessors: count(1, 4096),
  clockGHz: measure(0.05, 20),
  memoryBytes: count(2 ** 26, 2 ** 50),
  memoryBandwidth: measure(1, 1e6),
  l2Bytes: count(KIB, 2 ** 40),
};

const segment = z.strictObject({ bytes: count(1, 65536), oneSide: measure(1, 1000), bothSides: measure(1, 1000) });
const residency = z.strictObject({ clusterSize: count(1, 64), multiprocessors: count(1, 4096) });
const timed = {
  copyBandwidth: measure(1, 1e6),
  l2Bandwidth: measure(1, 1e7),
  launchMicroseconds: measure(0.01, 1000),
  memoryLatencyNanoseconds: measure(1, 1e5),
  segmentTimes: z
    .array(segment)
    .min(1)
    .max(32)
    .refine(
      (times) => times.every(({ bytes }, index) => index === 0 || bytes > (times[index - 1]?.bytes ?? 0)),
      "expected the shortest segments first, none twice",
    ),
  clusterResidency: z.array(residency).max(16),
};

/** A field that may be left out, but not be there and empty. */
const optional = <Fields extends Readonly<Record<string, z.ZodType>>>(
  fields: Fields,
): { readonly [field in keyof Fields]: z.ZodExactOptional<Fields[field]> } =>
  Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, z.exactOptional(type)])) as {
    readonly [field in keyof Fields]: z.ZodExactOptional<Fields[field]>;
  };

const source = z.strictObject({
  certainty: z.enum(["documented", "measured", "derived", "estimated"]),
  text: z.string().max(500),
});
const sourceFields = Object.fromEntries(
  ["computeCapability", ...Object.keys({ ...limits, ...printed, ...timed })].map((fact) => [
    fact,
    source.exactOptional(),
  ]),
);

const schema = z
  .strictObject({
    $schema: z.string().max(1000).exactOptional(),
    version: z.literal(GPU_FILE_VERSION),
    name,
    aliases: z.array(name).max(16).exactOptional(),
    computeCapability: z.string().regex(/^\d{1,2}\.\d$/, { error: 'expected two numbers, such as "8.9"' }),
    /** What the bandwidth and latency are estimated by that are not given. */
    memory: z.enum(MEMORY_KINDS).exactOptional(),
    ...optional(limits),
    ...printed,
    ...optional(timed),
    calibration: z
      .enum(shippedWeights.map(({ gpu }) => gpu))
      .describe("The GPU whose measurements the cost model was fitted to; absent: the one that is the most like this.")
      .exactOptional(),
    sources: z.strictObject(sourceFields).exactOptional(),
  })
  .describe("A GPU for --gpu FILE.json of fftgen: what `fftgen gpu show NAME --json` and its probe program print");

type GpuFile = z.infer<typeof schema>;

/** For editors. */
export const gpuFileSchema = (): object => z.toJSONSchema(schema);

/** `file`: its path, for messages, and for plans to say which GPU they are for. Throws an InputError with all that is wrong. */
export const parseGpuFile = (text: string, file: string): Gpu => gpuOfJson(parseJson(file, text), file);

/** The same of what such a file holds, wherever it stands. */
export function gpuOfJson(value: unknown, file: string): Gpu {
  const given = checkedJson(file, value, schema);
  const {
    $schema: _,
    version: __,
    calibration,
    memory,
    computeCapability,
    sources = {},
    aliases = [],
    ...facts
  } = given;
  const multiprocessor = multiprocessorOf(given, file);
  const stated = Object.keys(facts).filter((fact) => fact !== "name");
  const unstated = Object.keys(sources).find((fact) => !(fact in given));
  if (unstated !== undefined)
    throw new InputError(`${file}: sources.${unstated}: the file gives no ${unstated}, whose source this would be`);
  const base = gpuOfDatasheet(multiprocessor, {
    name: facts.name,
    aliases,
    multiprocessors: facts.multiprocessors,
    clockGHz: facts.clockGHz,
    memoryBytes: facts.memoryBytes,
    memoryBandwidth: facts.memoryBandwidth,
    l2Bytes: facts.l2Bytes,
    memory: memory ?? (multiprocessor.limits.fp64LanesPerSm > LEAST_FP64_LANES ? "HBM" : "GDDR6"),
    sources: cite(UNSOURCED, "multiprocessors", "clockGHz", "memoryBytes", "memoryBandwidth", "l2Bytes"),
  });
  const gpu: Gpu = {
    ...base,
    ...facts,
    file,
    weights: shippedWeights.find((weights) => weights.gpu === calibration) ?? base.weights,
    sources: { ...base.sources, ...Object.fromEntries(stated.map((fact) => [fact, UNSOURCED])), ...sources },
  };
  const wrong = contradictions(gpu);
  if (wrong.length > 0) throw new InputError(wrong.map((message) => `${file}: ${message}`).join("\n"));
  return gpu;
}

const UNSOURCED: Source = estimated("as the GPU file says, without a source");

/** Those for graphics have two, and memory to match. */
const LEAST_FP64_LANES = 2;

/** That of a known compute capability; for another one the file must have the rest of its limits. */
function multiprocessorOf(given: GpuFile, file: string): Multiprocessor {
  const { computeCapability } = given;
  const [major = 0, minor = 0] = computeCapability.split(".").map(Number);
  if (major < OLDEST_MAJOR)
    throw new InputError(`${file}: computeCapability: ${computeCapability} is too old; ${OLDEST_MAJOR}.0 is the least`);
  const known = multiprocessors.find(
    ({ limits: { computeCapability: own } }) => own.major === major && own.minor === minor,
  );
  if (known !== undefined) return known;
  const missing = Object.keys(limits).filter((fact) => !(fact in given) && !(fact in NEW_LIMITS));
  if (missing.length > 0) {
    const all = multiprocessors.map(({ limits: { computeCapability: own } }) => `${own.major}.${own.minor}`).join(", ");
    throw new InputError(
      `${file}: computeCapability: ${computeCapability} is none that fftgen knows (${all}): then the file must also have ${missing.join(", ")}`,
    );
  }
  // Of what is missing, the file has its own: parseGpuFile() puts that in place of these.
  return { limits: { ...hopper.limits, ...NEW_LIMITS, computeCapability: { major, minor } }, sources: limitSources };
}

const OLDEST_MAJOR = 7;

/** What no program can ask a GPU, and all have alike since compute capability 8.0. */
const NEW_LIMITS = { ...commonLimits, sharedAllocationUnit: 128 } as const;

/** What cannot be, though each number could. */
function contradictions(gpu: Gpu): readonly string[] {
  const { copyBandwidth, memoryBandwidth, l2Bandwidth, segmentTimes, clusterResidency } = gpu;
  const rules: readonly (readonly [boolean, string])[] = [
    [
      gpu.sharedBytesPerBlock + gpu.sharedReservedPerBlock > gpu.sharedBytesPerSm,
      `sharedBytesPerBlock: a block cannot have ${gpu.sharedBytesPerBlock} bytes and ${gpu.sharedReservedPerBlock} of the driver, of ${gpu.sharedBytesPerSm} of the multiprocessor`,
    ],
    [
      gpu.maxThreadsPerBlock > gpu.maxThreadsPerSm,
      `maxThreadsPerBlock: ${gpu.maxThreadsPerBlock} is more than maxThreadsPerSm, ${gpu.maxThreadsPerSm}`,
    ],
    [
      gpu.portableClusterSize > gpu.maxClusterSize,
      `portableClusterSize: ${gpu.portableClusterSize} is more than maxClusterSize, ${gpu.maxClusterSize}`,
    ],
    [
      copyBandwidth > memoryBandwidth,
      `copyBandwidth: ${copyBandwidth} GB/s is more than memoryBandwidth, the peak, ${memoryBandwidth}`,
    ],
    [
      l2Bandwidth < copyBandwidth,
      `l2Bandwidth: ${l2Bandwidth} GB/s is less than copyBandwidth, from device memory, ${copyBandwidth}`,
    ],
    ...segmentTimes.map(
      ({ bytes, oneSide, bothSides }, index) =>
        [
          bothSides < oneSide,
          `segmentTimes[${index}]: both sides in segments of ${bytes} bytes take less time, ${bothSides}, than one, ${oneSide}`,
        ] as const,
    ),
    ...clusterResidency.map(
      ({ clusterSize, multiprocessors: used }, index) =>
        [
          clusterSize > gpu.maxClusterSize || used > gpu.multiprocessors || used % clusterSize !== 0,
          `clusterResidency[${index}]: clusters of ${clusterSize} blocks cannot use ${used} of ${gpu.multiprocessors} multiprocessors, nor be larger than maxClusterSize, ${gpu.maxClusterSize}`,
        ] as const,
    ),
  ];
  return rules.filter(([isWrong]) => isWrong).map(([, message]) => message);
}

const mapped = <Facts extends object, T>(
  facts: Facts,
  valueOf: (fact: keyof Facts) => T,
): { readonly [fact in keyof Facts]: T } =>
  Object.fromEntries(Object.keys(facts).map((fact) => [fact, valueOf(fact as keyof Facts)])) as {
    readonly [fact in keyof Facts]: T;
  };

/** The file of a GPU: all of it, with the sources. */
export function printGpuFile(gpu: Gpu): string {
  const { name: called, aliases, computeCapability, sources, file: _, weights, ...facts } = gpu;
  const value = {
    version: GPU_FILE_VERSION,
    name: called,
    aliases,
    computeCapability: `${computeCapability.major}.${computeCapability.minor}`,
    ...facts,
    ...(shippedWeights.some(({ gpu: own }) => own === weights.gpu) ? { calibration: weights.gpu } : {}),
    // In the order of what they are of.
    sources: { computeCapability: sources.computeCapability, ...mapped(facts, (fact) => sources[fact]) },
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
