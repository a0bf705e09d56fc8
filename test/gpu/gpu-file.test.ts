import { describe, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { gpuFileSchema, parseGpuFile, printGpuFile } from "../../generator/gpu/gpu-file.js";
import { findGpu, knownGpus } from "../../generator/gpu/registry.js";
import { leastFile as least } from "./least-file.js";

const read = (value: object) => parseGpuFile(JSON.stringify(value), "my.json");

test.each(knownGpus.map((gpu) => [gpu.name, gpu] as const))("%s as a file is the same GPU", (_, gpu) => {
  expect(parseGpuFile(printGpuFile(gpu), "my.json")).toEqual({ ...gpu, file: "my.json" });
});

test("what a file leaves out follows from the compute capability, or is estimated and says so", () => {
  const gpu = read(least);
  const { name: _, aliases: __, sources, ...facts } = findGpu("RTX 4090");
  expect(gpu).toMatchObject({
    maxThreadsPerSm: facts.maxThreadsPerSm,
    sharedBytesPerBlock: facts.sharedBytesPerBlock,
    fp64LanesPerSm: facts.fp64LanesPerSm,
    copyBandwidth: 645,
  });
  expect(gpu.sources.maxThreadsPerSm).toEqual(sources.maxThreadsPerSm);
  expect(gpu.sources.copyBandwidth.certainty).toBe("estimated");
  expect(gpu.sources.clockGHz).toEqual({ certainty: "estimated", text: "as the GPU file says, without a source" });
});

test("what a file says goes before what fftgen would take, with its source", () => {
  const source = { certainty: "measured", text: "a copy of 1 GiB" } as const;
  const gpu = read({ ...least, copyBandwidth: 660, maxBlocksPerSm: 12, sources: { copyBandwidth: source } });
  expect(gpu).toMatchObject({ copyBandwidth: 660, maxBlocksPerSm: 12 });
  expect(gpu.sources.copyBandwidth).toEqual(source);
});

describe("a compute capability that fftgen does not know", () => {
  const orin = { ...least, name: "Orin", computeCapability: "8.7" };
  const limits = {
    maxThreadsPerBlock: 1024,
    maxThreadsPerSm: 1536,
    maxBlocksPerSm: 16,
    sharedBytesPerSm: 164 * 1024,
    sharedBytesPerBlock: 163 * 1024,
    sharedReservedPerBlock: 1024,
    fp32LanesPerSm: 128,
    fp64LanesPerSm: 2,
    portableClusterSize: 1,
    maxClusterSize: 1,
  };

  test("needs its limits in the file", () => {
    expect(() => read(orin)).toThrow(
      /^my\.json: computeCapability: 8\.7 is none that fftgen knows \(7\.0, 7\.5, .*, 12\.0\): then the file must also have maxThreadsPerSm, /,
    );
    expect(read({ ...orin, ...limits })).toMatchObject({ computeCapability: { major: 8, minor: 7 }, ...limits });
  });

  test("that is too old is refused", () => {
    expect(() => read({ ...orin, ...limits, computeCapability: "6.1" })).toThrow(/6\.1 is too old; 7\.0 is the least/);
  });
});

describe("refused, with the place in the file", () => {
  const segment = { bytes: 32, oneSide: 1.4, bothSides: 2 };
  test.each<readonly [string, string, RegExp]>([
    ["nothing", "", /^my\.json: this is not JSON: the file is empty$/],
    ["no JSON", "{{{", /^my\.json:1:2: this is not JSON: /],
    ["no object", "[]", /^my\.json: expected an object, found an array/],
    ["another version", JSON.stringify({ ...least, version: 2 }), /^my\.json: version: /],
    [
      "a misspelt field",
      JSON.stringify({ ...least, clockGhz: 2 }),
      /unknown key "clockGhz"; did you mean "clockGHz"\?/,
    ],
    ["a field that is missing", JSON.stringify({ ...least, l2Bytes: undefined }), /^my\.json: l2Bytes: /],
    [
      "a text for a number",
      JSON.stringify({ ...least, multiprocessors: "76" }),
      /^my\.json: multiprocessors: .*number/,
    ],
    ["no multiprocessors", JSON.stringify({ ...least, multiprocessors: 0 }), /^my\.json: multiprocessors: /],
    ["half of one", JSON.stringify({ ...least, multiprocessors: 1.5 }), /^my\.json: multiprocessors: /],
    ["an absurd clock", JSON.stringify({ ...least, clockGHz: 2505 }), /^my\.json: clockGHz: .*20/],
    ["an infinite bandwidth", JSON.stringify(least).replace("716.8", "1e999"), /^my\.json: memoryBandwidth: /],
    ["memory in gigabytes", JSON.stringify({ ...least, memoryBytes: 16 }), /^my\.json: memoryBytes: /],
    [
      "a capability as a number",
      JSON.stringify({ ...least, computeCapability: 8.9 }),
      /^my\.json: computeCapability: /,
    ],
    ["a warp of 64", JSON.stringify({ ...least, warpSize: 64 }), /^my\.json: warpSize: /],
    ["an end of a comment", JSON.stringify({ ...least, name: "x */ #error" }), /^my\.json: name: expected the name/],
    ["an escape sequence", JSON.stringify({ ...least, name: "x\u001b[2J" }), /^my\.json: name: expected the name/],
    ["a long name", JSON.stringify({ ...least, name: "x".repeat(1e6) }), /^my\.json: name: expected the name/],
    ["an alias like that", JSON.stringify({ ...least, aliases: ["ok", "a\nb"] }), /^my\.json: aliases\[1\]: /],
    [
      "a segment without bytes",
      JSON.stringify({ ...least, segmentTimes: [segment, { ...segment, bytes: 0 }] }),
      /segmentTimes\[1\]\.bytes: /,
    ],
    ["no segments", JSON.stringify({ ...least, segmentTimes: [] }), /^my\.json: segmentTimes: /],
    [
      "segments from long to short",
      JSON.stringify({ ...least, segmentTimes: [{ ...segment, bytes: 64 }, segment] }),
      /segmentTimes: expected the shortest segments first/,
    ],
    [
      "both sides faster than one",
      JSON.stringify({ ...least, segmentTimes: [{ ...segment, bothSides: 1.2 }] }),
      /segmentTimes\[0\]: both sides .* take less time, 1\.2, than one, 1\.4/,
    ],
    [
      "a copy faster than the memory",
      JSON.stringify({ ...least, copyBandwidth: 800 }),
      /copyBandwidth: 800 GB\/s is more/,
    ],
    ["a slow L2", JSON.stringify({ ...least, l2Bandwidth: 500 }), /l2Bandwidth: 500 GB\/s is less than copyBandwidth/],
    [
      "more shared memory for a block than there is",
      JSON.stringify({ ...least, sharedBytesPerBlock: 2 ** 20 }),
      /sharedBytesPerBlock: a block cannot have 1048576 bytes/,
    ],
    [
      "clusters that are larger than any",
      JSON.stringify({ ...least, clusterResidency: [{ clusterSize: 4, multiprocessors: 76 }] }),
      /clusterResidency\[0\]: clusters of 4 blocks cannot/,
    ],
    [
      "a source of nothing",
      JSON.stringify({ ...least, sources: { copyBandwidth: { certainty: "measured", text: "x" } } }),
      /sources\.copyBandwidth: the file gives no copyBandwidth/,
    ],
    [
      "an unknown certainty",
      JSON.stringify({ ...least, sources: { clockGHz: { certainty: "sure", text: "x" } } }),
      /sources\.clockGHz\.certainty: /,
    ],
    ["a prototype", `{"__proto__": {"version": 1}}`, /^my\.json:/],
  ])("%s", (_, text, message) => {
    expect(() => parseGpuFile(text, "my.json")).toThrow(InputError);
    expect(() => parseGpuFile(text, "my.json")).toThrow(message);
  });

  test("all mistakes at once, but not a thousand lines of them", () => {
    const segmentTimes = Array.from({ length: 30 }, () => ({ bytes: -1, oneSide: 0, bothSides: 0 }));
    expect(() => read({ ...least, clockGHz: -1, segmentTimes })).toThrow(
      /^my\.json:\n {2}clockGHz: [^]*\n {2}\.\.\. \d+ more$/,
    );
  });
});

test("editors get a schema that says what must be there", () => {
  expect(gpuFileSchema()).toMatchObject({
    type: "object",
    additionalProperties: false,
    required: expect.arrayContaining(Object.keys(least)) as unknown,
  });
});

test("a file says whose calibration it borrows, which can be none that nobody has measured", () => {
  expect(JSON.parse(printGpuFile(findGpu("A100")))).toMatchObject({ calibration: "NVIDIA H200" });
  expect(read(least).weights).toBe(findGpu("H200").weights);
  expect(() => read({ ...least, calibration: "NVIDIA A100" })).toThrow(/my\.json: calibration: /);
});
