// `fftgen gpu --fit FILES`: weights of the cost model for each GPU that plans of these files were measured on.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { parseTimedPlans } from "../bench/timed-plans.js";
import { at, InputError } from "../failure/errors.js";
import { predictedRow } from "../fit/fitted-weights.js";
import { accuracyOf } from "../fit/folds.js";
import { LEAST_ROWS, ownFit } from "../fit/own-fit.js";
import { fitRows, type FitRow } from "../fit/rows.js";
import type { Gpu } from "../gpu/gpu.js";
import { printWeights } from "../gpu/weights-file.js";
import type { Weights } from "../gpu/weights.js";
import { outputFiles } from "../output/output-file.js";
import { calledAs } from "./called-as.js";
import { shippedGpuCalled } from "./gpu-called.js";
import type { OutputValue } from "./output.js";
import { projectWeights, userWeights } from "./own-weights.js";
import { withProgress } from "./progress.js";
import { findProject } from "./project.js";
import { percent, plural, print, printJson } from "./terminal.js";
import { MOST_BYTES, readUserFile } from "./user-file.js";
import { weightsOutput } from "./weights-output.js";

type Value = OutputValue<typeof weightsOutput>["weights"][number];

/** `forUser`: where all projects find them. Nothing is written before all are fitted. */
export async function fitFiles(paths: readonly string[], forUser: boolean, json: boolean): Promise<void> {
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new InputError(`--fit ${twice} is given twice; give it once`);
  const project = findProject();
  const read = paths.map((path) => {
    const text = readUserFile(path, MOST_BYTES.results);
    const sha256 = createHash("sha256").update(text).digest("hex").slice(0, DIGITS);
    return { file: path, sha256, plans: parseTimedPlans(text, path) };
  });
  const all = read.flatMap(({ plans }) => plans);
  if (all.length === 0) throw new InputError(`--fit ${paths.join(" ")}: no plan was timed there: nothing was written`);
  const asked = [...new Set(all.map(({ gpu }) => gpu))].map((called) => {
    const gpu = shippedGpuCalled(project, called);
    const path = forUser ? userWeights(gpu.name) : projectWeights(project, gpu.name);
    return { gpu, path, own: all.filter((plan) => plan.gpu === called).map((plan) => ({ ...plan, gpu: gpu.name })) };
  });
  const files = outputFiles(
    asked.map(({ path }) => ({ path, kind: "file of weights", remedy: "move it elsewhere", makesDirectory: true })),
  );
  const fitted: { readonly value: Value; readonly text: string }[] = [];
  for (const { gpu, path, own } of asked) {
    const rows = fitRows(own, gpu);
    if (rows.length === 0)
      throw new InputError(
        `none of ${plural(own.length, "plan")} measured on ${gpu.name} can be placed: nothing was written`,
      );
    const tables = read
      .map(({ file, sha256 }) => ({
        file: basename(file),
        sha256,
        rows: rows.filter((row) => row.file === file).length,
      }))
      .filter((table) => table.rows > 0);
    const { weights, errors } = await withProgress(`fitting ${plural(rows.length, "plan")}`, () =>
      fit(rows, tables, gpu),
    );
    fitted.push({
      text: printWeights(weights),
      value: {
        ...{ path, gpu: gpu.name, plans: rows.length, leftOut: own.length - rows.length },
        rescaledFrom: weights.rescaledFrom ?? null,
        ...errors,
      },
    });
  }
  fitted.forEach(({ text }, index) => at(files, index).write(text));
  const values = fitted.map(({ value }) => value);
  if (json) printJson(weightsOutput, { weights: values });
  else print(values.map(valueText).join("\n\n"));
}

/** Of a file's hash: enough to tell two files apart. */
const DIGITS = 16;

function fit(
  rows: readonly FitRow[],
  tables: Weights["tables"],
  gpu: Gpu,
): { readonly weights: Weights; readonly errors: Pick<Value, "errorBefore" | "error" | "heldOutError"> } {
  const { weights, heldOutError } = ownFit(rows, tables, gpu);
  const errorBy = (by: Weights): number => accuracyOf(rows, (row) => predictedRow(row, by, gpu)).error;
  return {
    weights,
    errors: {
      errorBefore: errorBy(gpu.weights),
      error: errorBy(weights),
      heldOutError: heldOutError ?? null,
    },
  };
}

function valueText({ path, gpu, plans, leftOut, rescaledFrom, errorBefore, error, heldOutError }: Value): string {
  const out = leftOut === 0 ? "" : `; ${leftOut} left out, which spill registers or cannot be placed by this version`;
  const plansText = `to ${plural(plans, "plan")} measured on ${gpu}${out}`;
  const held = heldOutError === null ? "" : `, ${percent(heldOutError)} of lengths held out`;
  return [
    `weights   ${path}  (written)`,
    rescaledFrom === null ? `fitted    ${plansText}` : `rescaled  from those of ${rescaledFrom} ${plansText}`,
    ...(rescaledFrom !== null && heldOutError !== null && plans >= LEAST_ROWS
      ? ["          since a fit to these plans alone predicts lengths worse that it has not seen"]
      : []),
    `error     ${percent(errorBefore)} before, ${percent(error)} now on these plans${held}`,
    `\nNext: plan by it  ${calledAs()} plan 4096 --gpu ${JSON.stringify(gpu)}`,
  ].join("\n");
}
