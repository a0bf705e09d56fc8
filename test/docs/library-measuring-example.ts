import { writeFileSync } from "node:fs";
import {
  benchSuite,
  examineMachine,
  findGpu,
  findMachine,
  htmlReport,
  makeTransform,
  parseSuite,
  printWisdomFile,
  tunePlan,
  wisdomEntry,
  wisestPlan,
} from "../../generator/internals.js";

// What `fftgen doctor` says of this machine.
for (const { name, found, isNeeded, state } of await examineMachine())
  if (isNeeded && state === "missing") throw new Error(`${name}: ${found}`);

// This machine's GPU; findMachine("gpu", ["srun", "-p", "gpu"]) is where a runner leads, findMachine("emulator") is for tests.
const gpu = findGpu("H200");
const machine = await findMachine();

// Undefined where no candidate is right; else the best beside the copy that was measured with it, with the evidence.
const transform = makeTransform([8], "f32", { batch: 16 });
export const { measurements, winner } = await tunePlan(transform, gpu, machine, { top: 2, repeat: 3 });

// What was measured, for other machines: `fftgen wisdom import wisdom.json`, or readWisdomFile.
const plans = winner === undefined ? [] : [wisdomEntry(winner.plan, gpu, [winner.evidence])];
const wisdom = { gpus: [], plans };
writeFileSync("wisdom.json", printWisdomFile(wisdom));
export const known = wisestPlan(wisdom, transform, gpu)?.plan;

// A suite of one's own, reported as `fftgen bench` does; findSuite("peers") is one that is shipped.
const suite = parseSuite('{"name": "mine", "entries": [{"size": "8", "precision": "f32", "batch": 16}]}', "mine.json");
export const results = await benchSuite(suite, gpu, machine, { repeat: 3 });
writeFileSync("report.html", htmlReport(results));
