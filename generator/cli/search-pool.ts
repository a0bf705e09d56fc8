// Searches many transforms on all cores: each search takes seconds of one.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Gpu } from "../gpu/gpu.js";
import { at } from "../failure/errors.js";
import {
  searched,
  type NumberedAnswer,
  type NumberedTask,
  type PoolData,
  type SearchAnswer,
  type SearchTask,
} from "./searched.js";

/** Loading the search takes a thread a second, which several searches must be worth. */
const TASKS_FOR_A_THREAD = 3;

/** Answers in the order of the tasks. `onBegin` is told the number of each that is begun, in that order. */
export async function searchAll(
  tasks: readonly SearchTask[],
  gpu: Gpu,
  onBegin: (number: number) => void,
  threads = usualThreads(tasks.length),
): Promise<readonly SearchAnswer[]> {
  if (threads < 2)
    return tasks.map((task, number) => {
      onBegin(number);
      return searched(task, gpu);
    });
  const answers: SearchAnswer[] = [];
  let next = 0;
  const data: PoolData = { gpu };
  const workers = Array.from({ length: threads }, () => new Worker(WORKER, { workerData: data }));
  const work = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const ask = (): void => {
        if (next === tasks.length) {
          resolve();
          return;
        }
        const number = next++;
        onBegin(number);
        worker.postMessage({ number, task: at(tasks, number) } satisfies NumberedTask);
      };
      worker.on("message", ({ number, answer }: NumberedAnswer) => {
        answers[number] = answer;
        ask();
      });
      worker.on("error", reject);
      ask();
    });
  try {
    await Promise.all(workers.map(work));
    return answers;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

const WORKER = new URL("search-worker.js", import.meta.url);

/** From sources, which threads cannot load, one. */
const usualThreads = (tasks: number): number =>
  import.meta.url.endsWith(".js") ? Math.min(availableParallelism(), Math.floor(tasks / TASKS_FOR_A_THREAD)) : 1;
