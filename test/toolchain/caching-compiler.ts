// A C++ compiler for builds that are not the tests' own, those of the command line and of packs: g++ without optimisation, which
// few points do not need, that compiles nothing twice. Its objects lie with the others, under the hash of preprocessed text, wherever
// it stood, and of those flags that say how it is compiled.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "../../generator/toolchain/shell-words.js";
import { hostCompiler } from "./compilers.js";
import { cacheDirectory } from "./object-cache.js";

/** Lines of a shell script that is run with the words of a compiler. Programs are linked as ever. */
export const CACHING_COMPILER = `
compiler=${hostCompiler ?? "c++"} compiles= object= next= kind=
for word; do
  shift
  case "$next$word" in
    -c) compiles=yes ;;
    -o) next=object ;;
    -O*) ;;
    -[fgmsWw]* | -pthread) kind="$kind $word"; set -- "$@" "$word" ;;
    object*) object=$word next= ;;
    *) set -- "$@" "$word" ;;
  esac
done
[ -n "$compiles" ] || exec "$compiler" "$@" \${object:+-o "$object"}
"$compiler" "$@" -E -P -o "$object.ii" || exit
kept=${shellWord(cacheDirectory)}/$( (echo "$("$compiler" -dumpfullversion)$kind" && cat "$object.ii") | sha256sum | cut -c1-64).quick.o
rm -f "$object.ii"
[ -e "$kept" ] || { "$compiler" "$@" -c -o "$kept.$$" && mv "$kept.$$" "$kept"; } || exit
cp "$kept" "$object"`;

/** The path of that compiler. */
export const cachingCompiler: string = join(cacheDirectory, "quick-c++");
writeFileSync(cachingCompiler, `#!/bin/sh${CACHING_COMPILER}\n`, { mode: 0o755 });
