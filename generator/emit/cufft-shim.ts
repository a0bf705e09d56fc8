// A library with cuFFT's functions that a bundle serves: the program's calls come to it first.
import type { GeneratedFile } from "./files.js";
import { cufftRuntime } from "./read-template.js";
import { render } from "./render.js";
import { headerPath, macroPrefix, type Symbols } from "./symbols.js";

export const CUFFT_SHIM = "cufft/shim.cu";

export const cufftShim = (name: string, symbols: Symbols): readonly GeneratedFile[] => [
  ...cufftRuntime().map(({ path, text }) => ({ path: `cufft/${path}`, text })),
  {
    path: CUFFT_SHIM,
    text: render("cufft_shim.cu", {
      name,
      header: headerPath(symbols, name),
      prefix: symbols.prefix,
      macro: macroPrefix(symbols),
    }),
  },
];
