// What a verification program prints when it is asked for JSON (templates/runtime/verify/fftgen_report.hpp).
import { z } from "zod";
import type { VerificationReport } from "./verification-report.js";

/** Null: it is not finite. */
const error = z.number().nonnegative().nullable();

export const verificationReportSchema: z.ZodType<VerificationReport> = z
  .strictObject({
    name: z.string(),
    mode: z.enum(["verify", "huge"]),
    device: z.string().describe("A GPU, or `fftgen emulator`."),
    size: z.string(),
    precision: z.string(),
    seed: z.int().nonnegative(),
    tests: z.array(
      z.strictObject({
        test: z.string(),
        batch: z.int().positive().optional().describe("Absent where the test looked at all of them."),
        samples: z.int().positive().optional().describe("Numbers that were compared."),
        l2: error.optional().describe("Relative to the result, as is max."),
        max: error.optional(),
        l2Bound: error.optional(),
        maxBound: error.optional(),
        passed: z.boolean(),
        note: z.string().optional().describe("Where it went wrong."),
      }),
    ),
    skipped: z.array(z.strictObject({ test: z.string(), reason: z.string() })),
    l2: error.describe("The largest of random input."),
    max: error,
    l2Bound: error,
    maxBound: error,
    boundText: z.string().describe("How the bound is made."),
    passed: z.boolean(),
  })
  .describe("The report of a verification program.");
