// The cache of objects: a unit is compiled once on a machine, by however many processes, whoever is killed, whatever the disk makes of it.
// The compiler here writes down that it was called, and writes what it read.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { at, ToolchainError } from "../../generator/failure/errors.js";
import type { Compiler } from "../../generator/toolchain/compilers.js";
import { objectOf } from "../../generator/toolchain/object-cache.js";
import { leaveSignalsAlone } from "./linked-program.js";
import { scratchFolder } from "./scratch.js";

const folder = scratchFolder("object-cache");
afterAll(() => {
  vi.unstubAllEnvs();
  leaveSignalsAlone();
  folder.remove();
});

let count = 0;
let root = folder.path;
let compiler: Compiler = { path: "", parameters: [] };

const place = (...names: readonly string[]): string => join(root, ...names);

function write(name: string, text: string): string {
  writeFileSync(place(name), text);
  return place(name);
}

/** `before`: lines of its script for each compilation. */
function writeCompiler(name: string, before: string): Compiler {
  const script = `#!/bin/sh
[ "$1" = --version ] && echo "stand-in 1.0" && exit
echo called >>${place("calls")}
${before}
for word; do
  case "$last" in -o) cat main.cpp header.hpp >"$word" ;; esac
  last=$word
done`;
  chmodSync(write(name, script), 0o755);
  return { path: place(name), parameters: [] };
}

beforeEach(() => {
  root = join(folder.path, String(count++));
  for (const name of ["caches", "scratch"]) mkdirSync(place(name), { recursive: true });
  vi.stubEnv("XDG_CACHE_HOME", place("caches"));
  write("main.cpp", '#include "header.hpp"\nint a;\n');
  write("header.hpp", "int b;\n");
  compiler = writeCompiler("compiler", "");
});

const object = (flags: readonly string[] = [], by = compiler): Promise<string> =>
  objectOf(by, { directory: root, source: "main.cpp", flags }, { scratch: place("scratch") });

const contents = async (flags: readonly string[] = [], by = compiler): Promise<string> =>
  readFileSync(await object(flags, by), "utf8");

function calls(): number {
  try {
    return readFileSync(place("calls"), "utf8").trim().split("\n").length;
  } catch {
    return 0;
  }
}

const entries = (): readonly string[] =>
  readdirSync(place("caches", "fftgen", "objects"))
    .filter((name) => name.endsWith(".o.gz"))
    .map((name) => place("caches", "fftgen", "objects", name));

const WHOLE = '#include "header.hpp"\nint a;\nint b;\n';

test("a unit is compiled once, and its object is the same afterwards", async () => {
  expect([await contents(), await contents()]).toEqual([WHOLE, WHOLE]);
  expect(calls()).toBe(1);
});

test("other flags, another text of a header and another compiler of the same name are other objects; where headers are found is none", async () => {
  await object();
  await object(["-O2"]);
  expect(calls()).toBe(2);
  await object(["-O2", "-I", place("scratch"), "-isystem", place("caches")]);
  expect(calls()).toBe(2);
  write("header.hpp", "int c;\n");
  expect(await contents()).toContain("int c;");
  expect(calls()).toBe(3);
  await object([], writeCompiler("compiler", "# a later one"));
  expect(calls()).toBe(4);
  await object([], writeCompiler("another", "# a later one"));
  expect(calls()).toBe(5);
});

test("of those that need an object at the same time one compiles it", async () => {
  compiler = writeCompiler("compiler", "sleep 0.3");
  const objects = await Promise.all(Array.from({ length: 8 }, () => contents()));
  expect(objects).toEqual(Array.from({ length: 8 }, () => WHOLE));
  expect(calls()).toBe(1);
});

test.each([
  ["that was killed", ".fftgen-HOST.999999999.1.0a1b2c3d"],
  ["that was killed before it could say who it is", ""],
])("whom a process keeps waiting %s compiles", async (_, owner) => {
  await object();
  const [entry] = entries();
  rmSync(at([entry ?? ""], 0));
  const { hostname } = await import("node:os");
  const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-");
  writeFileSync(`${entry ?? ""}.lock`, owner.replace("HOST", host.slice(0, 64)));
  expect(await contents()).toBe(WHOLE);
  expect(calls()).toBe(2);
  expect(readdirSync(place("caches", "fftgen", "objects")).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

test.each<readonly [string, (path: string) => void]>([
  ["cut short", (path) => truncateSync(path, statSync(path).size - 1)],
  ["emptied", (path) => truncateSync(path)],
  ["overwritten", (path) => writeFileSync(path, "no object at all")],
  [
    "of which a bit has changed",
    (path) => {
      const bytes = readFileSync(path);
      bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
  ],
])("an entry %s is no entry", async (_, damage) => {
  await object();
  for (const path of entries()) damage(path);
  expect(await contents()).toBe(WHOLE);
  expect(calls()).toBe(2);
  expect(await contents()).toBe(WHOLE);
  expect(calls()).toBe(2);
});

test("where nothing can be kept, a process keeps its own", async () => {
  const barred = write("barred", "");
  vi.stubEnv("XDG_CACHE_HOME", barred);
  vi.stubEnv("TMPDIR", place("scratch"));
  mkdirSync(place("scratch", `fftgen-cache-${process.getuid?.() ?? 0}`), { mode: 0o777 });
  chmodSync(place("scratch", `fftgen-cache-${process.getuid?.() ?? 0}`), 0o777);
  expect([await contents(), await contents()]).toEqual([WHOLE, WHOLE]);
  expect(calls()).toBe(1);
});

test("what a compiler refuses is told each time, and what it does not write", async () => {
  compiler = writeCompiler("compiler", "echo 'main.cpp:1: error: no' >&2; exit 1");
  await expect(object()).rejects.toThrow(ToolchainError);
  await expect(object()).rejects.toThrow("compiler failed with exit code 1\n  main.cpp:1: error: no\n");
  expect(calls()).toBe(2);
  compiler = writeCompiler("compiler", "exit 0");
  await expect(object()).rejects.toThrow("compiler ended well but wrote nothing and said nothing");
  compiler = writeCompiler("compiler", `head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1`);
  await expect(object()).rejects.toThrow(/^.{0,100}\n {2}x{400} \.\.\.\n/);
});
