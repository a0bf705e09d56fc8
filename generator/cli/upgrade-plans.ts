// `fftgen emit --upgrade`: plan files in the notation of today, with the difference of each.
import { dirname } from "node:path";
import { z } from "zod";
import { InputError } from "../failure/errors.js";
import { writeTextFiles } from "../output/text-file.js";
import { deferSignals } from "../toolchain/early-end.js";
import { askedGpu } from "./asked-gpu.js";
import type { OptionValues } from "./command.js";
import type { emitForm } from "./commands/emit.js";
import { requirePlansInside } from "./package-place.js";
import { output, part, type OutputValue } from "./output.js";
import { wantedPackages } from "./packages.js";
import type { Project } from "./project.js";
import { plural, print, printJson, styled, type Style } from "./terminal.js";
import { unifiedDiff } from "./unified-diff.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";

export const emitUpgradeOutput = output(
  "emit-upgrade",
  {
    dryRun: z.boolean().describe("Whether nothing is written."),
    plans: z.array(
      z.strictObject({
        path: part.path,
        state: z.enum(["rewritten", "unchanged"]).describe("With --dry-run, what it would be."),
        diff: z.array(z.string()).describe("The lines of a unified diff; none where nothing changes."),
      }),
    ),
  },
  "emit --upgrade.",
);

type Upgraded = OutputValue<typeof emitUpgradeOutput>["plans"][number];

type EmitOptions = OptionValues<(typeof emitForm)["options"]>;

/** @throws InputError for options that are of packages */
export function refuseForUpgrade(options: EmitOptions): void {
  if (options.dryRun && !options.upgrade)
    throw new InputError("--dry-run is for --upgrade; `fftgen emit --check` compares packages and writes nothing");
  const { check, out, below, manifest, order, gpu, prefix, namespace, withVerification } = options;
  const ofPackages = {
    "--check": check ? check : undefined,
    "--out": out,
    "--below": below,
    "--manifest": manifest,
    "--order": order,
    "--gpu": gpu,
    "--prefix": prefix,
    "--namespace": namespace,
    "--with-verification": withVerification,
  };
  const [other] = Object.entries(ofPackages).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (options.upgrade && other !== undefined)
    throw new InputError(`--upgrade rewrites plan files, and writes no packages: ${other} does not go with it`);
}

/** All files are read before any is written: a mistake in the last one leaves the first unchanged. */
export async function upgradePlans(
  project: Project,
  names: readonly string[],
  { dryRun, json, anywhere }: Pick<EmitOptions, "dryRun" | "json" | "anywhere">,
): Promise<void> {
  if (names.length === 0) requirePlansInside(project, anywhere);
  const paths = wantedPackages(project, names).flatMap(({ plans }) => plans.map(({ path }) => path));
  // It loads what formats files, which packages do without.
  const { upgradePlanFile } = await import("../planfile/upgrade.js");
  const texts = await Promise.all(
    paths.map(async (path) => {
      const before = readUserFile(path, MOST_BYTES.plan);
      return { path, before, text: await upgradePlanFile(path, before, (name) => askedGpu(name, dirname(path))) };
    }),
  );
  const plans = texts.map(({ path, before, text }): Upgraded => {
    const diff = [...unifiedDiff(path, before, text)];
    return { path, state: text === before ? "unchanged" : "rewritten", diff };
  });
  if (!dryRun) {
    deferSignals();
    writeTextFiles(texts.filter(({ before, text }) => text !== before));
  }
  if (json) printJson(emitUpgradeOutput, { dryRun, plans });
  else printText(plans, dryRun);
}

function printText(plans: readonly Upgraded[], dryRun: boolean): void {
  for (const line of plans.flatMap(({ diff }) => diff)) print(coloured(line));
  const rewritten = plans.filter(({ state }) => state === "rewritten").length;
  const others = plans.length - rewritten;
  const done = `${plural(rewritten, "plan file")} ${dryRun ? "would be" : rewritten === 1 ? "is" : "are"} rewritten`;
  const rest = `${plural(others, "plan file")} ${others === 1 ? "is" : "are"} in the notation of today`;
  print(rewritten === 0 ? `${rest}: nothing is written` : others === 0 ? done : `${done}; ${rest}`);
}

function coloured(line: string): string {
  const style = STYLES.find(([start]) => line.startsWith(start))?.[1];
  return style === undefined ? line : styled(style, line);
}

const STYLES: readonly (readonly [start: string, style: Style])[] = [
  ["---", "bold"],
  ["+++", "bold"],
  ["@@", "cyan"],
  ["-", "red"],
  ["+", "green"],
];
