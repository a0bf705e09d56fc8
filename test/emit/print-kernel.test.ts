// Roles of a kernel: a list of any length, whose threads follow one another in the block.
import { expect, test } from "vitest";
import { printKernel } from "../../generator/emit/print-kernel.js";
import type { Kernel, Role } from "../../generator/kernel/program.js";
import { at } from "../../generator/failure/errors.js";
import { run, structures } from "../kernel/structures.js";

const pipeline = at(
  structures.filter(({ name }) => name === "static"),
  0,
);
const { kernel } = at(pipeline.host.launches, 0);
const [front, back] = [at(kernel.roles, 0), at(kernel.roles, 1)];

const threadsOf = ({ groups, groupThreads }: Role): number => groups * groupThreads;

/** A warp between the others that has a phase of its own, without a step. */
const watching: Role = {
  name: "watching warp",
  groups: 1,
  groupThreads: 32,
  meetings: [],
  origins: [],
  fetches: undefined,
  deals: false,
  before: [],
  steps: [
    { kind: "phase", comment: "Watches the others.", workers: undefined, registers: 0, holds: "held", steps: [] },
  ],
};
const three: Kernel = { ...kernel, threads: kernel.threads + 32, roles: [front, watching, back] };

test("a kernel of three roles prints all of them", () => {
  const text = printKernel(three);
  const [first, second] = [threadsOf(front), threadsOf(front) + 32];
  expect(text).toContain(`  if (threadIdx.x < ${first}u) {\n    // The ${front.name}:`);
  expect(text).toContain(`  } else if (threadIdx.x < ${second}u) {\n    // The watching warp: 32 threads.\n`);
  expect(text).toContain(`    const unsigned thread = threadIdx.x - ${first}u;`);
  expect(text).toContain("// Watches the others.");
  expect(text).toContain(`  } else {\n    // The ${back.name}:`);
  expect(text).toContain(`    const unsigned thread = threadIdx.x - ${second}u;`);
});

test("and the evaluator runs all of them: the numbers are those of two", () => {
  const { launches } = pipeline.host;
  const meant = run(pipeline, launches, 0);
  run(pipeline, launches.with(0, { ...at(launches, 0), kernel: three }), 1, meant);
});
