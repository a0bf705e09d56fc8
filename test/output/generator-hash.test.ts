// What this fftgen is: read once on a machine, and again where what was kept is damaged, or nothing can be kept.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";

const place = mkdtempSync(join(tmpdir(), "fftgen-generator-"));
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  rmSync(place, { recursive: true, force: true });
});

/** As another process has it. */
async function hashAnew(): Promise<string> {
  vi.resetModules();
  const { generatorHash } = await import("../../generator/output/generator-hash.js");
  return generatorHash();
}

test("it is found in the cache, and made again where it is not there or damaged", async () => {
  vi.stubEnv("XDG_CACHE_HOME", place);
  const hash = await hashAnew();
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const directory = join(place, "fftgen", "text");
  const [name = "", ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  expect(readFileSync(join(directory, name), "utf8")).toBe(hash);
  writeFileSync(join(directory, name), "e".repeat(64));
  expect(await hashAnew()).toBe("e".repeat(64));
  writeFileSync(join(directory, name), "e".repeat(10));
  expect(await hashAnew()).toBe(hash);
  rmSync(directory, { recursive: true });
  writeFileSync(directory, "");
  vi.stubEnv("TMPDIR", directory);
  expect(await hashAnew()).toBe(hash);
  vi.stubEnv("TMPDIR", tmpdir());
});
