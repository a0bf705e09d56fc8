// Emulated bundles that pip installs, for tests of generated Python.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compilePlan } from "../../generator/compile.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import type { Transform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { searchPlans } from "../../generator/search/search.js";
import { requireSuccess } from "../toolchain/programs.js";
import { python } from "./python.js";

/** Installs a bundle `fft` of these below a folder; the directory for PYTHONPATH. */
export async function installBundle(folder: string, wanted: readonly Transform[]): Promise<string> {
  const gpu = findGpu("H200");
  const linked = wanted.map((transform) => {
    const own = transformName(transform);
    return linkedTransform(own, [compilePlan(own, at(searchPlans(transform, gpu, { keep: 1 }).plans, 0).plan, gpu)]);
  });
  const [directory, site] = [join(folder, "fft"), join(folder, "site")];
  for (const { path, text } of linkBundle({ name: "fft", transforms: linked, clients: ["python"], isHost: true })) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const options = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--target", site];
  await requireSuccess(python ?? "", ["-m", "pip", "install", ...options, directory]);
  return site;
}
