// Where tests keep what they would otherwise make again on each run, and the cache of the programs that they run.
import { accessSync, constants, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What XDG_CACHE_HOME says to all tests: below node_modules, or among temporary files where that cannot be written to. */
export const cacheHome = ((): string => {
  const modules = join(import.meta.dirname, "..", "..", "node_modules");
  return isWritable(modules) ? join(modules, ".cache") : join(tmpdir(), "fftgen-tests-cache");
})();

/** For the tests' own. */
export const testCache = (): string => {
  const directory = join(cacheHome, "fftgen", "tests");
  mkdirSync(directory, { recursive: true });
  return directory;
};

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
