import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    // Two workers: the suite also runs compilers, and continuous integration has two cores.
    maxWorkers: 2,
  },
});
