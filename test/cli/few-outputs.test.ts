// Transforms of which few outputs are written: right ones are verified, as those of all outputs are, and wrong ones are found.
import { chmodSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { dealt, isDefault } from "../effort.js";
import { CACHING_COMPILER } from "../toolchain/caching-compiler.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(project.clear);

const CASES = [
  "512 --output-range X=0..3",
  "dct-2 1024 --output-range X=0..0",
  "128x128 --output-range Y=0..3,X=0..3 --batch 2",
  "dct-4 1024 --output-range X=1023..1023",
  "dst-1 1024 --output-range X=3..5",
  "r2c 2048 --output-range X=0..1",
  "c2r 2048 --output-range X=7..8",
  "fwht 1024 --output-range X=1..1",
  "1024 --output-range X=0..0 --precision f16",
  "1024 --output-range X=9..9 --precision bf16",
  "1024 --output-range X=0..1 --precision f64 --inverse --scale 1/N",
];

describe.skipIf(hostCompiler === undefined)(`few outputs${withoutCompiler}`, () => {
  test.each(dealt(CASES, (words) => words === CASES[0]))("%s", async (words) => {
    const { code, stdout } = await project.run(["plan", ...words.split(" "), "--on", "emulator", "--no-compile"]);
    expect(stdout.match(/^.* FAILED$/gm)).toBeNull();
    expect(stdout).toMatch(/^verified {2}on the emulator, relative L2 error/m);
    expect(code).toBe(0);
  });

  test.runIf(isDefault)("wrong ones fail", async () => {
    const path = project.write(
      "compiler",
      `#!/bin/sh\ncopy=$(mktemp -d) && cp -r . "$copy" && cd "$copy" && sed -i 's/0\\.7071/0.7072/' *.cuh\n${CACHING_COMPILER}\n`,
    );
    chmodSync(path, 0o755);
    const words = ["plan", "512", "--output-range", "X=0..3", "--on", "emulator", "--no-compile"];
    const { code, stdout } = await project.run(words, { CXX: path });
    expect(stdout).toMatch(/^random input, out of place .* FAILED$/m);
    expect(code).toBe(1);
  });
});
