// The references that generated programs compute for themselves, against FFTW's long double transforms.
import { afterAll, describe, expect, it } from "vitest";
import { sweep } from "../effort.js";
import { canInclude, compile, FIXTURES, run, RUNTIME, temporaryFolder, WARNINGS } from "./toolchain.js";

const folder = temporaryFolder();
afterAll(folder.remove);

describe("the long reference agrees with FFTW", () => {
  const kinds: readonly (readonly [name: string, definitions: readonly string[]])[] = [
    ["long double", []],
    ["pairs of doubles", ["-DFFTGEN_VERIFY_DOUBLE_DOUBLE"]],
  ];
  // Compilers without a long double take the second, which is slow here.
  it.for(sweep(kinds, ([name]) => name === "long double"))("in %s", ([name, definitions], { skip }) => {
    if (!canInclude("g++", "fftw3.h")) skip("there is no g++ with fftw3.h");
    const program = folder.path(name.replaceAll(" ", "-"));
    compile("g++", [
      ...[...WARNINGS, "-O1", ...definitions, "-I", `${FIXTURES}/fake`, "-I", RUNTIME],
      ...[`${FIXTURES}/reference_against_fftw.cpp`, "-o", program, "-pthread", "-lfftw3l"],
    ]);
    const lines = run(program, []).stdout.trimEnd().split("\n");
    expect(lines.length).toBe(24);
    for (const line of lines) expect(Number(line.split(" ").at(-1)), line).toBeLessThan(1e-18);
  });
});
