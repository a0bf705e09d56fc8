// The verification program notices when a launcher has lost any of its checks: of arguments, and of what the CUDA runtime says.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { userType } from "../../generator/emit/element-text.js";
import type { GeneratedFile } from "../../generator/emit/files.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { sweep } from "../effort.js";
import { hostCompiler, withoutCompiler } from "../toolchain/compilers.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { linkedProgram } from "../toolchain/linked-program.js";
import { inParallel, runProgram } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { RUNTIME_IS_LINKED, verificationObject, verifyHeaders } from "../toolchain/verification-library.js";
import { mutableLauncher, MUTANT_VARIABLE } from "./launcher-mutants.js";
import { emitted, namedPlan, namedWalshPlan, type NamedPlan } from "./named-plan.js";

interface Case {
  readonly named: NamedPlan;
  /** Conditions that its launcher has. */
  readonly has: readonly string[];
  /** Of these, what verification cannot see lost. */
  readonly alsoElsewhere?: readonly string[];
  readonly files?: (named: NamedPlan) => readonly GeneratedFile[];
}

const POINTERS = ["in == nullptr", "out == nullptr", "misaligned(in, ", "misaligned(out, "];
const WORKSPACE = ["workspace == nullptr", "misaligned(workspace, "];

/** What is asked once per device is asked before verification makes calls fail: asked-once.test.ts makes it fail. */
const asked = (times: number): readonly string[] => Array.from({ length: times }, () => "status != cudaSuccess");

const batched = namedPlan("batched", [16], "f32", [
  "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 32 threads, 8 columns, powers",
]);

const inPlace = namedPlan(
  "in_place",
  [1024],
  "f32",
  [
    "{ X(128,8,128,1024,tw) X(256,4,32,128,tw) } on 64 threads, 8 columns, fast-sincos",
    "{ X(128,8,4,32,tw) X(256,4,1,4,no-tw) } on 64 threads, 16 columns, fast-sincos, streaming stores",
  ],
  { placement: "in-place" },
);

const strided = namedWalshPlan(
  "strided",
  [192],
  "bf16",
  [
    "{ H(16,12,16,192) } on 32 threads, 32 columns, vectors of 2",
    "{ H(12,16,1,16) } on 24 threads, 24 columns, vectors of 2, streaming stores",
  ],
  { distance: 200 },
);

const clusters = namedPlan("clusters", [16, 16], "f32", [
  "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) Y(4,4,4,16,no-tw) Y(4,4,1,4,pre-tw) } on 32 threads, cluster 2 after 2, undivided, prefetch, powers",
]);

const matrices = namedPlan("matrices", [256], "f16", [
  "{ X(16,16@mma,16,256,tw) X(16,16@mma,1,16,no-tw) } on 32 threads, 8 columns, table",
]);

/** One plan for each of two GPUs, behind one launcher. */
const forTwo = ({ name, plan }: NamedPlan): readonly GeneratedFile[] =>
  linkPackage(["H200", "A100"].map((gpu) => compilePlan(name, plan, findGpu(gpu))));

const cases: readonly (readonly [string, Case])[] = [
  ["out of place, several transforms to a block", { named: batched, has: POINTERS }],
  ["in place, with a workspace", { named: inPlace, has: [...POINTERS, ...WORKSPACE, "status != cudaSuccess"] }],
  ["with gaps between the rows", { named: strided, has: [...POINTERS, "status != cudaSuccess"] }],
  [
    "on clusters, whose map of the input takes no null pointer either",
    { named: clusters, has: [...POINTERS, "status != cudaSuccess"], alsoElsewhere: [...asked(2), "in == nullptr"] },
  ],
  ["on tensor cores", { named: matrices, has: POINTERS, alsoElsewhere: asked(1) }],
  ["for several GPUs", { named: batched, has: POINTERS, alsoElsewhere: asked(1), files: forTwo }],
];

describe.skipIf(hostCompiler === undefined)(`a launcher${withoutCompiler}`, () => {
  const scratch = scratchFolder("mutants");
  afterAll(scratch.remove);

  test.each(sweep(cases, (_, index) => index === 1))("%s", async (_, one) => {
    const { named, has, files = emitted, alsoElsewhere = [] } = one;
    const { program, mutants } = await build(named, files(named));
    const run = (mutant: number) =>
      runProgram(program, ["verify", "--batch", "1"], { environment: { [MUTANT_VARIABLE]: String(mutant) } });
    expect(await run(0)).toMatchObject({ exitCode: 0, stderr: "" });
    for (const condition of ["batch == 0", "batch > ", ...has]) expect(mutants.join("\n")).toContain(condition);
    const unnoticed = await inParallel(2, [...mutants.entries()], async ([index, mutant]) =>
      (await run(index + 1)).exitCode === 0 ? [mutant] : [],
    );
    expect(unnoticed.flat()).toEqual(alsoElsewhere.map((condition) => `${condition} -> false`));
  });

  async function build(
    { name, plan }: NamedPlan,
    files: readonly GeneratedFile[],
  ): Promise<{ readonly program: string; readonly mutants: readonly string[] }> {
    const directory = mkdtempSync(join(scratch.path, `${name}-`));
    const launcher = mutableLauncher(files.find(({ path }) => path === `${name}.cu`)?.text ?? "");
    for (const { path, text } of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), path === `${name}.cu` ? launcher.text : text);
    }
    const compiler = hostCompiler ?? "";
    const flags = ["-std=c++17", "-O1", "-pthread", "-w", "-I.", ...emulatorHeaders];
    const units = [
      { directory, source: `${name}.cu`, flags },
      { directory, source: "verify.cu", flags: [...flags, RUNTIME_IS_LINKED, ...verifyHeaders] },
    ];
    const libraries = await Promise.all([
      verificationObject(compiler, userType(plan.transform)),
      emulatorObjects(compiler),
    ]);
    const program = await linkedProgram(compiler, join(directory, "program"), units, libraries.flat());
    return { program, mutants: launcher.mutants };
  }
});
