// `fftgen list`: the plan files of this project and the GPUs that are known.
import { InputError } from "../failure/errors.js";
import { architectureName } from "../gpu/gpu.js";
import { knownGpus } from "../gpu/registry.js";
import { sizeText } from "../plan/transform.js";
import { loadPlan, planFiles } from "./project.js";
import { table } from "./table.js";
import { bytesText, plural, print, printJson, short } from "./terminal.js";

export function listCommand({ json }: { readonly json: boolean }): void {
  const attempts = planFiles().map(describePlan);
  const plans = attempts.flatMap((attempt) => (attempt.ok ? [attempt.value] : []));
  const broken = attempts.flatMap((attempt) => (attempt.ok ? [] : [attempt.message]));
  const gpus = knownGpus.map((gpu) => ({
    name: gpu.name,
    architecture: architectureName(gpu.computeCapability),
    copyBandwidth: gpu.copyBandwidth,
    memoryBytes: gpu.memoryBytes,
  }));
  if (json) printJson({ plans, broken, gpus });
  else {
    print(
      plans.length === 0
        ? "no plans yet: `fftgen plan <size>` makes one"
        : table(
            [
              { title: "plan" },
              { title: "size" },
              { title: "type" },
              { title: "direction" },
              { title: "order" },
              { title: "in place" },
              { title: "passes", align: "right" },
            ],
            plans.map(({ name, size, precision, direction, order, placement, passes }) => [
              name,
              size,
              precision,
              direction,
              order,
              placement === "in-place" ? "yes" : "",
              String(passes),
            ]),
          ),
    );
    print();
    print(
      table(
        [
          { title: "GPU" },
          { title: "architecture" },
          { title: "copy GB/s", align: "right" },
          { title: "memory", align: "right" },
        ],
        gpus.map((gpu) => [gpu.name, gpu.architecture, short(gpu.copyBandwidth), bytesText(gpu.memoryBytes)]),
      ),
    );
  }
  // After the good ones: one broken file does not hide them.
  if (broken.length > 0)
    throw new InputError(`${plural(broken.length, "plan file is", "plan files are")} broken\n${broken.join("\n")}`);
}

function describePlan(path: string) {
  try {
    const { name, plan } = loadPlan(path);
    const { precision, direction, order, placement, scale, batch } = plan.transform;
    const size = sizeText(plan.transform);
    const passes = plan.kernels.length;
    return {
      ok: true as const,
      value: { name, path, size, precision, direction, order, placement, scale, batch, passes },
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ok: false as const, message: error.message };
  }
}
