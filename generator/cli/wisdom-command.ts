// `fftgen wisdom [list | export [FILE] | import FILE | schema]`: measured plans of the project, of the user and shipped ones; and
// their transport between machines.
import { z } from "zod";
import { attempted, InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import { outputFile } from "../output/output-file.js";
import { sizeText } from "../plan/transform.js";
import { transformName } from "../plan/transform-name.js";
import { printWisdomFile, wisdomFileJsonSchema } from "../planfile/wisdom-file.js";
import type { ArgumentsOf } from "./command.js";
import type { wisdomForm } from "./commands/wisdom.js";
import { asCalled } from "./called-as.js";
import { loadPlan } from "./loaded-plan.js";
import { output, part } from "./output.js";
import { textHashOf } from "./plan-evidence.js";
import { findProject, type Project } from "./project.js";
import { table } from "./table.js";
import { percent, plural, print, printError, printJson, printJsonFile, short } from "./terminal.js";
import type { TakenPlan } from "./wisdom-import.js";
import { folderOf, wiseOf, wisdomFiles, wisdomSources, type WisePlan } from "./wisdom-places.js";
import { userPlace, WISDOM_VARIABLE } from "./user-place.js";

export const wisdomOutput = output(
  "wisdom",
  {
    place: part.path.describe("The directory of the user's wisdom."),
    plans: z.array(
      z.strictObject({
        name: z.string(),
        size: z.string(),
        batch: z.int(),
        gpu: z.string().describe("The GPU on which it was measured."),
        milliseconds: z.number(),
        ratioToCopy: z.number(),
        stale: z.boolean().describe("This version emits other code than was measured."),
        from: z.enum(["project", "user", "shipped"]),
        path: part.path,
      }),
    ),
    broken: z.array(z.string()),
  },
  "wisdom list.",
);

export const wisdomExportOutput = output(
  "wisdom-export",
  {
    file: part.path,
    plans: z.int(),
    leftOut: z.array(z.string()).describe("One line for each plan that is not in the file."),
  },
  "wisdom export FILE.",
);

export const wisdomImportOutput = output(
  "wisdom-import",
  {
    place: part.path,
    plans: z.array(
      z.strictObject({
        state: z.enum(["taken", "kept"]).describe("Kept: the user's own plan stays."),
        name: z.string(),
        batch: z.int(),
        gpu: z.string(),
        path: part.path.describe("Path of the plan file in the user's wisdom."),
        reason: z.string(),
      }),
    ),
  },
  "wisdom import FILE.",
);

type WisdomArguments = ArgumentsOf<typeof wisdomForm>;

const ACTIONS = ["list", "export", "import", "schema"] as const;

export const outputs = [wisdomOutput, wisdomExportOutput, wisdomImportOutput];

export async function run({ action, file, json }: WisdomArguments): Promise<void> {
  const known = ACTIONS.find((one) => one === action);
  switch (known) {
    case "list":
    case "schema":
      if (file !== undefined) throw new InputError(`wisdom ${known} takes no file: leave out ${JSON.stringify(file)}`);
      if (known === "schema") printJsonFile(`${JSON.stringify(wisdomFileJsonSchema(), undefined, 2)}\n`);
      else await listWisdom(findProject(), json);
      return;
    case "export":
      await exportWisdom(findProject(), file, json);
      return;
    case "import": {
      if (file === undefined)
        throw new InputError("wisdom import needs a file, one that `fftgen wisdom export FILE` has written");
      const { importWisdom } = await import("./wisdom-import.js");
      sayImported(await importWisdom(file), json);
      return;
    }
    case undefined: {
      const meant = nearest(action, ACTIONS);
      throw new InputError(
        `wisdom has no action ${JSON.stringify(action)}${meant === undefined ? "" : `; did you mean ${meant}?`} (${ACTIONS.join(", ")})`,
      );
    }
  }
}

interface Listed {
  readonly plans: readonly WisePlan[];
  readonly broken: readonly string[];
}

async function listed(project: Project): Promise<Listed> {
  const files = wisdomSources(project).flatMap((source) =>
    wisdomFiles(project, source).map((path) => ({
      source,
      loaded: attempted(() => loadPlan(folderOf(project, source), path)),
    })),
  );
  const textHash = await textHashOf(files.flatMap(({ loaded }) => (loaded.ok ? [loaded.value] : [])));
  const found = files.map(({ source, loaded }) =>
    loaded.ok ? attempted(() => wiseOf(source, loaded.value, textHash)) : loaded,
  );
  return {
    plans: found.flatMap((one) => (one.ok && one.value !== undefined ? [one.value] : [])),
    broken: found.flatMap((one) => (one.ok ? [] : [one.message])),
  };
}

async function listWisdom(project: Project, json: boolean): Promise<void> {
  const { plans, broken } = await listed(project);
  if (json) printJson(wisdomOutput, { place: userPlace(), plans: plans.map(wiseValue), broken });
  else {
    print(
      plans.length === 0
        ? asCalled("no plan here was measured: `fftgen tune` does it")
        : table(
            [
              { title: "transform" },
              { title: "batch", align: "right" },
              { title: "measured on" },
              { title: "ms", align: "right" },
              { title: "of copy", align: "right" },
              { title: "from" },
            ],
            plans.map(({ source, loaded: { plan }, measured }) => [
              transformName(plan.transform),
              String(plan.transform.batch),
              measured.stale ? `${measured.gpu}, stale` : measured.gpu,
              short(measured.milliseconds),
              percent(1 / measured.ratioToCopy),
              source,
            ]),
          ),
    );
    print(`\nyour wisdom is in ${userPlace()}/ (${WISDOM_VARIABLE} names another directory)`);
  }
  if (broken.length > 0)
    throw new InputError(`${plural(broken.length, "plan file is", "plan files are")} broken\n${broken.join("\n")}`);
}

const wiseValue = ({ source, loaded, measured }: WisePlan) => ({
  name: transformName(loaded.plan.transform),
  size: sizeText(loaded.plan.transform),
  batch: loaded.plan.transform.batch,
  gpu: measured.gpu,
  milliseconds: measured.milliseconds,
  ratioToCopy: measured.ratioToCopy,
  stale: measured.stale,
  from: source,
  path: loaded.path,
});

/** Writes to standard output without a file. An existing file stays: its content may exist nowhere else. */
async function exportWisdom(project: Project, file: string | undefined, json: boolean): Promise<void> {
  const target =
    file === undefined ? undefined : outputFile({ path: file, kind: "wisdom", remedy: "name another file" });
  const { exportedWisdom } = await import("./wisdom-export.js");
  const { wisdom, remarks } = exportedWisdom(project);
  const text = printWisdomFile(wisdom);
  if (target === undefined) printJsonFile(text);
  else {
    const { path } = target;
    target.write(text);
    if (json) printJson(wisdomExportOutput, { file: path, plans: wisdom.plans.length, leftOut: remarks });
    else print(`wisdom    ${path}  (${plural(wisdom.plans.length, "plan")})`);
  }
  for (const remark of remarks) printError(`fftgen: ${remark}`);
}

function sayImported(imported: readonly TakenPlan[], json: boolean): void {
  if (json) {
    printJson(wisdomImportOutput, { place: userPlace(), plans: imported });
    return;
  }
  if (imported.length > 0)
    print(
      table(
        [{ title: "" }, { title: "transform" }, { title: "batch", align: "right" }, { title: "GPU" }, { title: "why" }],
        imported.map(({ state, name, batch, gpu, reason }) => [state, name, String(batch), gpu, reason]),
      ),
    );
  const taken = imported.filter(({ state }) => state === "taken").length;
  print(`${imported.length > 0 ? "\n" : ""}${plural(taken, "plan")} of ${imported.length} taken into ${userPlace()}/`);
}
