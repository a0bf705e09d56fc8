// Draws plans and asks ptxas about them, to fit the estimate anew or to try it on kernels that it was not fitted to. Takes minutes:
// only when told to, by ASK_PTXAS=<seed>; ASK_PTXAS_MINUTES says how many.
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isInstalled } from "../../toolchain/compilers.js";
import { draws, type Draw } from "./draws.js";
import { askPtxas } from "./ptxas.js";
import { tableLine } from "./table.js";

const seed = process.env["ASK_PTXAS"];
const minutes = Number(process.env["ASK_PTXAS_MINUTES"] ?? 10);
/** Plans in one translation unit: the compiler's start is shared. */
const TOGETHER = 8;
const path = join(import.meta.dirname, "../../../build", `ptxas-${seed ?? ""}.tsv`);

test.skipIf(seed === undefined || !isInstalled("nvcc"))(
  "asks ptxas about plans of this seed",
  async () => {
    mkdirSync(dirname(path), { recursive: true });
    const source = draws(Number(seed));
    const seen = new Set<string>();
    const end = performance.now() + minutes * 60_000;
    let asked = 0;
    while (performance.now() < end) {
      const drawn: Draw[] = [];
      while (drawn.length < TOGETHER) {
        const draw = source.next().value;
        const key = JSON.stringify(draw.plan);
        if (!seen.has(key)) drawn.push(draw);
        seen.add(key);
      }
      for (const compiled of await askPtxas(drawn)) {
        appendFileSync(path, `${tableLine(compiled)}\n`);
        asked += compiled.verdicts.length;
      }
    }
    expect(asked).toBeGreaterThan(0);
  },
  (minutes + 10) * 60_000,
);
