// The house rules, as data. What they mean is in violations.ts; layers.test.ts holds the sources to them.

/** Folders of `generator/`. A file may import from its own folder and from those before it, never from one behind it. */
export const layers: readonly string[] = [
  "failure",
  "pointwise",
  "plan",
  "arithmetic",
  "json",
  "gpu",
  "notation",
  "codelet",
  "layout",
  "kernel",
  "lower",
  "definition",
  "search",
  "fit",
  "verify",
  "join",
  "emit",
  "output",
  "project",
  "planfile",
  "tune",
  "bench",
  "study",
  "example",
  "docs",
  "toolchain",
  "cli",
];

/** Files that stand in `generator/` itself, and the folders they may not import from. */
export const rootFiles: Readonly<Record<string, readonly string[]>> = {
  "index.ts": ["cli"],
  "internals.ts": ["cli"],
  "generated-package.ts": ["cli"],
  "measured.ts": ["cli"],
  "compile.ts": ["cli", "planfile"],
};

/** Folders that few may import from, whatever their layer: who may. */
export const closedFolders: Readonly<Record<string, readonly string[]>> = {
  planfile: ["planfile/", "tune/evidence.ts", "cli/", "measured.ts", "index.ts", "internals.ts"],
  // Printers know programs only, and the search asks placements, not what is made of them.
  layout: [
    "layout/",
    "kernel/",
    "lower/",
    "search/",
    "fit/",
    "compile.ts",
    "internals.ts",
    "planfile/schedule-plan.ts",
    "cli/",
  ],
  lower: ["lower/", "compile.ts"],
  // What transforms are, told apart from how they are computed: nothing that computes one asks it.
  definition: ["definition/", "verify/"],
};

/** Packages and builtin modules that few may import: who may. Paths are relative to `generator/`. */
export const closedModules: readonly { readonly modules: readonly string[]; readonly allowedIn: readonly string[] }[] =
  [
    {
      modules: ["fs", "fs/promises", "child_process", "os", "process"],
      allowedIn: ["toolchain/", "cli/", "output/", "emit/read-template.ts"],
    },
    { modules: ["ts-morph"], allowedIn: ["planfile/"] },
    { modules: ["prettier"], allowedIn: ["planfile/"] },
    { modules: ["handlebars"], allowedIn: ["emit/"] },
    {
      modules: ["zod"],
      allowedIn: [
        "json/",
        "project/",
        "gpu/gpu-file.ts",
        "gpu/weights-file.ts",
        "planfile/wisdom-file.ts",
        "bench/measurement-file.ts",
        "bench/timed-plans.ts",
        "bench/suite-file.ts",
        "study/results.ts",
        "cli/",
      ],
    },
    { modules: ["yargs", "yargs/helpers"], allowedIn: ["cli/"] },
    // Development dependencies: a user's installation has none of them.
    { modules: ["typescript", "vitest", "fast-check", "eslint", "typescript-eslint"], allowedIn: [] },
  ];

/** Expressions whose value depends on the day or the machine: where in `generator/` they may stand. */
export const closedExpressions: readonly {
  readonly names: readonly string[];
  readonly allowedIn: readonly string[];
}[] = [
  { names: ["Date.now", "performance.now", "Math.random"], allowedIn: ["toolchain/", "cli/"] },
  // When an entry of the cache was last used.
  { names: ["new Date"], allowedIn: ["toolchain/", "cli/", "output/cache-directory.ts"] },
  { names: ["process"], allowedIn: ["toolchain/", "cli/", "output/", "emit/read-template.ts"] },
];

/** A longer file has more than one idea. */
export const maxLines = 400;

/** Names that say nothing about what is inside. */
export const vagueNames: readonly string[] = [
  "util",
  "utils",
  "helper",
  "helpers",
  "misc",
  "common",
  "shared",
  "stuff",
];
