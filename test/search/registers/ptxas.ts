// Asks ptxas for the registers of the kernels of plans, several plans in one translation unit.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { linkPackage } from "../../../generator/emit/link-package.js";
import { compilePlan } from "../../../generator/compile.js";
import { InputError } from "../../../generator/failure/errors.js";
import { runProgram } from "../../toolchain/programs.js";
import { scratchFolder } from "../../toolchain/scratch.js";
import { gpu, type Draw } from "./draws.js";
import type { CompiledPlan, Verdict } from "./table.js";

/** Seconds for one plan: nobody waits longer for a few kernels. */
const PATIENCE = 12;

/** Those that cannot be emitted, or that nvcc does not compile in reasonable time, are left out. */
export async function askPtxas(draws: readonly Draw[]): Promise<readonly CompiledPlan[]> {
  const scratch = scratchFolder("ptxas");
  try {
    const names = draws.flatMap(({ plan }, index) => {
      const name = `drawn_${index}_`;
      try {
        for (const { path, text } of linkPackage([compilePlan(name, plan, gpu)])) {
          const target = join(scratch.path, name, path);
          mkdirSync(dirname(target), { recursive: true });
          writeFileSync(target, text);
        }
        return [name];
      } catch (error) {
        if (error instanceof InputError) return [];
        throw error;
      }
    });
    if (names.length === 0) return [];
    writeFileSync(join(scratch.path, "all.cu"), names.map((name) => `#include "${name}/${name}.cu"\n`).join(""));
    const flags = ["-std=c++17", "-O3", "-arch=sm_90", "-cubin", "-Xptxas", "-v", "-o", "all.cubin", "all.cu"];
    // Seconds of processor time, of each part of the compiler: other programs may be running.
    const limited = `ulimit -t ${PATIENCE * names.length}; exec nice -n 5 nvcc "$@"`;
    const { exitCode, stderr } = await runProgram("sh", ["-c", limited, "sh", ...flags], { directory: scratch.path });
    if (exitCode !== 0) {
      return draws.length === 1 ? [] : await oneByOne(draws);
    }
    const kernels = verdictsOf(stderr);
    return draws.flatMap((draw, index): CompiledPlan[] => {
      const verdicts = draw.plan.kernels.flatMap((_, kernel) => kernels.get(`drawn_${index}_ ${kernel + 1}`) ?? []);
      return verdicts.length === draw.plan.kernels.length ? [{ ...draw, verdicts }] : [];
    });
  } finally {
    scratch.remove();
  }
}

async function oneByOne(draws: readonly Draw[]): Promise<CompiledPlan[]> {
  const found: CompiledPlan[] = [];
  for (const draw of draws) found.push(...(await askPtxas([draw])));
  return found;
}

/** `drawn_3_ 2`, the second kernel of the plan drawn_3_ -> what `ptxas -v` says of it. */
function verdictsOf(report: string): ReadonlyMap<string, Verdict> {
  const entries = report.matchAll(
    /entry function '_ZN6fftgen\d+(drawn_\d+_)(\w+)' for[^]*?(\d+) bytes spill stores, (\d+) bytes spill loads[^]*?Used (\d+) registers/g,
  );
  return new Map(
    [...entries].map(([, name = "", mangled = "", stores, loads, registers]) => {
      const kernel = /kernel_(\d+)/.exec(mangled)?.[1] ?? "";
      return [`${name} ${kernel}`, { registers: Number(registers), spilledBytes: Number(stores) + Number(loads) }];
    }),
  );
}
