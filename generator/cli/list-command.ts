// `fftgen list`: the plan files of this project and the GPUs that are known.
import { knownGpus } from "../gpu/registry.js";
import { architectureName } from "../gpu/gpu.js";
import { sizeText } from "../plan/transform.js";
import { loadPlan, planFiles } from "./project.js";
import { bytesText, print, short, table } from "./terminal.js";

export function listCommand(parameters: { readonly json: boolean }): void {
  const plans = planFiles().map((path) => {
    const { name, plan } = loadPlan(path);
    const { transform } = plan;
    return {
      name,
      path,
      size: sizeText(transform),
      precision: transform.precision,
      direction: transform.direction,
      order: transform.order,
      passes: plan.kernels.length,
    };
  });
  const gpus = knownGpus.map((gpu) => ({
    name: gpu.name,
    architecture: architectureName(gpu.computeCapability),
    copyBandwidth: gpu.copyBandwidth,
    memoryBytes: gpu.memoryBytes,
  }));
  if (parameters.json) {
    print(JSON.stringify({ plans, gpus }, undefined, 2));
    return;
  }
  print(
    plans.length === 0
      ? "no plans yet: `fftgen plan <size>` makes one"
      : table(
          ["plan", "size", "type", "direction", "order", "passes"],
          ["left", "left", "left", "left", "left", "right"],
          plans.map((plan) => [plan.name, plan.size, plan.precision, plan.direction, plan.order, String(plan.passes)]),
        ),
  );
  print();
  print(
    table(
      ["GPU", "architecture", "copy GB/s", "memory"],
      ["left", "left", "right", "right"],
      gpus.map((gpu) => [gpu.name, gpu.architecture, short(gpu.copyBandwidth), bytesText(gpu.memoryBytes)]),
    ),
  );
}
