// Prints the program that measures a GPU and prints a GPU file.
import { GPU_FILE_VERSION } from "../gpu/gpu-file.js";
import { h200SegmentTimes } from "../gpu/segments.js";
import type { GeneratedFile } from "./files.js";
import { render } from "./render.js";

/** A CUDA program for a machine with a GPU: it measures the GPU and prints its GPU file. */
export const gpuProbe = (): GeneratedFile => ({
  path: "gpu_probe.cu",
  text: render("gpu-probe.cu", {
    version: String(GPU_FILE_VERSION),
    segments: h200SegmentTimes
      .map(({ bytes }) => `${bytes}u`)
      .toReversed()
      .join(", "),
  }),
});
