// Runs compilers and compiled programs without waiting for them one by one.
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";

export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Rejects only when the program cannot be started. */
export function runProgram(command: string, parameters: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: options.directory ?? tmpdir(),
      env: { ...process.env, ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (piece: Buffer) => stdout.push(piece));
    child.stderr.on("data", (piece: Buffer) => stderr.push(piece));
    child.on("error", reject);
    child.on("close", (exitCode) =>
      resolve({ exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
  });
}

/** As `runProgram`, but throws what the program printed unless it ends well. */
export async function requireSuccess(
  command: string,
  parameters: readonly string[],
  options: RunOptions = {},
): Promise<Outcome> {
  const outcome = await runProgram(command, parameters, options);
  if (outcome.exitCode === 0) return outcome;
  const printed = `${outcome.stdout}${outcome.stderr}`;
  throw new Error(`${command} ${parameters.join(" ")}\nended with ${outcome.exitCode}:\n${printed.slice(0, 8000)}`);
}

/** Works on all items, `width` of them at a time; the results are in the order of the items. */
export async function inParallel<T, R>(
  width: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results.set(index, await work(item));
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
}
