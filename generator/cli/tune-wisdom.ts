// Adds the results of tuning to the user's wisdom, which every other project reads.
import { resolve } from "node:path";
import { z } from "zod";
import { InputError } from "../failure/errors.js";
import { printKernels } from "../notation/print.js";
import { evidenceOf } from "../tune/evidence.js";
import { part } from "./output.js";
import type { Project } from "./project.js";
import type { Victory } from "./tune-plan-file.js";
import { requireWisdomPlace, takeIntoWisdom, type TakenPlan } from "./wisdom-import.js";
import { userFolder } from "./wisdom-places.js";

export const wisdomSchema = z.strictObject({
  state: z
    .enum(["taken", "kept", "left"])
    .describe("Kept: the user's own plan is at least as fast. Left: see the reason."),
  path: part.path.nullable(),
  reason: z.string(),
});

/** `kept`: the user's own plan is at least as good. `left`: nothing was taken, which is not a failure. */
export type WisdomOutcome =
  Pick<TakenPlan, "path" | "reason" | "state"> | { readonly state: "left"; readonly reason: string };

/** `asked`: --wisdom was given; without it wisdom that cannot be written does not prevent measuring. */
export function requireWisdom(asked: boolean | undefined): void {
  if (asked === true) requireWisdomPlace("leave it as it is by --no-wisdom");
}

/** Undefined where it is not wanted, or the project itself is the user's wisdom. */
export async function winnerIntoWisdom(
  project: Project,
  { target, winner, measurement }: Victory,
  asked: boolean | undefined,
): Promise<WisdomOutcome | undefined> {
  if (asked === false || resolve(userFolder().plans) === resolve(project.plans)) return undefined;
  const { gpu, plan } = winner.unit;
  if (measurement.platform.gpu !== gpu.name)
    return { state: "left", reason: `it was measured on ${measurement.platform.gpu}, and is planned for ${gpu.name}` };
  const measured = { ...evidenceOf(measurement), stale: false };
  try {
    requireWisdomPlace();
    const [taken] = await takeIntoWisdom([
      {
        transform: target.transform,
        gpu,
        isDescribed: gpu.file !== undefined,
        kernels: printKernels(plan),
        evidence: [measured],
        measured,
      },
    ]);
    return taken;
  } catch (error) {
    if (!(error instanceof InputError) || asked === true) throw error;
    return { state: "left", reason: error.message };
  }
}

/** The line of the summary. */
export function wisdomLine(outcome: WisdomOutcome): string {
  switch (outcome.state) {
    case "taken":
      return `${outcome.path}  (${outcome.reason}; --no-wisdom leaves it out)`;
    case "kept":
      return `${outcome.path}  (yours stays; ${outcome.reason})`;
    case "left":
      return `yours is unchanged: ${outcome.reason}`;
  }
}

export const wisdomValue = (outcome: WisdomOutcome | undefined): z.input<typeof wisdomSchema> | null =>
  outcome === undefined
    ? null
    : { state: outcome.state, path: outcome.state === "left" ? null : outcome.path, reason: outcome.reason };
