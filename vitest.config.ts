import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { isThorough } from "./test/effort.js";
import { thoroughFiles } from "./test/thorough-files.js";
import { cacheHome } from "./test/toolchain/cache-place.js";

export default defineConfig({
  test: {
    // A thorough run follows a default one, and leaves out the files that it would only repeat. Evidence is of all texts.
    include: isThorough ? [...thoroughFiles()] : ["test/**/*.test.ts"],
    exclude: isThorough || process.env["FFTGEN_EVIDENCE"] !== undefined ? [] : ["test/**/*.thorough.test.ts"],
    setupFiles: ["test/search/known-searches.ts"],
    globalSetup: ["test/toolchain/scratch.ts", "test/toolchain/record-evidence.ts"],
    // Nobody's own wisdom decides what the tests find, nor does what fftgen keeps on this machine.
    env: { FFTGEN_WISDOM: join(tmpdir(), "fftgen-tests-have-no-wisdom"), XDG_CACHE_HOME: cacheHome },
    // A thorough run may leave out all of a suite, where a default one has shown it.
    passWithNoTests: isThorough,
    // Machines of continuous integration are at times three times as slow as at others.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The command line runs in the process of its tests, which read what it prints.
    disableConsoleIntercept: true,
    // Test files share what they import, and with it what the engine has learned of it: searches run twice as fast when warm.
    isolate: false,
    // Two workers: the suite also runs compilers, and continuous integration has two cores.
    maxWorkers: 2,
  },
});
