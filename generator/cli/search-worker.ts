// The thread of a search pool: it searches what it is sent, and answers.
import { parentPort, workerData } from "node:worker_threads";
import { invariant } from "../failure/errors.js";
import { searched, type NumberedAnswer, type NumberedTask, type PoolData } from "./searched.js";

const port = parentPort;
invariant(port !== null, () => "search-worker: this module runs in a thread of its own");
const { gpu } = workerData as PoolData;
port.on("message", ({ number, task }: NumberedTask) => {
  port.postMessage({ number, answer: searched(task, gpu) } satisfies NumberedAnswer);
});
