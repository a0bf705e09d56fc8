// The blocks of plans/joining.md, which tests run word for word.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { at, invariant } from "../../generator/failure/errors.js";
import { shellWord } from "../../generator/toolchain/shell-words.js";
import { mainFile } from "../cli/program.js";
import { requireSuccess } from "../toolchain/programs.js";
import { python } from "./python.js";

const text = readFileSync(join(import.meta.dirname, "../../plans/joining.md"), "utf8");

/** The block of a language below a heading: the first one, or that of a number. */
export function blockBelow(heading: string, language: string, number = 0): string {
  const section = text.split(/^## /mu).find((one) => one.startsWith(`${heading}\n`));
  invariant(section !== undefined, () => `plans/joining.md has no section ${heading}`);
  const found = [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gmsu"))].map(
    ([, block]) => block,
  );
  return at(found, number) ?? "";
}

/** Runs lines in a project as a user does who has fftgen, pip and python. Where the document means a GPU, the bundle is emulated. */
export async function runLines(
  project: string,
  lines: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const site = join(project, "site-packages");
  const functions = [
    `npx() { shift; ${shellWord(process.execPath)} ${shellWord(mainFile())} "$@"; }`,
    `pip() { shift; ${shellWord(python ?? "")} -m pip install --quiet --no-index --no-deps --no-build-isolation --upgrade --target ${shellWord(site)} "$@"; }`,
    `python() { ${shellWord(python ?? "")} "$@"; }`,
  ];
  const emulated = lines.replace(/^(.* --for (?:torch|jax))(?! --emulated)/mu, "$1 --emulated");
  const { stdout, stderr } = await requireSuccess("sh", ["-c", ["set -e", ...functions, emulated].join("\n")], {
    directory: project,
    environment: { PYTHONPATH: site, ...environment },
  });
  return stdout + stderr;
}
