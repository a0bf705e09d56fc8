// A C++ compiler for the command line's own builds: g++ without optimisation, which few points do not need, that compiles nothing
// twice. What it made lies with the other objects of the tests, under the hash of preprocessed text and flags.
import { cacheDirectory } from "../toolchain/object-cache.js";

/** Lines of a shell script, to be run with the words of a compiler; programs are linked as ever. */
export const CACHING_COMPILER = `
compiles= object= next=
for word; do
  shift
  case "$next$word" in
    -c) compiles=yes ;;
    -o) next=object ;;
    -O2) ;;
    object*) object=$word next= ;;
    *) set -- "$@" "$word" ;;
  esac
done
[ -n "$compiles" ] || exec g++ "$@" -o "$object"
g++ "$@" -E -o "$object.ii" || exit
kept=${cacheDirectory}/$( (echo "$*" && cat "$object.ii") | sha256sum | cut -c1-64).quick.o
[ -e "$kept" ] || { g++ "$@" -c -o "$kept.$$" && mv "$kept.$$" "$kept"; } || exit
cp "$kept" "$object"`;
