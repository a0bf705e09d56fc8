// A library with cuFFT's functions that a bundle serves: the program's calls come to it first.
import { floatLiteral } from "../arithmetic/float-literal.js";
import { BUNDLE_DESCRIPTION } from "../json/bundle-description.js";
import type { GeneratedFile } from "./files.js";
import { linkedBound } from "./linked-bound.js";
import type { LinkedTransform } from "./linked-transform.js";
import { cufftRuntime } from "./read-template.js";
import { render } from "./render.js";
import { headerPath, macroPrefix, type Symbols } from "./symbols.js";

export const CUFFT_SHIM = "cufft/shim.cu";

export const cufftShim = (
  name: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
): readonly GeneratedFile[] => [
  ...cufftRuntime().map(({ path, text }) => ({ path: `cufft/${path}`, text })),
  {
    path: CUFFT_SHIM,
    text: render("cufft_shim.cu", {
      name,
      header: headerPath(symbols, name),
      prefix: symbols.prefix,
      macro: macroPrefix(symbols),
      description: BUNDLE_DESCRIPTION,
      bounds: transforms.map((linked) => `{"${linked.name}", ${floatLiteral(linkedBound(linked).l2, "f64")}}`),
    }),
  },
];
