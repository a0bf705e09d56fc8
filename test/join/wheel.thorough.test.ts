// The wheel of an emulated bundle: its tag is what the library's own version table bears out, and it runs where it is installed.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { searchPlans } from "../../generator/search/search.js";
import { isInstalled } from "../toolchain/compilers.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { hasModules, python, withoutModules } from "./python.js";

const folder = scratchFolder("wheel");
afterAll(folder.remove);

const [bundle, wheels, site] = ["fft", "wheels", "site"].map((name) => join(folder.path, name)) as [
  string,
  string,
  string,
];

function writeBundle(): void {
  const gpu = findGpu("H200");
  const { plan } = at(searchPlans(makeTransform([16], "f32"), gpu, { keep: 1 }).plans, 0);
  const transforms = [linkedTransform("c2c_f32_16", [compilePlan("c2c_f32_16", plan, gpu)])];
  for (const { path, text } of linkBundle({ name: "fft", transforms, clients: ["python"], isHost: true })) {
    const file = join(bundle, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const pip = (...words: readonly string[]): Promise<unknown> =>
  requireSuccess(python ?? "", ["-m", "pip", ...words, "--no-deps", "--no-index", "--quiet"]);

/** The latest version of such symbols that a library needs, as binutils read it: [2, 34] of GLIBC_2.34. */
async function latestOf(library: string, kind: string): Promise<readonly number[]> {
  const { stdout } = await requireSuccess("readelf", ["--wide", "--version-info", library]);
  const needed = stdout.slice(stdout.indexOf("Version needs section"));
  const versions = [...needed.matchAll(new RegExp(`Name: ${kind}_([\\d.]+)`, "gu"))].map(([, version = ""]) =>
    version.split(".").map(Number),
  );
  return versions.toSorted((a, b) => compared(a, b)).at(-1) ?? [];
}

const compared = (a: readonly number[], b: readonly number[]): number =>
  (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0);

describe.skipIf(!hasModules("torch") || !isInstalled("readelf"))(`a wheel${withoutModules("torch")}`, () => {
  test("is tagged as its library bears out, and needs nothing else where it is installed", async () => {
    writeBundle();
    await pip("wheel", "--no-build-isolation", "--wheel-dir", wheels, bundle);
    const [name = "", ...others] = readdirSync(wheels);
    expect(others).toEqual([]);
    const [, major, minor] = /-py3-none-manylinux_(\d+)_(\d+)_\w+\.whl$/u.exec(name)?.map(Number) ?? [];
    await pip("install", "--target", site, join(wheels, name));
    const library = join(site, "fft", "libfft.so");
    const tag = [major ?? 0, minor ?? 0];
    // Debian 12's glibc is 2.36, of whose libstdc++ nothing is later than what came with 2.35.
    expect(compared(tag, await latestOf(library, "GLIBC"))).toBeGreaterThanOrEqual(0);
    expect(compared([3, 4, 33], await latestOf(library, "GLIBCXX"))).toBeGreaterThanOrEqual(0);
    expect(readdirSync(join(site, "fft"))).toEqual(expect.arrayContaining(["fft.json", "libfft.so", "py.typed"]));
    const program = "import numpy, fft.ctypes as f; print(abs(f.c2c_f32_16(numpy.ones(16, numpy.complex64))[0]))";
    const { stdout } = await requireSuccess(python ?? "", ["-c", program], { environment: { PYTHONPATH: site } });
    expect(stdout.trim()).toBe("16.0");
    // The tag in the metadata is that of the name, and pip has checked the hashes of all files.
    const metadata = await requireSuccess(python ?? "", [
      "-c",
      `import zipfile; z = zipfile.ZipFile(${JSON.stringify(join(wheels, name))}); print(z.read(next(n for n in z.namelist() if n.endswith("/WHEEL"))).decode())`,
    ]);
    expect(metadata.stdout).toContain(`Tag: py3-none-manylinux_${tag.join("_")}_`);
  });
});
