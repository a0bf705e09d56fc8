// Prints the closing line of continuous integration, `N passed, N failed`, from vitest's JSON reports.
// Usage: node .ci/summary.js <1 if `npm run check` failed, else 0> <1 if a run of the tests failed, else 0> <reports...>
// Test files that did not load, errors outside of tests and a failed check count as failures. The exit status is 1 when
// anything failed or nothing passed.
import { readFileSync } from "node:fs";

const [checkFailed = "1", testsFailed = "1", ...paths] = process.argv.slice(2);

function testCounts(path) {
  let files;
  try {
    files = JSON.parse(readFileSync(path, "utf8")).testResults;
  } catch {
    console.error(`there is no test report ${path}: the tests did not run to their end`);
    return { passed: 0, failed: 1 };
  }
  const statuses = files.flatMap((file) => file.assertionResults.map((test) => test.status));
  const count = (status) => statuses.filter((found) => found === status).length;
  const notLoaded = files.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  return { passed: count("passed"), failed: count("failed") + notLoaded };
}

const counts = paths.map(testCounts);
const sum = (kind) => counts.reduce((total, one) => total + one[kind], 0);
const tests = { passed: sum("passed"), failed: sum("failed") };
const testFailures = testsFailed === "0" ? tests.failed : Math.max(1, tests.failed);
const failures = testFailures + (checkFailed === "0" ? 0 : 1);
if (checkFailed !== "0") console.error("npm run check failed");
if (tests.passed === 0) console.error("no test passed");
console.log(`${tests.passed} passed, ${failures} failed`);
process.exitCode = failures > 0 || tests.passed === 0 ? 1 : 0;
