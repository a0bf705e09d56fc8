// `fftgen explain --html`: the text as drawings. A digit has one colour in notation, pictures and sentences. Prints existing
// values; computes none of its own.
import { escapeMarkup } from "../bench/markup.js";
import { transformTitle } from "../emit/contract.js";
import { render } from "../emit/render.js";
import type { ExplainPageView } from "../emit/views.js";
import { memoryLayout, type Digit, type DigitSet } from "../layout/digits.js";
import { printKernels } from "../notation/print.js";
import type { PlanKernel } from "../plan/plan.js";
import { subComputationText } from "../plan/sub-computations.js";
import { digitColours, type DigitColours } from "./page-colours.js";
import { costFacts, exchangeFacts, planFacts, tileFacts } from "./explain-facts.js";
import type { Fact } from "./explain-lines.js";
import type { ExplainedKernel, ExplainedPlan } from "./explained-plan.js";
import { setsOf } from "../layout/leg-sets.js";
import { placeChart } from "./page-places.js";
import { placeRows } from "./page-rows.js";
import { barrierViews, roleViews } from "./page-program.js";
import { bestEvidence, type JudgedEvidence } from "../tune/evidence.js";
import { bracesAndSchedule } from "./ranking.js";
import { percent, short } from "./terminal.js";
import { kernelTimeChart, kernelTimeScale, planTimeChart } from "./page-times.js";

/** One self-contained page. */
export function explainPage(explained: ExplainedPlan): string {
  const { ranked, path, gpu } = explained;
  const { transform, kernels } = ranked.plan;
  const seenBy = setsOf(transform, kernels);
  const sets = [...new Set(kernels.map((_, index) => seenBy(index).set))];
  const colours = digitColours({ digits: sets.flatMap(ownDigits) });
  return render("page.html", {
    title: escapeMarkup(transformTitle(ranked.plan.transform)),
    subtitle: escapeMarkup(
      `${path}, for batch ${ranked.plan.transform.batch} on ${gpu.name}. Times are predictions${bestEvidence(explained.evidence, gpu.name) === undefined ? "" : ", but for what was measured"}.`,
    ),
    figures: figures(explained).map(({ figure, meaning }) => ({
      figure: escapeMarkup(figure),
      meaning: escapeMarkup(meaning),
    })),
    style: render("explain-page.css", {
      digits: colours.hues.map(({ classes, hue }) => ({ name: classes.replace("digit ", ""), hue: String(hue) })),
    }),
    body: render("explain-page.html", pageView(explained, sets, colours)),
  });
}

const measuredFigure = (measured: JudgedEvidence | undefined) =>
  measured === undefined
    ? []
    : [
        {
          figure: `${short(measured.milliseconds)} ms`,
          meaning: measured.stale ? "measured (stale)" : "measured",
        },
      ];

const figures = ({ ranked, bound, kernels, evidence, gpu }: ExplainedPlan) => [
  { figure: `${short(ranked.milliseconds)} ms`, meaning: "predicted" },
  ...measuredFigure(bestEvidence(evidence, gpu.name)),
  {
    figure: percent(ranked.copyMilliseconds / ranked.milliseconds),
    meaning: `of the speed of a copy, ${short(ranked.copyMilliseconds)} ms`,
  },
  { figure: String(kernels.length), meaning: kernels.length === 1 ? "pass over memory" : "passes over memory" },
  { figure: bound.l2.toExponential(1), meaning: "relative L2 error at most" },
];

function pageView(explained: ExplainedPlan, sets: readonly DigitSet[], colours: DigitColours): ExplainPageView {
  const { kernels, ranked } = explained;
  const scale = kernelTimeScale(explained);
  // A single kernel moves the data of the plan: one figure for both, though the kernel's share of a spectrum is counted otherwise.
  const copyOf = ({ cost }: ExplainedKernel): number =>
    kernels.length === 1 ? ranked.copyMilliseconds : cost.copyMilliseconds;
  const texts = printKernels(ranked.plan);
  const notations = ranked.plan.kernels.map((kernel, index) => notation(kernel, texts[index] ?? "", colours));
  return {
    time: planTimeChart(explained),
    plan: notations.map((one, index) => ({ number: `kernel ${index + 1}`, ...one })),
    facts: planFacts(explained).map((fact) => factView(fact, colours)),
    digits: sets.flatMap((set, leg) => digitRows(set, ownDigits(set, leg), colours)),
    kernels: kernels.map((one, index) => {
      const name = `kernel ${index + 1}`;
      return {
        number: `Kernel ${index + 1}`,
        arrays: escapeMarkup(`${one.source} \u2192 ${one.target}`),
        notation: notations[index]?.braces ?? "",
        places: placeChart(placeRows(one), `where the digits are in ${name}`, colours),
        facts: kernelFacts(one).map((fact) => factView(fact, colours)),
        flow: one.kernel.barriers.length === 0 ? " across" : "",
        roles: roleViews(one, colours),
        barriers: barrierViews(one),
        time: kernelTimeChart({ ...one.cost, copyMilliseconds: copyOf(one) }, scale, `terms of the time of ${name}`),
      };
    }),
    notes: NOTES.map(escapeMarkup),
  };
}

/** The facts of the text without its table of places and its program, which are drawn. */
function kernelFacts(kernel: ExplainedKernel): readonly Fact[] {
  const { before, after } = exchangeFacts(kernel);
  return [...tileFacts(kernel), ...before, ...after, ...costFacts(kernel)];
}

const factView = ({ name, text }: Fact, { coloured }: DigitColours) => ({
  name: escapeMarkup(name),
  text: coloured(text),
});

const SUB_COMPUTATION = /([A-Z]\([^()]*\))/u;

/** A printed kernel, each sub-computation in the colour of the digit that it transforms; the schedule after the braces. */
function notation({ subComputations }: PlanKernel, text: string, { classOf, digitOf }: DigitColours) {
  const coloured = (part: string): string => {
    const known = subComputations.find((one) => subComputationText(one) === part);
    if (known === undefined) return escapeMarkup(part);
    const digit = digitOf(known);
    const title = digit === undefined ? "" : ` title="transforms ${escapeMarkup(digit.toLowerCase())}"`;
    return `<span class="sub ${classOf(digit ?? "")}"${title}>${escapeMarkup(part)}</span>`;
  };
  const { braces, schedule } = bracesAndSchedule(text);
  return { braces: braces.split(SUB_COMPUTATION).map(coloured).join(""), schedule: escapeMarkup(schedule) };
}

/** Digits of one pass by axis of a plan: the digits of other axes are columns to it. */
const ownDigits = ({ digits }: DigitSet, leg: number): readonly Digit[] =>
  leg === 0 ? digits : digits.filter(({ kernel }) => kernel !== undefined);

function digitRows(set: DigitSet, digits: readonly Digit[], { classOf }: DigitColours): ExplainPageView["digits"] {
  const [before, after] = [memoryLayout(set, 0), memoryLayout(set, set.kernelCount)];
  return digits.map(({ name, radix, kernel, subComputation }) => ({
    name: `<span class="atom ${classOf(name)}">${escapeMarkup(name.toLowerCase())}</span>`,
    notation:
      subComputation === undefined
        ? "none: columns of the others"
        : `<span class="sub ${classOf(name)}">${escapeMarkup(subComputationText(subComputation))}</span>`,
    kernel: kernel === undefined ? "" : String(kernel + 1),
    radix: String(radix),
    before: String(before.digits.get(name) ?? ""),
    after: String(after.digits.get(name) ?? ""),
  }));
}

const NOTES: readonly string[] = [
  "An index is a list of digits, and each sub-computation transforms one of them. A kernel moves digits between places: a butterfly needs its digit in the registers of a thread; neighbours in memory belong on the lanes of a warp. In the pictures each box is a digit or a part of one, as wide as it has bits: x1:16 has sixteen values, y2/4:2 is the part of y2 that counts fours.",
  "A box is pale before its digit is transformed and full afterwards; its frame is dark while it is transformed. Dashed boxes are digits of which each block, or each block of a cluster, holds one value; the one called batch, at the right end of every row, is the index of the arrays of the batch, which blocks share out. The number below a box in memory is the stride in elements; ^ means that the address is swizzled by exclusive or. The ribbons are loads, exchanges and stores, with the wavefronts or sectors of one request of a warp and their minimum. A sector is 32 bytes, the unit of access to device memory; a wavefront is one cycle of access to shared memory, of which bank conflicts make more.",
  "Each term of a kernel's time is what it would take alone. They overlap, so that together they are not the sum.",
];
