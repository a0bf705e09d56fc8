// `fftgen list`: the plan files of this project.
import { z } from "zod";
import { at, attempted, InputError } from "../failure/errors.js";
import { isOwnInverse } from "../plan/axes.js";
import { sizeText, TRANSFORM_KINDS, USUAL_KIND } from "../plan/transform.js";
import { byRange, rangeText, servedBatches } from "../plan/served-batches.js";
import type { JudgedEvidence } from "../tune/evidence.js";
import { packageIn } from "../output/package-directory.js";
import type { ArgumentsOf } from "./command.js";
import type { listForm } from "./commands/list.js";
import { asCalled } from "./called-as.js";
import { layoutSchema, layoutText, layoutValue } from "./listed-layout.js";
import { loadPlan, type LoadedPlan } from "./loaded-plan.js";
import { judgedEvidence as evidenceSchema } from "./measured-schemas.js";
import { orphanLines, orphanSchemas, orphansOf } from "./orphans.js";
import { output, part } from "./output.js";
import { packageDirectory, packagesOf, usualDirectory, type PackagePlans } from "./packages.js";
import { judgedEvidence, textHashOf, type TextHash } from "./plan-evidence.js";
import { findPlanFiles, planFiles, plansPlace } from "./plan-files.js";
import { findProject, type Project } from "./project.js";
import { table, type Cell, type Column } from "./table.js";
import { percent, plural, print, printJson, short } from "./terminal.js";

export const listOutput = output("list", {
  plans: z.array(
    z.strictObject({
      name: z.string(),
      path: part.path,
      gpu: z.string(),
      kind: z.enum(TRANSFORM_KINDS),
      size: z.string().describe("256x128: the slowest dimension first."),
      precision: z.string(),
      direction: z.enum(["forward", "inverse"]).nullable(),
      order: z.string(),
      placement: z.enum(["out-of-place", "in-place"]),
      scale: z.number(),
      batch: z.int(),
      batches: z
        .strictObject({ from: z.int(), upTo: z.int().nullable() })
        .nullable()
        .describe("For which the package takes it; null where it is the only plan for its GPU."),
      layout: layoutSchema,
      passes: z.int(),
      evidence: z.array(evidenceSchema),
      package: z.strictObject({ directory: part.path, isThere: z.boolean() }),
    }),
  ),
  broken: z.array(z.string()).describe("What is wrong with plan files that cannot be read."),
  orphans: orphanSchemas,
});

export const outputs = [listOutput];

export async function run({ json }: ArgumentsOf<typeof listForm>): Promise<void> {
  const project = findProject();
  const attempts = planFiles(project).map((path) => attempted(() => loadPlan(project, path)));
  const loaded = attempts.flatMap((one) => (one.ok ? [one.value] : []));
  const packages = packagesOf(loaded);
  const textHash = await textHashOf(loaded);
  const described = packages.map((one) => attempted(() => describePackage(project, one, textHash)));
  const plans = described.flatMap((one) => (one.ok ? one.value : [])).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const broken = [...attempts, ...described].flatMap((one) => (one.ok ? [] : [one.message]));
  // The package of a broken plan file is unknown.
  const orphans = broken.length > 0 ? [] : orphansOf(project, packages);
  // Where all plans have the usual kind, the kind is not shown.
  const isMixed = plans.some(({ kind }) => kind !== USUAL_KIND);
  const isElsewhere = plans.some((one) => one.package.directory !== usualDirectory(project, one.name));
  const isForSeveral = new Set(plans.map(({ gpu }) => gpu)).size > 1;
  const isRanged = plans.some(({ batches }) => batches !== null);
  const isLaidOut = plans.some(({ layoutText: text }) => text !== "");
  if (json) printJson(listOutput, { plans: plans.map(({ layoutText: _, ...one }) => one), broken, orphans });
  else {
    print(
      plans.length === 0
        ? asCalled(
            broken.length > 0
              ? "no plan file can be read, for the reasons below"
              : `no plans yet below ${plansPlace(project)}: \`fftgen plan <size>\` makes one`,
          )
        : table(
            [
              { title: "plan" },
              { title: "size" },
              { title: "type" },
              ...(isMixed ? [{ title: "kind" }] : []),
              { title: "direction" },
              { title: "order" },
              { title: "in place" },
              ...(isLaidOut ? [{ title: "layout" }] : []),
              { title: "passes", align: "right" },
              ...(isRanged ? [{ title: "batches" }] : []),
              ...(isForSeveral ? [{ title: "for" }] : []),
              ...(isElsewhere ? [{ title: "package" }] : []),
              ...(plans.some(({ evidence }) => evidence.length > 0) ? EVIDENCE_COLUMNS : []),
            ],
            plans.map(({ kind, name, size, precision, direction, order, placement, passes, gpu, evidence, ...one }) => [
              name,
              size,
              precision,
              ...(isMixed ? [kind] : []),
              direction ?? "",
              order,
              placement === "in-place" ? "yes" : "",
              ...(isLaidOut ? [one.layoutText] : []),
              String(passes),
              ...(isRanged ? [one.batches === null ? "" : servedText(one.batches)] : []),
              ...(isForSeveral ? [gpu] : []),
              ...(isElsewhere ? [one.package.directory] : []),
              ...evidenceCells(evidence),
            ]),
          ),
    );
    const remarks = [...missingLines(project, plans), ...orphanLines(orphans)];
    if (remarks.length > 0) print();
    for (const line of remarks) print(asCalled(line));
  }
  // After the valid plans: one broken file does not hide them.
  if (broken.length > 0)
    throw new InputError(`${plural(broken.length, "plan file is", "plan files are")} broken\n${broken.join("\n")}`);
}

const EVIDENCE_COLUMNS: readonly Column[] = [
  { title: "ms", align: "right" },
  { title: "of copy", align: "right" },
  { title: "measured on" },
];

/** One line for each GPU; empty columns for a plan without measurements. */
function evidenceCells(evidence: readonly JudgedEvidence[]): readonly Cell[] {
  const lines = (text: (one: JudgedEvidence) => string): Cell =>
    evidence.map((one) => (one.stale ? { text: text(one), style: "dim" as const } : text(one)));
  return evidence.length === 0
    ? []
    : [
        lines(({ milliseconds }) => short(milliseconds)),
        lines(({ ratioToCopy }) => percent(1 / ratioToCopy)),
        lines(({ gpu, stale }) => (stale ? `${gpu}, stale` : gpu)),
      ];
}

/** Packages that plans could have and that do not exist; plans of a bundle need none. */
function missingLines(project: Project, plans: readonly PlanDescription[]): readonly string[] {
  if (project.bundles.some((bundle) => bundle.plans === undefined)) return [];
  const bundled = project.bundles.flatMap((bundle) =>
    (bundle.plans ?? []).flatMap((text) => attempted(() => findPlanFiles(project, text))),
  );
  const paths = bundled.flatMap((one) => (one.ok ? one.value : []));
  const names = plans.flatMap((one) => (one.package.isThere || paths.includes(one.path) ? [] : [one.name]));
  const missing = [...new Set(names)];
  if (missing.length === 0) return [];
  const which = missing.length <= 3 ? `: ${missing.join(", ")}` : "";
  return [`${plural(missing.length, "package is", "packages are")} missing${which}; \`fftgen emit\` writes them`];
}

type PlanDescription = ReturnType<typeof describePlan>;

function describePackage(project: Project, one: PackagePlans, textHash: TextHash): readonly PlanDescription[] {
  const directory = packageDirectory(project, one);
  const isThere = packageIn(directory)?.name === one.name;
  return one.plans.map((loaded) =>
    describePlan(loaded, { directory, isThere }, textHash, batchesOf(loaded, one.plans)),
  );
}

/** Null for the only plan for a GPU. */
function batchesOf({ path, gpu }: LoadedPlan, all: readonly LoadedPlan[]): Batches | null {
  const plans = byRange(all.filter((other) => other.gpu.name === gpu.name));
  const index = plans.findIndex((other) => other.path === path);
  if (plans.length === 1) return null;
  const { from, upTo = null } = at(servedBatches(plans), index);
  return { from, upTo };
}

interface Batches {
  readonly from: number;
  readonly upTo: number | null;
}

const servedText = ({ from, upTo }: Batches): string => rangeText({ from, upTo: upTo ?? undefined });

function describePlan(
  loaded: LoadedPlan,
  place: { readonly directory: string; readonly isThere: boolean },
  textHash: TextHash,
  batches: Batches | null,
) {
  const { name, path, plan } = loaded;
  const { kind, precision, order, placement, scale, batch } = plan.transform;
  return {
    name,
    path,
    gpu: loaded.gpu.name,
    kind,
    size: sizeText(plan.transform),
    precision,
    direction: isOwnInverse(plan.transform) ? null : plan.transform.direction,
    order,
    placement,
    scale,
    batch,
    batches,
    layout: layoutValue(plan.transform),
    layoutText: layoutText(plan.transform),
    passes: plan.kernels.length,
    evidence: judgedEvidence(loaded, textHash),
    package: place,
  };
}
