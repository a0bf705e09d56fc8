// How the program was called: what messages tell people to type works where they are.
import { basename, relative, sep } from "node:path";

export interface Call {
  /** The file that Node runs, as it was found: a link in a directory of programs, or the file itself. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
}

/** How each package manager runs what is installed in a project. */
const RUNNERS: Readonly<Record<string, string>> = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" };

/** `fftgen`, `npx fftgen` or `node dist/cli/main.js`. */
export function commandOf({ script, environment, directory }: Call): string {
  // Else some other program uses the command line, and knows best how.
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

/** A text that names commands as `fftgen list`, in quotes like these, with what is to be typed. */
export const asCalled = (text: string): string => text.replaceAll("`fftgen ", () => `\`${calledAs()} `);
