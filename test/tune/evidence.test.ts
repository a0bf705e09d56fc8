// What of a measurement goes into a plan file, and which evidence it replaces.
import { describe, expect, test } from "vitest";
import type { Evidence } from "../../generator/planfile/definition.js";
import { evidenceOf, renewedEvidence } from "../../generator/tune/evidence.js";
import { isMeasured } from "../../generator/tune/winner.js";
import { measured, measurement, platform, textOf } from "./measurements.js";

function evidence(milliseconds: number, copy: number, cufft?: number): Evidence {
  const one = measurement(1, measured(milliseconds, copy, cufft));
  if (!isMeasured(one)) throw new Error("not measured");
  return evidenceOf(one);
}

describe("evidence", () => {
  test("says where, of what text, and the ratios of the medians", () => {
    expect(evidence(0.612345, 0.5, 0.75)).toEqual({
      ...platform,
      text: textOf(1),
      milliseconds: 0.6123,
      ratioToCopy: 1.225,
      ratioToCufft: 1.225,
      relativeL2Error: 1e-7,
    });
  });

  test("says nothing of cuFFT where there was none", () => {
    expect(Object.keys(evidence(1, 1))).not.toContain("ratioToCufft");
  });
});

describe("renewing evidence", () => {
  const fresh = evidence(2, 1);
  const older = { ...fresh, milliseconds: 3 };
  const elsewhere = { ...fresh, gpu: "Another GPU", milliseconds: 4 };
  const otherDriver = { ...fresh, driver: "2", milliseconds: 5 };
  const stale = { ...fresh, text: textOf(9) };

  test("puts it in the place of that of the same platform and text, and leaves that of others", () => {
    expect(renewedEvidence([elsewhere, older, otherDriver], fresh)).toEqual([elsewhere, fresh, otherDriver]);
  });

  test("adds it behind the rest where there is none of its platform", () => {
    expect(renewedEvidence([elsewhere], fresh)).toEqual([elsewhere, fresh]);
    expect(renewedEvidence([], fresh)).toEqual([fresh]);
  });

  test("drops what is said of another text", () => {
    expect(renewedEvidence([stale, { ...stale, gpu: "Another GPU" }], fresh)).toEqual([fresh]);
  });
});
