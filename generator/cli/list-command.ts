// `fftgen list`: the plan files of this project.
import { InputError } from "../failure/errors.js";
import { sizeText } from "../plan/transform.js";
import { judgedEvidence, type JudgedEvidence } from "./plan-evidence.js";
import { loadPlan, planFiles } from "./project.js";
import { table, type Cell, type Column } from "./table.js";
import { percent, plural, print, printJson, short } from "./terminal.js";

export function listCommand({ json }: { readonly json: boolean }): void {
  const attempts = planFiles().map(describePlan);
  const plans = attempts.flatMap((attempt) => (attempt.ok ? [attempt.value] : []));
  const broken = attempts.flatMap((attempt) => (attempt.ok ? [] : [attempt.message]));
  // Where all plans are of the usual kind, nobody need be told.
  const isMixed = plans.some(({ kind }) => kind !== "c2c");
  const isForSeveral = new Set(plans.map(({ gpu }) => gpu)).size > 1;
  if (json) printJson({ plans, broken });
  else {
    print(
      plans.length === 0
        ? "no plans yet: `fftgen plan <size>` makes one"
        : table(
            [
              { title: "plan" },
              { title: "size" },
              { title: "type" },
              ...(isMixed ? [{ title: "kind" }] : []),
              { title: "direction" },
              { title: "order" },
              { title: "in place" },
              { title: "passes", align: "right" },
              ...(isForSeveral ? [{ title: "for" }] : []),
              ...(plans.some(({ evidence }) => evidence.length > 0) ? EVIDENCE_COLUMNS : []),
            ],
            plans.map(({ kind, name, size, precision, direction, order, placement, passes, gpu, evidence }) => [
              name,
              size,
              precision,
              ...(isMixed ? [kind] : []),
              direction ?? "",
              order,
              placement === "in-place" ? "yes" : "",
              String(passes),
              ...(isForSeveral ? [gpu] : []),
              ...evidenceCells(evidence),
            ]),
          ),
    );
  }
  // After the good ones: one broken file does not hide them.
  if (broken.length > 0)
    throw new InputError(`${plural(broken.length, "plan file is", "plan files are")} broken\n${broken.join("\n")}`);
}

const EVIDENCE_COLUMNS: readonly Column[] = [
  { title: "ms", align: "right" },
  { title: "of copy", align: "right" },
  { title: "measured on" },
];

/** One line for each GPU; nothing in the columns of those that were not measured. */
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

function describePlan(path: string) {
  try {
    const loaded = loadPlan(path);
    const { name, plan } = loaded;
    const { kind, precision, order, placement, scale, batch } = plan.transform;
    const direction = plan.transform.kind === "c2c" ? plan.transform.direction : null;
    const size = sizeText(plan.transform);
    const passes = plan.kernels.length;
    const evidence = judgedEvidence(loaded);
    return {
      ok: true as const,
      value: {
        name,
        path,
        gpu: loaded.gpu.name,
        kind,
        size,
        precision,
        direction,
        order,
        placement,
        scale,
        batch,
        passes,
        evidence,
      },
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ok: false as const, message: error.message };
  }
}
