// Ranges of batches in words.
import { expect, test } from "vitest";
import { rangeText } from "../../generator/plan/served-batches.js";

test.each([
  [1, 1, "one array"],
  [1, 31, "up to 31 arrays"],
  [32, 255, "32 to 255 arrays"],
  [2, 2, "2 arrays"],
  [256, undefined, "256 arrays and more"],
])("%s to %s: %s", (from, upTo, text) => {
  expect(rangeText({ from, upTo })).toBe(text);
});
