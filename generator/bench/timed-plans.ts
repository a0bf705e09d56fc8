// Reads plans with measured times: of a file that `tune`, `bench` or a pack wrote, one JSON value on each line (measurement-file.ts), or of a
// table that has less: a transform without the fields that are as usual, kernels in notation, and times. Lines of plans that did not run to
// their end, or were wrong, have no time and are left out.
import { z } from "zod";
import type { TimedPlan } from "../fit/timed-plan.js";
import { gpuName, kernelTexts } from "../json/measured-schemas.js";
import { checkedJson } from "../json/read-json.js";
import { leanTransformSchema } from "../json/transform-schema.js";
import { jsonValues } from "./measurement-file.js";

const positive = z.number().positive();
const timing = z.object({
  milliseconds: positive,
  copyMilliseconds: positive.optional(),
  cufftMilliseconds: positive.optional(),
});
const line = z.looseObject({
  platform: z.looseObject({ gpu: gpuName }),
  candidate: z.looseObject({ transform: leanTransformSchema, kernels: kernelTexts }),
  outcome: z.discriminatedUnion("kind", [
    z.looseObject({
      kind: z.enum(["measured", "stopped"]),
      timing,
      spilledBytes: z.int().nonnegative().exactOptional(),
      relativeL2Error: z.number().nonnegative().optional(),
    }),
    z.looseObject({ kind: z.enum(["wrong", "spills", "failed"]) }),
  ]),
});

/** `file`: for messages, and what rows say they are from. Throws an InputError with the place of what is no measurement. */
export const parseTimedPlans = (text: string, file: string): readonly TimedPlan[] =>
  jsonValues(text, file).flatMap(({ value, place }) => {
    const { platform, candidate, outcome } = checkedJson(place, value ?? "no JSON", line);
    if (outcome.kind !== "measured" && outcome.kind !== "stopped") return [];
    const { timing, relativeL2Error, spilledBytes = 0 } = outcome;
    const { transform, kernels } = candidate;
    return { file, gpu: platform.gpu, transform, kernels, ...timing, relativeL2Error, spilledBytes };
  });
