import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/toolchain/record-evidence.ts",
    testTimeout: 120_000,
    // The command line runs in the process of its tests, which read what it prints.
    disableConsoleIntercept: true,
    // Two workers: the suite also runs compilers, and continuous integration has two cores.
    maxWorkers: 2,
  },
});
