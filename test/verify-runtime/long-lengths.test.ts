// Factors of transforms that are longer than 2^32, whose products of indices take more than 64 bits.
import { afterAll, expect, test } from "vitest";
import { canInclude, compile, FIXTURES, run, RUNTIME, temporaryFolder, WARNINGS } from "./toolchain.js";

const folder = temporaryFolder();
afterAll(folder.remove);

test("factors are right beyond lengths of 2^32", ({ skip }) => {
  if (!canInclude("g++", "cmath")) skip("there is no g++");
  const program = folder.path("long-lengths");
  const warnings = WARNINGS.filter((flag) => flag !== "-Wpedantic");
  compile("g++", [
    ...[...warnings, "-O1", "-I", `${FIXTURES}/fake`, "-I", RUNTIME],
    ...[`${FIXTURES}/long_lengths.cpp`, "-o", program, "-pthread"],
  ]);
  const [wrong, worst] = run(program, []).stdout.trim().split(" ");
  expect(Number(wrong)).toBe(0);
  expect(Number(worst)).toBeLessThan(2e-18);
});
