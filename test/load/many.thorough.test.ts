// Many at the same time, and many plans: commands that write to one project do not get in each other's way.
import { beforeEach, describe, expect, test } from "vitest";
import { loads } from "../effort.js";
import { useProgram, useProject } from "../cli/program.js";
import { canFail, failing, withoutFaults } from "./failing-disk.js";

/** Milliseconds: hundreds of processes. */
const TIMEOUT = 3_600_000;

useProgram();
const project = useProject("project");

beforeEach(() => project.clear());

const leftovers = (): readonly string[] => project.files().filter((file) => file.includes("/.fftgen"));

describe("at the same time", () => {
  /** Lengths that have plans: products of 2, 3 and 5. */
  const lengths = (count: number): readonly number[] =>
    Array.from({ length: 4000 }, (_, index) => index + 2)
      .filter((length) => length === [2, 3, 5].reduce((product, prime) => product * powerIn(length, prime), 1))
      .slice(0, count);

  const powerIn = (length: number, prime: number): number =>
    length % prime === 0 ? prime * powerIn(length / prime, prime) : 1;

  test("plans of different transforms are all written", { timeout: TIMEOUT }, async () => {
    const asked = lengths(loads(3, 8, 100));
    const outcomes = await Promise.all(
      asked.map((length) => project.spawn(["plan", String(length), "--no-verify", "--no-compile"])),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 0, stderr: "" });
    const { code, stdout } = await project.run(["emit", "--check"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${asked.length} packages are up to date\n` });
    expect(leftovers()).toEqual([]);
  });

  test.skipIf(!canFail)(
    `plans of one transform end with one of them, whole${withoutFaults}`,
    { timeout: TIMEOUT },
    async () => {
      // Slowly, so that each writes while the others do.
      const slowly = failing(project.path(), "slow", 5);
      const batches = Array.from({ length: loads(3, 6, 100) }, (_, index) => String(index + 1));
      const outcomes = await Promise.all(
        batches.map((batch) =>
          project.spawn(["plan", "64", "--no-verify", "--no-compile", "--replan", "--batch", batch], slowly),
        ),
      );
      for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 0, stderr: "" });
      expect(await project.run(["emit", "--check"])).toMatchObject({ code: 0 });
      expect(project.read("plans/c2c_f32_64.plan.ts")).toMatch(/batch: \d+/);
      expect(leftovers()).toEqual([]);
    },
  );
});

test("many plan files are listed, emitted and compared", { timeout: TIMEOUT }, async () => {
  const count = loads(20, 60, 1000);
  const names = Array.from({ length: count }, (_, index) => `plan_${String(index).padStart(4, "0")}`);
  for (const [index, name] of names.entries())
    project.write(
      `plans/${name}.plan.ts`,
      `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: ${index + 1} },
  kernels: ["{ X(1,16,1,16,no-tw) } on 64 threads, 64 columns, table"],
});
`,
    );
  const [listed, emitted, compared] = [
    await project.run(["list", "--json"]),
    await project.run(["emit"]),
    await project.run(["emit", "--check"]),
  ];
  const { plans } = JSON.parse(listed.stdout) as { readonly plans: readonly unknown[] };
  expect(plans).toHaveLength(count);
  expect(emitted.stdout.split("\n").filter((line) => line.includes(" -> "))).toHaveLength(count);
  expect(compared.stdout).toBe(`${count} packages are up to date\n`);
});
