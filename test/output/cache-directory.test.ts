// The machine's cache: where it is, that its entries are whole whoever writes at the same time, and that it has an end.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openCache, type Cache } from "../../generator/output/cache-directory.js";
import { mainFile, useProgram } from "../cli/program.js";

useProgram();
const place = mkdtempSync(join(tmpdir(), "fftgen-cache-"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true, force: true });
});
let count = 0;
let root = place;
beforeEach(() => {
  root = join(place, String(count++));
  for (const name of ["caches", "home", "tmp"]) mkdirSync(join(root, name), { recursive: true });
  vi.stubEnv("XDG_CACHE_HOME", join(root, "caches"));
  vi.stubEnv("HOME", join(root, "home"));
  vi.stubEnv("TMPDIR", join(root, "tmp"));
});

/** A directory that no user can make anything in: where a file stands, its like would be. */
const barred = (): string => {
  const path = join(root, "barred");
  writeFileSync(path, "");
  return path;
};

function open(folder: "text" | "objects" = "text"): Cache {
  const cache = openCache(folder);
  if (cache === undefined) throw new Error("there is no cache");
  return cache;
}

function keep(cache: Cache, name: string, content: string | Uint8Array): string {
  const fresh = cache.fresh();
  writeFileSync(fresh, content);
  return cache.keep(fresh, name);
}

test("an entry is found again, by another opening too, and one that nobody made is not", () => {
  const path = keep(open(), "a", "whole");
  expect(open().find("a")).toBe(path);
  expect(readFileSync(path, "utf8")).toBe("whole");
  expect(open().find("b")).toBeUndefined();
  expect(open("objects").find("a")).toBeUndefined();
});

test.each<[string, () => void, () => string | undefined]>([
  ["$XDG_CACHE_HOME", () => undefined, () => join(root, "caches/fftgen/text")],
  ["~/.cache without it", () => vi.stubEnv("XDG_CACHE_HOME", ""), () => join(root, "home/.cache/fftgen/text")],
  ["not a relative one", () => vi.stubEnv("XDG_CACHE_HOME", "caches"), () => join(root, "home/.cache/fftgen/text")],
  ["among temporary files where no home can be written", noHome, () => temporary("text")],
  ["nowhere, if those cannot be either", nowhere, () => undefined],
  ["nowhere, if others can write to that", sharedTemporary, () => undefined],
  ["nowhere, if that is a link of somebody's", linkedTemporary, () => undefined],
])("it is at %s", (_, prepare, expected) => {
  prepare();
  expect(openCache("text")?.directory).toBe(expected());
});

const temporary = (folder: string): string =>
  join(root, "tmp", `fftgen-cache-${process.getuid?.() ?? ""}`.replace(/-$/, ""), folder);

function noHome(): void {
  const file = barred();
  vi.stubEnv("XDG_CACHE_HOME", join(file, "caches"));
}

function nowhere(): void {
  noHome();
  vi.stubEnv("TMPDIR", join(root, "barred", "tmp"));
}

function sharedTemporary(): void {
  noHome();
  mkdirSync(dirname(temporary("text")));
  chmodSync(dirname(temporary("text")), 0o777);
}

function linkedTemporary(): void {
  noHome();
  symlinkSync(join(root, "home"), dirname(temporary("text")));
}

test("one among temporary files is its user's alone", () => {
  noHome();
  open();
  expect(statSync(dirname(temporary("text"))).mode & 0o777).toBe(0o700);
});

test("what is too much goes, the longest unused first, and what was used last stays", () => {
  const cache = open();
  const names = Array.from({ length: 24 }, (_, index) => `entry${index}`);
  for (const [index, name] of names.entries()) {
    const path = keep(cache, name, new Uint8Array(2 ** 20));
    utimesSync(path, 1e9 + index, 1e9 + index);
    // The first one is used all the time.
    cache.find("entry0");
  }
  const left = readdirSync(cache.directory);
  expect(left.length * 2 ** 20).toBeLessThanOrEqual(2 ** 24 + 2 ** 22);
  expect(left).toContain("entry0");
  expect(left).toContain("entry23");
  expect(left).not.toContain("entry1");
  expect(left.toSorted()).toEqual(names.filter((name) => left.includes(name)).toSorted());
});

test("entries are counted once in a while, not by everyone who opens it", () => {
  keep(open(), "first", "a");
  const { directory } = open();
  for (const name of ["b", "c", "d"]) writeFileSync(join(directory, name), new Uint8Array(2 ** 23));
  keep(open(), "e", "a");
  expect(readdirSync(directory).length).toBe(5);
  // An eighth of the bound is much.
  keep(open(), "f", new Uint8Array(2 ** 21));
  expect(readdirSync(directory).length).toBeLessThan(5);
});

test("many threads write the same entries: everybody finds whole ones", async () => {
  const module = pathToFileURL(join(dirname(mainFile()), "../output/cache-directory.js")).href;
  const source = `
    import { readFileSync, writeFileSync } from "node:fs";
    const { openCache } = await import(${JSON.stringify(module)});
    const cache = openCache("objects");
    for (let turn = 0; turn < 200; turn++) {
      const name = "entry" + (turn % 5);
      const text = name.repeat(20000);
      const found = cache.find(name);
      if (found !== undefined && readFileSync(found, "utf8") !== text) throw new Error("half an entry");
      const fresh = cache.fresh();
      writeFileSync(fresh, text);
      cache.keep(fresh, name);
    }`;
  await Promise.all(
    [1, 2, 3, 4].map(
      () =>
        new Promise<void>((done, failed) => {
          const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
          worker.on("error", failed).on("exit", () => {
            done();
          });
        }),
    ),
  );
  expect(readdirSync(open("objects").directory).toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `entry${index}`));
});
