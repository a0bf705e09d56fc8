// `fftgen doctor`: what of this machine is found, and of what is missing what it is for and how to come by it.
import { InputError, ToolchainError } from "../failure/errors.js";
import { asCalled } from "./called-as.js";
import type { Finding } from "../toolchain/machine-checks.js";
import { examine } from "./doctor-checks.js";
import { table } from "./table.js";
import { plural, print, printJson } from "./terminal.js";

export async function doctorCommand({ json }: { readonly json: boolean }): Promise<void> {
  const findings = await examine();
  const lacking = findings.filter(({ state, isNeeded }) => state === "missing" && isNeeded);
  if (json) printJson("doctor", { ready: lacking.length === 0, checks: findings });
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
