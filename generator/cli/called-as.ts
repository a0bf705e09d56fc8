// How the program was called: commands in messages work in the user's directory as they are printed.
import { basename, relative, sep } from "node:path";

export interface Call {
  /** The path of the file that Node runs: a link in a directory of programs, or the file itself. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
}

/** The command of each package manager for programs installed in a project. */
const RUNNERS: Readonly<Record<string, string>> = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" };

/** `fftgen`, `npx fftgen` or `node dist/cli/main.js`. */
export function commandOf({ script, environment, directory }: Call): string {
  // Otherwise another program uses the command line, and documents its own name.
  if (!["main.js", "fftgen"].includes(basename(script))) return "fftgen";
  const isInstalled = script.split(sep).includes("node_modules");
  if (environment["npm_lifecycle_event"] === "npx" || isInstalled) {
    // `npx --package=fftgen.tgz fftgen`: without it npx would ask the registry.
    const source = environment["npm_config_package"] ?? "";
    if (source !== "") return `npx --package=${source} fftgen`;
    const manager = /^\w+/.exec(environment["npm_config_user_agent"] ?? "")?.[0] ?? "";
    return `${RUNNERS[manager] ?? "npx"} fftgen`;
  }
  return basename(script) === "main.js" ? `node ${relative(directory, script)}` : "fftgen";
}

export const calledAs = (): string =>
  commandOf({ script: process.argv[1] ?? "", environment: process.env, directory: process.cwd() });

/** A text whose commands, quoted as `fftgen list`, are replaced by what the user has to type. */
export const asCalled = (text: string): string => text.replaceAll("`fftgen ", () => `\`${calledAs()} `);
