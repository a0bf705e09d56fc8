// What compiles a bundle for the host: the emulator, and a CMakeLists.txt for the shared library that programs in all languages load.
import { compiledFor } from "./bundle-clients.js";
import type { GeneratedFile } from "./files.js";
import { packageVersion } from "./package-version.js";
import { emulatedRuntime } from "./read-template.js";
import { render } from "./render.js";
import { bundleTarget, macroPrefix, type Symbols } from "./symbols.js";

/** The units of the emulator, compiled as one: what a bundle for the host has, and no other. */
export const EMULATOR_UNIT = "emulator/fftgen_emulator.cpp";

/** `sources`: all of the bundle, for its clients as well. */
export function emulatedFiles(
  name: string,
  title: string,
  sources: readonly GeneratedFile[],
  symbols: Symbols,
): readonly GeneratedFile[] {
  const runtime = emulatedRuntime();
  const units = runtime.map(({ path }) => path).filter((path) => path.endsWith(".cpp"));
  const unity = {
    path: EMULATOR_UNIT,
    text: [
      "// The emulator and the calls on host memory, as one unit.",
      ...units.map((unit) => `#include "${unit}"`),
      "",
    ].join("\n"),
  };
  const compiled = [...compiledFor(sources), unity.path];
  return [
    {
      path: "CMakeLists.txt",
      text: render("emulated-CMakeLists.txt", {
        title,
        name,
        target: bundleTarget(symbols, name),
        version: packageVersion(sources),
        macro: macroPrefix(symbols),
        sources: compiled,
      }),
    },
    ...runtime.map(({ path, text }) => ({ path: `emulator/${path}`, text })),
    unity,
  ];
}
