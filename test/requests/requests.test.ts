// Requests of all kinds, drawn at random, through any legal plan: refused where the documents refuse them, else right. `FFTGEN_REQUESTS` and
// `FFTGEN_REQUESTS_SEED` say how many, and which; run.ts does the same on all processors.
import { expect, test } from "vitest";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { runs } from "../effort.js";
import { isKnown } from "./known-failures.js";
import { commandOf } from "../../generator/definition/request.js";
import { shownFailure, shrunk } from "./shrink.js";
import { firstOfEachKind, isCompiled, outcomeOf, seedOf, type Outcome, type Trials } from "./trial.js";

const trials: Trials = {
  count: Number(process.env["FFTGEN_REQUESTS"] ?? runs(60, 200)),
  seed: Number(process.env["FFTGEN_REQUESTS_SEED"] ?? 20261128),
  compiled: hostCompiler === undefined ? 0 : runs(2, 20),
};

test(
  `${trials.count} requests are right or refused as documented${withoutCompiler}`,
  { timeout: 10_000 * trials.count },
  async () => {
    const outcomes: Outcome[] = [];
    for (let index = 0; index < trials.count; index++)
      outcomes.push(await outcomeOf(seedOf(trials, index), isCompiled(trials, index) ? hostCompiler : undefined));
    const failures: string[] = [];
    for (const one of firstOfEachKind(outcomes)) {
      const compiler = one.failure.what.startsWith("compiled") ? hostCompiler : undefined;
      const shortest = isKnown(one.failure.what, "") ? one : await shrunk(one, compiler);
      if (!isKnown(one.failure.what, commandOf(shortest.request)))
        failures.push(`${one.times} x ${shownFailure(shortest)}`);
    }
    expect(failures.join("\n\n")).toBe("");
    // What it is for: most requests are computed, many by several kernels.
    expect(outcomes.filter(({ kind }) => kind === "right").length).toBeGreaterThan(trials.count / 2);
    expect(outcomes.filter(({ kind, kernels }) => kind === "right" && kernels > 1).length).toBeGreaterThan(
      trials.count / 5,
    );
  },
);
