// `fftgen doctor`: reports which tools this machine has, and for missing ones their purpose and how to install them.
import { z } from "zod";
import { InputError, ToolchainError } from "../failure/errors.js";
import type { Finding } from "../toolchain/machine-checks.js";
import type { ArgumentsOf } from "./command.js";
import type { doctorForm } from "./commands/doctor.js";
import { asCalled } from "./called-as.js";
import { examine } from "./doctor-checks.js";
import { output } from "./output.js";
import { table } from "./table.js";
import { plural, print, printJson } from "./terminal.js";

export const doctorOutput = output("doctor", {
  ready: z.boolean().describe("Whether plan and emit have what they need."),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(["ok", "missing"]),
      found: z.string(),
      isFor: z.string(),
      remedy: z.string().nullable(),
      isNeeded: z.boolean().describe("Whether plan and emit need it."),
    }),
  ),
});

export const outputs = [doctorOutput];

export async function run({ json }: ArgumentsOf<typeof doctorForm>): Promise<void> {
  const findings = await examine();
  const lacking = findings.filter(({ state, isNeeded }) => state === "missing" && isNeeded);
  if (json) printJson(doctorOutput, { ready: lacking.length === 0, checks: findings });
  else {
    print(
      table(
        [{ title: "state" }, { title: "what" }, { title: "found" }],
        findings.map((finding) => [
          finding.state === "ok" ? "ok" : [{ text: "missing", style: finding.isNeeded ? "red" : "yellow" }],
          finding.name,
          linesOf(finding).map(asCalled),
        ]),
      ),
    );
    const others = findings.filter(({ state, isNeeded }) => state === "missing" && !isNeeded);
    if (lacking.length === 0)
      print(
        `\nplan and emit have what they need${others.length === 0 ? "" : `; ${plural(others.length, "thing")} for other commands ${others.length === 1 ? "is" : "are"} missing`}`,
      );
  }
  if (lacking.length === 0) return;
  const message = `plan and emit lack ${lacking.map(({ name }) => name).join(", ")}`;
  throw lacking.some(({ name }) => name === "project") ? new InputError(message) : new ToolchainError(message);
}

function linesOf({ state, found, isFor, remedy }: Finding): readonly string[] {
  if (state === "ok") return [found];
  return [found, `for ${isFor}`, ...(remedy === null ? [] : [remedy])];
}
