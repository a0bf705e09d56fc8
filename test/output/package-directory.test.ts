// A package and the plan files beside it are written together, or not at all.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { writePackage } from "../../generator/output/package-directory.js";
import { scratchFolder } from "../toolchain/scratch.js";

const contents = { name: "one", plans: ["one.plan.ts"], files: [{ path: "one.h", text: "// one\n" }] };

test.each(["package", "plan"])("a %s that fails to be written takes the other with it", (which) => {
  const folder = scratchFolder("package-directory").path;
  // No directory can be made there, which shows only when it is tried.
  const place = (what: string): string => (what === which ? "/proc/fftgen" : join(folder, what));
  mkdirSync(join(folder, "mine"));
  expect(() => writePackage(place("package"), contents, [{ path: join(place("plan"), "a"), text: "a" }])).toThrow(
    InputError,
  );
  expect(readdirSync(folder)).toEqual(["mine"]);
});
