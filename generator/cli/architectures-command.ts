// `fftgen architectures`: those that the known GPUs have, as nvcc calls them.
import { z } from "zod";
import { architectureName } from "../gpu/gpu.js";
import { knownGpus } from "../gpu/registry.js";
import { form, type ArgumentsOf } from "./command.js";
import { json } from "./options.js";
import { output } from "./output.js";
import { print, printJson } from "./terminal.js";

export const architecturesForm = form({
  name: "architectures",
  about: "the architectures of the GPUs that are known",
  explanation: "Lists the architectures of the GPUs that `$0 gpu` knows, oldest first, as nvcc calls them.",
  operands: {},
  wants: "nothing",
  options: { json },
  examples: [["$0 architectures --json", "for a program"]],
});

const architecturesOutput = output("architectures", { architectures: z.array(z.string()) });

export const outputs = [architecturesOutput];

export function run({ json: asJson }: ArgumentsOf<typeof architecturesForm>): void {
  const architectures = [...new Set(knownGpus.map(({ computeCapability }) => architectureName(computeCapability)))];
  if (asJson) printJson(architecturesOutput, { architectures });
  else print(architectures.join("\n"));
}
