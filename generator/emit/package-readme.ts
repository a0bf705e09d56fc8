// Prints the README of a package.
import { launchSource, launchTarget } from "../kernel/host-program.js";
import { at } from "../failure/errors.js";
import { isOnClusters, isPersistent, type Kernel } from "../kernel/program.js";
import { architecturesOf } from "./cmake.js";
import type { GeneratedFile } from "./files.js";
import { placedUnits, transformFacts, type LinkedTransform, type PlacedUnit } from "./linked-transform.js";
import { wrap } from "./lines.js";
import { render } from "./render.js";
import { includeFolder, packageTarget, qualifiedName, type Symbols } from "./symbols.js";
import type { FileRow, LaunchRow } from "./views.js";

/** `sources`: the compiled files; the other files are the same in all packages. */
export function packageReadme(linked: LinkedTransform, symbols: Symbols, sources: readonly GeneratedFile[]): string {
  const { name } = linked;
  const facts = transformFacts(linked, symbols);
  const placed = placedUnits(linked);
  return render("package-readme.md", {
    name,
    title: facts.title,
    plans: placed.map(({ unit, servesText }) => ({
      heading: servesText === "" ? [] : [`Plan for ${servesText}:`],
      lines: unit.notation,
    })),
    contract: facts.contract,
    preparation:
      facts.preparation === undefined
        ? []
        : wrap(
            `The first call of \`execute\` on a GPU computes ${facts.preparation} constants on the host, copies them to the GPU and waits for the copy; call \`prepare\` to do so earlier.`,
            120,
          ),
    include: `${includeFolder(symbols)}/${name}.h`,
    target: packageTarget(symbols, name),
    symbol: facts.symbol,
    namespace: qualifiedName(symbols, name),
    passed: facts.signature.passed,
    architectureFlags: architectureFlags([linked]),
    launches: placed.flatMap(launchRows),
    files: [
      ...sources.map(({ path }) => ({ path, what: contentsOf(path) })),
      {
        path: "verify.cu",
        what: "the verification and benchmark program; not needed to use the transform",
      },
      { path: "CMakeLists.txt", what: "build targets and installation" },
      { path: "LICENSE", what: "the licence of all of these files" },
    ] satisfies readonly FileRow[],
  });
}

/** nvcc's flags for the architectures: `-arch=sm_90`, or one `-gencode` for each of several and PTX of the last, for later GPUs. */
export function architectureFlags(transforms: readonly LinkedTransform[]): string {
  const planned = architecturesOf(transforms);
  const last = at(planned, planned.length - 1);
  return planned.length === 1
    ? `-arch=sm_${last}`
    : [...planned.map((one) => [one, `sm_${one}`]), [last, `compute_${last}`]]
        .map(([from, to]) => `-gencode arch=compute_${from},code=${to}`)
        .join(" ");
}

function contentsOf(path: string): string {
  if (path.endsWith(".h")) return "the interface for C and C++";
  if (path.endsWith(".cu")) return "the launcher";
  if (path.endsWith("_kernels.cuh")) return "the kernels and their butterflies";
  if (path.endsWith("_tables.cuh")) return "constants: twiddle factors, matrices";
  return "the device functions that the kernels use";
}

const launchRows = ({ unit: { host }, labels }: PlacedUnit): readonly LaunchRow[] =>
  host.launches.map((launch) => ({
    name: [...labels, launch.kernel.name].join("::"),
    blocks: blocksText(launch.kernel),
    threads: String(launch.kernel.threads),
    shared: String(launch.kernel.sharedBytes),
    memory: `${launchSource(launch)} -> ${launchTarget(launch)}`,
  }));

function blocksText(kernel: Kernel): string {
  if (isOnClusters(kernel))
    return `clusters of ${kernel.cluster}, ${isPersistent(kernel) ? "as many as fit" : "one per transform"}`;
  const { batch, perGroup } = kernel.tiles;
  return `${perGroup} per ${batch > 1 ? `${batch} transforms` : "transform"}`;
}
