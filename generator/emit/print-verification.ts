// Prints the verification and benchmark program of a package or a bundle, which describes each of its transforms, and the
// verification runtime that it includes, which all programs share.
import { at } from "../failure/errors.js";
import { isPersistent } from "../kernel/program.js";
import { errorBound, type ErrorBound } from "../verify/bound.js";
import { amalgamate } from "./amalgamate.js";
import type { GeneratedFile } from "./files.js";
import { linkedUnits, mainUnit, transformFacts, type LinkedTransform } from "./linked-transform.js";
import { readVerifySource } from "./read-template.js";
import { render } from "./render.js";
import { elsewhereLines, executeLines } from "./subject-arrays.js";
import { subjectView, verificationModes } from "./subject-view.js";
import type { Symbols } from "./symbols.js";
import type { SubjectView, VerifiedSubjectView } from "./views.js";

/** The source in every package and bundle. */
export const VERIFICATION_SOURCE = "verify.cu";

/** The header that it includes: many files in templates/, here one. */
export const VERIFICATION_RUNTIME = "fftgen_verify.hpp";

let runtime: GeneratedFile | undefined;

/** The verification runtime as one file, for users who build the program without fftgen. */
export const verificationRuntime = (): GeneratedFile =>
  (runtime ??= {
    path: VERIFICATION_RUNTIME,
    text: render(VERIFICATION_RUNTIME, amalgamate([VERIFICATION_RUNTIME], readVerifySource)),
  });

/** `program`: the name of the executable. `interfaces`: the headers that declare the transforms, as the program includes them. */
export function printVerification(
  program: string,
  title: string,
  transforms: readonly LinkedTransform[],
  interfaces: readonly string[],
  symbols: Symbols,
): string {
  const subjects = transforms.map((linked) => verifiedSubject(linked, symbols));
  return render("verify.cu", {
    program,
    title,
    modes: [...new Set(transforms.flatMap((linked) => verificationModes(program, mainUnit(linked).plan.transform)))],
    names: transforms.length > 1,
    runtime: VERIFICATION_RUNTIME,
    interfaces,
    subjects,
  });
}

function verifiedSubject(linked: LinkedTransform, symbols: Symbols): VerifiedSubjectView {
  const { name } = linked;
  const { plan } = mainUnit(linked);
  const units = linkedUnits(linked);
  const { transform } = plan;
  const { signature, symbol, inPlace, alignments, largestBatch } = transformFacts(linked, symbols);
  const kernels = units.flatMap(({ host }) => host.launches.map(({ kernel }) => kernel));
  const view = subjectView(name, plan, inPlace, "always", loosest(units.map((unit) => errorBound(unit.plan))));
  return {
    ...view,
    symbol,
    execute: [...executeLines(symbol, transform, signature), ...elsewhereLines(transform, signature)],
    alignments: { in: alignments.in.bytes, out: alignments.out.bytes, workspace: alignments.workspace.bytes },
    largestBatch: `${largestBatch}u`,
    unusual: unusualLines(view, Math.max(...kernels.map(({ tiles }) => tiles.batch)), rangeEnds(linked)),
    persistent: kernels.flatMap((kernel) =>
      isPersistent(kernel) ? [`${kernel.tiles.perGroup}, ${kernel.cluster}, ${kernel.blocksPerSm}`] : [],
    ),
  };
}

/** Default values of a subject are not printed. */
const unusualLines = (
  { order, scale, inPlace }: SubjectView,
  batchTile: number,
  ends: readonly number[],
): readonly string[] => [
  ...(order === "natural" ? [] : [`subject.order = fftgen::verify::Order::${order};`]),
  ...(scale === "1.0" ? [] : [`subject.scale = ${scale};`]),
  ...(inPlace ? ["subject.in_place = true;"] : []),
  ...(batchTile === 1 ? [] : [`subject.batch_tile = ${batchTile};`]),
  ...(ends.length === 0 ? [] : [`subject.range_ends = {${ends.join(", ")}};`]),
];

/** The largest batches of plans that others go on from. */
const rangeEnds = ({ variants }: LinkedTransform): readonly number[] =>
  [...new Set(variants.flatMap(({ ranges }) => ranges.flatMap(({ upTo }) => upTo ?? [])))].toSorted((a, b) => a - b);

/** The bound that each unit satisfies. */
const loosest = (bounds: readonly ErrorBound[]): ErrorBound =>
  at(
    bounds.toSorted((a, b) => b.l2 - a.l2),
    0,
  );
