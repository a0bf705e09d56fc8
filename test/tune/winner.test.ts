// Which candidate wins: the fastest relative to the copy of its run, and only a right one.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bySpeed, winnerOf } from "../../generator/tune/winner.js";
import { candidate, measured, measurement, outcome, textOf } from "./measurements.js";

describe("the winner", () => {
  test("of any outcomes is a measured one, and none is faster relative to its copy", () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 8 }), (outcomes) => {
        const all = outcomes.map((one, index) => measurement(index + 1, one));
        const ratios = outcomes.flatMap((one) =>
          one.kind === "measured" ? [one.timing.milliseconds / one.timing.copyMilliseconds] : [],
        );
        const winner = winnerOf(all);
        if (ratios.length === 0) expect(winner).toBeUndefined();
        else {
          expect(winner?.outcome.kind).toBe("measured");
          const timing = winner?.outcome.timing;
          expect((timing?.milliseconds ?? 0) / (timing?.copyMilliseconds ?? 1)).toBe(Math.min(...ratios));
        }
      }),
      { seed: 1 },
    );
  });

  test("is not the one with the least time if its copy was faster still", () => {
    const winner = winnerOf([measurement(1, measured(1.0, 0.5)), measurement(2, measured(1.1, 1.0))]);
    expect(winner?.candidate.rank).toBe(2);
  });

  test("is never a wrong, stopped, spilling or failed one, however fast", () => {
    const fast = { milliseconds: 0.001, copyMilliseconds: 1, repeat: 5 };
    const all = [
      measurement(1, { kind: "stopped", timing: fast, relativeL2Error: 0 }),
      measurement(2, { kind: "wrong", relativeL2Error: 1, bound: 1e-7 }),
      measurement(3, { kind: "spills", bytes: 8 }),
      measurement(4, { kind: "failed", reason: "?" }),
    ];
    expect(winnerOf(all)).toBeUndefined();
    expect(winnerOf([...all, measurement(5, measured(100, 1))])?.candidate.rank).toBe(5);
  });

  test("may spill a little", () => {
    const spilling = { ...measured(1, 1), spilledBytes: 56 };
    expect(winnerOf([measurement(1, measured(2, 1)), measurement(2, spilling)])?.candidate.rank).toBe(2);
  });

  test.each([
    [1.009, 1],
    [1.02, 2],
  ])("leaves the plan that is there alone unless another is more than 1 %% faster (%d -> #%d)", (time, rank) => {
    const all = [measurement(1, measured(time, 1)), measurement(2, measured(1, 1))];
    expect(winnerOf(all, candidate(1).text)?.candidate.rank).toBe(rank);
    expect(winnerOf(all, textOf(99))?.candidate.rank).toBe(2);
  });
});

test("candidates are shown from the fastest to those that do not run", () => {
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 2, maxLength: 8 }), (outcomes) => {
      const sorted = outcomes.map((one, index) => measurement(index + 1, one)).toSorted(bySpeed);
      const winner = winnerOf(sorted);
      if (winner !== undefined) expect(sorted[0]?.outcome).toEqual(winner.outcome);
      const kinds = sorted.map((one) => one.outcome.kind);
      expect([...new Set(kinds)]).toHaveLength(kinds.filter((kind, index) => kind !== kinds[index - 1]).length);
    }),
    { seed: 2 },
  );
});
