// What a verification program says, as a value. The schema of its JSON stands beside it: users of these types need no library of schemas.

/** A test of a verification program; errors are relative to the result, null where they are not finite. */
export interface VerificationTest {
  readonly test: string;
  /** Absent where the test looked at all of them. */
  readonly batch?: number | undefined;
  /** Numbers that were compared. */
  readonly samples?: number | undefined;
  readonly l2?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly l2Bound?: number | null | undefined;
  readonly maxBound?: number | null | undefined;
  readonly passed: boolean;
  /** Where it went wrong. */
  readonly note?: string | undefined;
}

/** The report of a verification program: its tests with their errors and bounds, relative to the result. */
export interface VerificationReport {
  /** Of the package. */
  readonly name: string;
  readonly mode: "verify" | "huge";
  /** A GPU, or `fftgen emulator`. */
  readonly device: string;
  readonly size: string;
  readonly precision: string;
  readonly seed: number;
  readonly tests: readonly VerificationTest[];
  readonly skipped: readonly { readonly test: string; readonly reason: string }[];
  /** The largest relative L2 error of random input; null where it is not finite. */
  readonly l2: number | null;
  readonly max: number | null;
  readonly l2Bound: number | null;
  readonly maxBound: number | null;
  /** How the bound is made. */
  readonly boundText: string;
  /** Whether all tests passed. */
  readonly passed: boolean;
}
