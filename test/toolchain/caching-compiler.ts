// A C++ compiler for builds that are not the tests' own, those of the command line and of packs: g++ without optimisation, which
// few points do not need, that compiles nothing twice. Its objects lie with the others, under the hash of preprocessed text and flags.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostCompiler } from "./compilers.js";
import { cacheDirectory } from "./object-cache.js";

/** Lines of a shell script that is run with the words of a compiler. Programs are linked as ever. */
export const CACHING_COMPILER = `
compiler=${hostCompiler ?? "c++"} compiles= object= next=
for word; do
  shift
  case "$next$word" in
    -c) compiles=yes ;;
    -o) next=object ;;
    -O[123]) ;;
    object*) object=$word next= ;;
    *) set -- "$@" "$word" ;;
  esac
done
[ -n "$compiles" ] || exec "$compiler" "$@" \${object:+-o "$object"}
"$compiler" "$@" -E -o "$object.ii" || exit
kept=${cacheDirectory}/$( (echo "$("$compiler" -dumpfullversion) $*" && cat "$object.ii") | sha256sum | cut -c1-64).quick.o
rm -f "$object.ii"
[ -e "$kept" ] || { "$compiler" "$@" -c -o "$kept.$$" && mv "$kept.$$" "$kept"; } || exit
cp "$kept" "$object"`;

/** The path of that compiler. */
export const cachingCompiler: string = join(cacheDirectory, "quick-c++");
writeFileSync(cachingCompiler, `#!/bin/sh${CACHING_COMPILER}\n`, { mode: 0o755 });
