// Kernels that start early: they wait before their first access to global memory, the kernel before them lets them, the launch
// says so, and nothing of it appears in packages where none does.
import { describe, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { lowerPlan } from "../../generator/compile.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { emitted, namedPlan, type NamedPlan } from "./named-plan.js";

const KERNELS = [
  "{ Z(4,16,4,64,no-tw) Z(16,4,1,4,pre-tw) } on 128 threads, 32 columns, table",
  "{ Y(4,16,4,64,no-tw) X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 128 threads, cluster 2 after 1, ticket, 2 columns, powers",
  "{ Y(16,4,1,4,pre-tw) } on 64 threads, 64 columns, table",
] as const;

/** The plan, the kernels with these numbers starting early. */
const plan = (...early: readonly number[]): NamedPlan =>
  namedPlan(
    "overlapping",
    [64, 64, 64],
    "f32",
    KERNELS.map((kernel, index) => (early.includes(index + 1) ? `${kernel}, early` : kernel)),
  );

const fileOf = (named: NamedPlan, ending: string): string =>
  emitted(named).find(({ path }) => path.endsWith(ending))?.text ?? "";

/** What each launch says of its start. */
const startsIn = (launcher: string): readonly string[] =>
  [...launcher.matchAll(/= launch\(\{[^}]*?(, Start::\w+)?\}, stream/g)].map(([, start = ""]) => start);

/** The kernels' texts, one after the other. */
const kernelTexts = (named: NamedPlan): readonly string[] =>
  fileOf(named, "_kernels.cuh")
    .split(/^__global__ /m)
    .slice(1);

const WAIT = "wait_for_previous_kernel();";
const LET = "let_next_kernel_start();";
const ACCESS = /\b(load|store|store_streaming|load_box|prefetch_box|take_number)(<\w+>)?\(/;

describe("kernels that start early", () => {
  test.each([[[2]], [[3]], [[2, 3]]])("%j wait, and are let", (early) => {
    const texts = kernelTexts(plan(...early));
    expect(texts).toHaveLength(KERNELS.length);
    texts.forEach((text, index) => {
      expect(text.split(WAIT).length - 1, text).toBe(early.includes(index + 1) ? 1 : 0);
      expect(text.split(LET).length - 1, text).toBe(early.includes(index + 2) ? 1 : 0);
    });
  });

  test("access no global memory before they have waited", () => {
    for (const text of kernelTexts(plan(2, 3)).slice(1)) {
      expect(text.search(ACCESS)).toBeGreaterThan(0);
      expect(text.search(ACCESS)).toBeGreaterThan(text.indexOf(WAIT));
    }
  });

  test("wait with all their threads, not in a branch", () => {
    for (const text of kernelTexts(plan(2, 3)).slice(1)) expect(text).toContain(`\n  ${WAIT}\n`);
  });

  test("are launched so, and the others are not", () => {
    const launcher = fileOf(plan(3), "overlapping.cu");
    expect(startsIn(launcher)).toEqual(["", "", ", Start::early"]);
    const both = fileOf(plan(2, 3), "overlapping.cu");
    expect(startsIn(both)).toEqual(["", ", Start::early", ", Start::early"]);
    // Nothing lies between the launches that would keep a kernel from starting early.
    expect(both.indexOf("cudaMemsetAsync")).toBeLessThan(both.indexOf("= launch("));
  });

  test("need a header and compute capability 9.0", () => {
    const plain = namedPlan("plain", [64, 64], "f32", [
      "{ Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table",
      "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 64 threads, 8 columns, table, early",
    ]);
    expect(fileOf(plain, "fftgen_device.cuh")).toContain("wait_for_previous_kernel()");
    expect(fileOf(plain, "include/fftgen/plain.h")).toContain("compute capability 9.0 and later");
    expect(() => lowerPlan("plain", plain.plan, findGpu("A100"))).toThrow(/that needs compute capability 9\.0/);
  });

  test("leave no trace where there are none", () => {
    const files = emitted(plan()).filter(({ path }) => path !== "verify.cu");
    for (const { path, text } of files) {
      expect(`${path}\n${text}`).not.toMatch(/fftgen_early|wait_for_previous|next_kernel/);
      // The header has the one function that launches.
      if (!path.endsWith("fftgen_device.cuh")) expect(text).not.toMatch(/Start::|Programmatic/);
    }
  });

  test("cannot be the first", () => {
    expect(() => emitted(plan(1))).toThrow(InputError);
    expect(() => emitted(plan(1))).toThrow(/the first kernel cannot start early: there is none before it/);
    expect(parseKernels(`${KERNELS[0]}, early`)[0]?.schedule?.early).toBe(true);
  });
});
