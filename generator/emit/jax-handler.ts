// The handler by which XLA, and with it JAX, calls the transforms of a bundle.
import type { GeneratedFile } from "./files.js";
import { jaxRuntime } from "./read-template.js";
import { render } from "./render.js";
import { headerPath, macroPrefix, type Symbols } from "./symbols.js";

/** `isHost`: compiled for the host. */
export const jaxHandler = (name: string, symbols: Symbols, isHost: boolean): readonly GeneratedFile[] => [
  ...jaxRuntime().map(({ path, text }) => ({ path: `jax/${path}`, text })),
  {
    path: "jax/handler.cu",
    text: render("jax_handler.cu", {
      name,
      header: headerPath(symbols, name),
      prefix: symbols.prefix,
      macro: macroPrefix(symbols),
      emulated: isHost ? "host" : "",
    }),
  },
];
