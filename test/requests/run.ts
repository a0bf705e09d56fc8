// The fuzzer as a program of its own, on all processors:
//
//   node run.js COUNT SEED COMPILED [PROCESSES] > failures.jsonl
//
// One line of JSON for each failure, then one for each kind of failure with the shortest command found. Progress and the sums go to the
// standard error. Exit status: 0 all requests are right, 1 some failed.
import { fork, type ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { hostCompiler } from "../toolchain/compilers.js";
import { commandOf } from "../../generator/definition/request.js";
import { shrunk, type Shrunk } from "./shrink.js";
import { firstOfEachKind, isCompiled, outcomeOf, seedOf, type Outcome, type Trials } from "./trial.js";

type Task =
  | { readonly kind: "judge"; readonly seed: number; readonly compiled: boolean }
  | { readonly kind: "shrink"; readonly found: Shrunk; readonly compiled: boolean };
type Answer =
  { readonly outcome: Outcome; readonly found?: never } | { readonly found: Shrunk; readonly outcome?: never };

const WORKER = "worker";

async function answerOf(task: Task): Promise<Answer> {
  const compiler = task.compiled ? hostCompiler : undefined;
  if (task.kind === "judge") return { outcome: await outcomeOf(task.seed, compiler) };
  return { found: await shrunk(task.found, compiler) };
}

function work(): void {
  process.on("message", (task: Task) => {
    void answerOf(task).then((answer) => process.send?.(answer));
  });
}

/** The answers to all tasks, each by the next process that is free. A process that dies takes its task with it, and is told. */
async function inProcesses(
  width: number,
  tasks: readonly Task[],
  visit: (answer: Answer, done: number) => void,
): Promise<void> {
  const waiting = [...tasks];
  let done = 0;
  await Promise.all(
    Array.from({ length: Math.min(width, tasks.length) }, async () => {
      let child = worker();
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        const answer = await asked(child, task);
        done += 1;
        if (answer === undefined) {
          process.stderr.write(`a process died of ${JSON.stringify(task)}\n`);
          process.exitCode = 1;
          child = worker();
        } else visit(answer, done);
      }
      child.kill();
    }),
  );
}

const worker = (): ChildProcess => fork(fileURLToPath(import.meta.url), [WORKER]);

const asked = (child: ChildProcess, task: Task): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const settle = (answer: Answer | undefined): void => {
      child.removeAllListeners();
      resolve(answer);
    };
    child.once("message", (answer: Answer) => settle(answer));
    child.once("exit", () => settle(undefined));
    child.send(task);
  });

const lineOf = ({ request, seed, failure }: Shrunk) => ({
  command: commandOf(request),
  arrays: request.arrays,
  ...(request.said.strides === undefined ? {} : { further: request.further }),
  seed,
  what: failure.what,
  plan: failure.plan,
  detail: failure.detail,
});

async function main([count = "300", seed = "1", compiled = "0", processes]: readonly string[]): Promise<void> {
  const trials: Trials = { count: Number(count), seed: Number(seed), compiled: Number(compiled) };
  const width = processes === undefined ? availableParallelism() : Number(processes);
  const started = performance.now();
  const outcomes: Outcome[] = [];
  const wasCompiled = new Map<number, boolean>();
  const tasks = Array.from({ length: trials.count }, (_, index): Task => {
    const task = { kind: "judge", seed: seedOf(trials, index), compiled: isCompiled(trials, index) } as const;
    wasCompiled.set(task.seed, task.compiled);
    return task;
  });
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(0);
  await inProcesses(width, tasks, ({ outcome }, done) => {
    if (outcome === undefined) return;
    outcomes.push(outcome);
    if (outcome.failure !== undefined)
      process.stdout.write(`${JSON.stringify(lineOf({ ...outcome, failure: outcome.failure }))}\n`);
    if (done % 100 === 0) process.stderr.write(`${done} of ${trials.count}, ${seconds()} s\n`);
  });
  const sum = (matches: (outcome: Outcome) => boolean): number => outcomes.filter(matches).length;
  process.stderr.write(
    `${trials.count} requests of seed ${trials.seed} in ${seconds()} s by ${width} processes, ${sum((one) => wasCompiled.get(one.seed) === true)} of them compiled: ${sum((one) => one.kind === "right")} right (${sum((one) => one.kind === "right" && one.kernels > 1)} of several kernels), ${sum((one) => one.kind === "refused")} refused as documented, ${sum((one) => one.kind === "failed")} failed\n`,
  );
  const kinds = firstOfEachKind(outcomes);
  const times = new Map(kinds.map((one) => [one.failure.what, one.times]));
  const shrinking = kinds.map((found): Task => ({
    kind: "shrink",
    found,
    compiled: found.failure.what.startsWith("compiled"),
  }));
  await inProcesses(width, shrinking, ({ found }) => {
    if (found !== undefined)
      process.stdout.write(
        `${JSON.stringify({ kind: found.failure.what, times: times.get(found.failure.what), shortest: lineOf(found) })}\n`,
      );
  });
  if (kinds.length > 0) process.exitCode = 1;
}

if (process.argv[2] === WORKER) work();
else await main(process.argv.slice(2));
