// Progress messages on standard error while a user waits: on a terminal one line that changes every second, elsewhere a line
// every ten seconds. A thread of its own prints them, for a search computes without a pause.
import type * as fs from "node:fs";
import type * as threads from "node:worker_threads";
import { Worker } from "node:worker_threads";
import { styled } from "./terminal.js";

/** The current step. */
export interface Step {
  readonly text: string;
  /** Seconds until the end of the whole work, where they are known. */
  readonly left?: number | undefined;
  /** The last part of the line: how to avoid the wait. */
  readonly hint?: string | undefined;
}

/** The step as the thread receives it. */
interface Told extends Step {
  /** Milliseconds of Date.now() when the work began, and when this step did. */
  readonly started: number;
  readonly stepped: number;
  /** Undefined where standard error is no terminal. */
  readonly columns: number | undefined;
  /** Text around a line on a terminal: colours. */
  readonly around: readonly [string, string];
}

/** Shows progress until `work` is done; it may change the step meanwhile. */
export async function withProgress<T>(
  first: string | Step,
  work: (show: (step: string | Step) => void) => T | Promise<T>,
): Promise<T> {
  const { thread, state } = (speaker ??= startSpeaker());
  const started = Date.now();
  const { isTTY, columns } = process.stderr;
  const [before = "", behind = ""] = styled("dim", "\0", process.stderr).split("\0");
  const show = (step: string | Step): void => {
    const told: Told = {
      ...(typeof step === "string" ? { text: step } : step),
      started,
      stepped: Date.now(),
      columns: isTTY ? Math.max(20, columns - 1) : undefined,
      around: [before, behind],
    };
    thread.postMessage(told);
  };
  Atomics.store(state, 0, FREE);
  show(first);
  try {
    return await work(show);
  } finally {
    // The thread's last output precedes all later text.
    while (Atomics.compareExchange(state, 0, FREE, SILENT) === SPEAKING) continue;
    if (isTTY) process.stderr.write("\r\u001B[K");
  }
}

/** States of the thread: it may print, it is printing, it must not print. */
const [FREE, SPEAKING, SILENT] = [0, 1, 2] as const;

interface Speaker {
  readonly thread: Worker;
  readonly state: Int32Array;
}

let speaker: Speaker | undefined;

function startSpeaker(): Speaker {
  const state = new Int32Array(new SharedArrayBuffer(4));
  Atomics.store(state, 0, SILENT);
  const code = `(${speak.toString()})(require("node:worker_threads"), require("node:fs"))`;
  const thread = new Worker(code, { eval: true, workerData: state, stdin: false, stdout: false, stderr: false });
  // The thread does not keep the program alive, and its errors are ignored.
  thread.unref();
  thread.on("error", () => undefined);
  return { thread, state };
}

/** The code of the thread. It is passed as text: nothing of this module is in scope. */
function speak({ parentPort, workerData }: typeof threads, { writeSync }: typeof fs): void {
  const state = workerData as Int32Array;
  const linePeriod = 10_000;
  let told: Told | undefined;
  let lastLine = Date.now();
  const say = (): void => {
    if (told === undefined) return;
    const { text, left, hint, started, stepped, columns, around } = told;
    const now = Date.now();
    if (columns === undefined && now - lastLine < linePeriod) return;
    const rest = left === undefined ? 0 : Math.round(left - (now - stepped) / 1000);
    const seconds = Math.floor((now - started) / 1000);
    const line = `${text}${rest < 1 ? "" : `, about ${rest} s left`}${hint === undefined ? "" : `; ${hint}`} ...${seconds === 0 && columns !== undefined ? "" : ` ${seconds} s`}`;
    if (Atomics.compareExchange(state, 0, 0, 1) !== 0) return;
    try {
      if (columns === undefined) writeSync(2, `fftgen: ${line}\n`);
      else writeSync(2, `\r\u001B[K${around[0]}${line.slice(0, columns)}${around[1]}`);
      lastLine = now;
    } catch {
      // The reader of standard error is gone.
    } finally {
      Atomics.store(state, 0, 0);
    }
  };
  parentPort?.on("message", (next: Told) => {
    told = next;
    if (next.columns !== undefined) say();
  });
  setInterval(say, 1000);
}
