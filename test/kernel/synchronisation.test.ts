// What the evaluator is for besides numbers: it finds out every step of synchronisation that is left out or weakened, in every
// structure of kernel, in whatever order warps happen to run.
import { expect, test } from "vitest";
import { complexArray, evaluateKernel } from "../../generator/kernel/evaluate.js";
import type { Kernel, PhaseStep, Role, RoleStep, ThreadStep } from "../../generator/kernel/program.js";
import { isSync, type Action, type Barrier, type SyncStep } from "../../generator/kernel/sync.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { lowered, namedPlan } from "../emit/named-plan.js";
import { runs, sweep } from "../effort.js";

const chain = "X(128,16,128,2048,no-tw) X(128,16,8,128,pre-tw) X(256,8,1,8,pre-tw)";
// As many phases before the exchange as after it, none of which finds in a thread what it needs.
const short = "X(128,8,128,1024,no-tw) X(128,8,16,128,pre-tw) X(256,4,4,16,pre-tw) X(256,4,1,4,pre-tw)";
const longer = "X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw)";

const kernels: readonly (readonly [string, Kernel, number])[] = (
  [
    ["a block on its own", 2048, "f32", `{ ${chain} } on 128 threads`],
    ["undivided", 1024, "f32", `{ ${short} } on 64 threads, cluster 2 after 2, undivided, prefetch`],
    ["static", 1024, "f32", `{ ${short} } on 128 threads, cluster 2 after 2, prefetch`],
    [
      "other numbers",
      4096,
      "f32",
      `{ ${longer} } on 512 threads, cluster 2 after 2, ticket, ahead 2, groups 4, buffers 3`,
    ],
    ["ticket", 1024, "f32", `{ ${short} } on 128 threads, cluster 2 after 2, ticket, prefetch`],
    // What is sent is of another format than what is fetched.
    ["mixed", 1024, "f16", `{ ${short} } on 128 threads, cluster 2 after 2, prefetch`],
    ["mixed, undivided", 1024, "f16", `{ ${short} } on 64 threads, cluster 2 after 2, undivided`],
  ] as const
).map(([name, length, precision, text]) => {
  const [launch] = lowered(namedPlan("sync", [length], precision, [text])).host.launches;
  if (launch === undefined) throw new Error("a plan without kernels");
  return [name, launch.kernel, length] as const;
});

/** Enough tiles that each of two clusters uses each of its buffers again. */
const BATCH = 11;

/** Throws where the evaluator finds something, or where numbers are not those of the kernel as it was lowered. */
function run(kernel: Kernel, length: number, seed: number, meant?: Float64Array): Float64Array {
  const input = { re: uniformNumbers(length * BATCH, 1), im: uniformNumbers(length * BATCH, 2) };
  const output = complexArray(length * BATCH);
  output.re.fill(Number.NaN);
  evaluateKernel(kernel, input, output, BATCH, seed);
  if (meant !== undefined && !output.re.every((value, index) => value === meant[index]))
    throw new Error("numbers differ");
  return output.re;
}

/** What a step may become that is weaker than it: nothing, or itself without a part. */
function weaker(step: SyncStep): readonly (readonly [string, readonly SyncStep[]])[] {
  const actions = (list: readonly Action[]): readonly (readonly [string, readonly Action[]])[] =>
    list.flatMap((action, index) =>
      action.kind === "prefetch" ? [] : [[`${step.kind} without ${action.kind}`, list.toSpliced(index, 1)] as const],
    );
  switch (step.kind) {
    case "first":
      return actions(step.actions).map(([name, left]) => [name, [{ ...step, actions: left }]]);
    case "handover":
      return [
        ["no handover", []],
        ...(step.fence ? [["handover without fence", [{ ...step, fence: false }]] as const] : []),
        ...actions(step.actions).map(([name, left]) => [name, [{ ...step, actions: left }]] as const),
        ...(step.arriveAt === undefined
          ? []
          : [[`handover without ${step.arriveAt}`, [{ ...step, arriveAt: undefined }]] as const]),
      ];
    case "wait":
      return [
        [`no wait for ${step.barrier}`, []],
        ...(step.use === "this"
          ? [[`wait for the last ${step.barrier}`, [{ ...step, use: "last" as const }]] as const]
          : []),
      ];
    case "deal":
      return [
        ["no deal", []],
        ["deal a round too early", [{ ...step, ahead: step.ahead + 1 }]],
      ];
    case "sync-block":
    case "sync":
    case "arrive":
    case "arrive-cluster":
    case "wait-cluster":
      return [[`no ${step.kind}`, []]];
  }
}

/** Every kernel that differs from this one in one step of synchronisation, or in one barrier. */
function weakened(kernel: Kernel): readonly (readonly [string, Kernel])[] {
  const withRole = (index: number, role: Role): Kernel => ({ ...kernel, roles: kernel.roles.with(index, role) });
  const inSteps = <S extends ThreadStep | RoleStep>(
    steps: readonly S[],
  ): readonly (readonly [string, readonly (S | SyncStep)[]])[] =>
    steps.flatMap((step, index) =>
      isSync(step)
        ? weaker(step).map(
            ([name, instead]) => [name, [...steps.slice(0, index), ...instead, ...steps.slice(index + 1)]] as const,
          )
        : [],
    );
  const ofRoles = kernel.roles.flatMap((role, index) => [
    ...inSteps(role.before).map(
      ([name, before]) => [`${role.name}: before, ${name}`, withRole(index, { ...role, before })] as const,
    ),
    ...inSteps(role.steps).map(
      ([name, steps]) => [`${role.name}: ${name}`, withRole(index, { ...role, steps })] as const,
    ),
    ...role.steps.flatMap((phase, at) =>
      phase.kind !== "phase"
        ? []
        : inSteps(phase.steps).map(([name, steps]) => {
            const changed: PhaseStep = { ...phase, steps };
            return [
              `${role.name}, phase ${at}: ${name}`,
              withRole(index, { ...role, steps: role.steps.with(at, changed) }),
            ] as const;
          }),
    ),
  ]);
  const ofBarriers = kernel.barriers.flatMap((barrier, index) => {
    const instead = (change: Partial<Barrier>): Kernel => ({
      ...kernel,
      barriers: kernel.barriers.with(index, { ...barrier, ...change }),
    });
    return [
      [`${barrier.name}: one arrival more`, instead({ arrivals: barrier.arrivals + 1 })] as const,
      ...(barrier.firstBytes === undefined
        ? []
        : [[`${barrier.name}: fewer bytes`, instead({ firstBytes: barrier.firstBytes - 8 })] as const]),
    ];
  });
  return [...ofRoles, ...ofBarriers];
}

test.each(kernels)("%s: whatever the order, the same numbers", (_, kernel, length) => {
  const meant = run(kernel, length, 0);
  for (let seed = 1; seed <= runs(1, 20); seed++) run(kernel, length, seed, meant);
});

// Each kind of step is in one of these; the others have more of them.
const weakenedKernels = sweep(kernels, ([name]) => ["a block on its own", "undivided", "ticket"].includes(name));

test.each(weakenedKernels)(
  "%s: each step that is left out or weakened is found, whatever the order",
  (_, kernel, length) => {
    const meant = run(kernel, length, 0);
    const unnoticed = weakened(kernel).flatMap(([name, weak]) => {
      for (let seed = 1; seed <= runs(1, 5); seed++) {
        try {
          run(weak, length, seed, meant);
          return [name];
        } catch {
          continue;
        }
      }
      return [];
    });
    expect(unnoticed).toEqual([]);
  },
);
