// Programs for a runner are built here, so the runner must see the same files. Its first call checks that, before anything is
// built.
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ToolchainError } from "../failure/errors.js";
import { attempt } from "../output/attempt.js";
import { temporaryName } from "../output/temporary-name.js";
import { runProcess } from "./process.js";
import { shellWord } from "./shell-words.js";

/** @throws ToolchainError if the runner does not see the files in a directory of this machine */
export async function requireSharedFiles(runner: readonly string[], directory: string): Promise<void> {
  const [program, ...parameters] = runner;
  if (program === undefined) return;
  const path = join(resolve(directory), temporaryName());
  const token = randomBytes(16).toString("hex");
  try {
    attempt(`write ${path}`, () => {
      writeFileSync(path, token);
    });
    let said = "";
    // Some runners, such as ssh, have a shell parse their words once more.
    for (const word of new Set([path, shellWord(path)])) {
      const { stdout, stderr } = await runProcess(program, [...parameters, "cat", word]);
      if (stdout.includes(token)) return;
      said ||= stderr.trim().split("\n").slice(0, 3).join("\n  ");
    }
    throw new ToolchainError(
      `${runner.join(" ")} does not see the files of this directory, so it could not run what is built here\n  ${said === "" ? `cat ${path} printed something else there` : said}\nWithout a file system that both share: --pack DIR writes everything that is needed to measure there`,
    );
  } finally {
    rmSync(path, { force: true });
  }
}
