// The directory of what is the user's own, in every project: measured plans, and weights of the cost model.
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** The environment variable that names it. */
export const WISDOM_VARIABLE = "FFTGEN_WISDOM";

/** $FFTGEN_WISDOM, or fftgen/ in the directory of data, by the XDG specification. */
export function userPlace(): string {
  const named = process.env[WISDOM_VARIABLE] ?? "";
  if (named !== "") return named;
  const data = process.env["XDG_DATA_HOME"] ?? "";
  // The specification requires that relative directories are ignored.
  return join(isAbsolute(data) ? data : join(homedir(), ".local", "share"), "fftgen");
}
