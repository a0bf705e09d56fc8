// A C++ compiler for builds that are not made by the generator: those of packs' own scripts, and of compilers that do something wrong
// first. Whoever calls it to compile gets the object out of the cache that all have; programs are linked as ever.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "../../generator/toolchain/shell-words.js";
import { builtProgram } from "../cli/built-program.js";
import { testCache } from "./cache-place.js";
import { hostCompiler } from "./compilers.js";

const name = hostCompiler ?? "c++";

/** Lines of a shell script that is run with the words of a compiler. */
export const CACHING_COMPILER = `
case " $* " in
  *" -c "*) exec ${shellWord(process.execPath)} ${shellWord(join(import.meta.dirname, "cached-object.mjs"))} ${shellWord(builtProgram())} ${name} "$@" ;;
  *) exec ${name} "$@" ;;
esac`;

/** The path of that compiler. */
export const cachingCompiler: string = join(testCache(), "caching-c++");
writeFileSync(cachingCompiler, `#!/bin/sh${CACHING_COMPILER}\n`, { mode: 0o755 });
