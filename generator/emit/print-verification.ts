// Prints the verification and benchmark program of a package or a bundle: the verification runtime as one text, behind it each
// transform as its description.
import { at } from "../failure/errors.js";
import { isPersistent } from "../kernel/program.js";
import { errorBound, type ErrorBound } from "../verify/bound.js";
import { amalgamate, type Amalgamation } from "./amalgamate.js";
import { transformFacts, type LinkedTransform } from "./linked-transform.js";
import { readVerifySource } from "./read-template.js";
import { render } from "./render.js";
import { elsewhereLines, executeLines } from "./subject-arrays.js";
import { subjectView, verificationModes } from "./subject-view.js";
import type { Symbols } from "./symbols.js";
import type { VerifiedSubjectView } from "./views.js";

/** What every program has, and what those of 16-bit numbers have before it. */
const ROOT = "fftgen_programs.hpp";

/** `program`: the name of the executable. `interfaces`: how the program includes what declares the transforms. */
export function printVerification(
  program: string,
  title: string,
  transforms: readonly LinkedTransform[],
  interfaces: readonly string[],
  symbols: Symbols,
): string {
  const subjects = transforms.map((linked) => verifiedSubject(linked, symbols));
  const further = [...new Set(subjects.flatMap(({ includes }) => includes))];
  const { systemHeaders, sections } = runtime([...further, ROOT]);
  return render("verify.cu", {
    program,
    title,
    modes: [
      ...new Set(transforms.flatMap(({ variants }) => verificationModes(program, at(variants, 0).unit.plan.transform))),
    ],
    names: transforms.length > 1,
    systemHeaders,
    sections,
    interfaces,
    subjects,
  });
}

const known = new Map<string, Amalgamation>();

/** The same for many programs. */
function runtime(roots: readonly string[]): Amalgamation {
  const key = roots.join(" ");
  const found = known.get(key) ?? amalgamate(roots, readVerifySource);
  known.set(key, found);
  return found;
}

function verifiedSubject(linked: LinkedTransform, symbols: Symbols): VerifiedSubjectView {
  const { name, variants } = linked;
  const { plan } = at(variants, 0).unit;
  const { transform } = plan;
  const { signature, symbol, inPlace, alignment, largestBatch } = transformFacts(linked, symbols);
  const kernels = variants.flatMap(({ unit }) => unit.host.launches.map(({ kernel }) => kernel));
  return {
    ...subjectView(name, plan, inPlace, "always", loosest(variants.map(({ unit }) => errorBound(unit.plan)))),
    symbol,
    execute: [executeLines, elsewhereLines].flatMap((lines) => lines(symbol, transform, signature, `describe_${name}`)),
    alignment: String(alignment),
    largestBatch: `${largestBatch}u`,
    batchTile: String(Math.max(...kernels.map(({ tiles }) => tiles.batch))),
    persistent: kernels.flatMap((kernel) =>
      isPersistent(kernel) ? [`${kernel.tiles.perGroup}, ${kernel.cluster}, ${kernel.blocksPerSm}`] : [],
    ),
  };
}

/** Whichever variant runs is within it. */
const loosest = (bounds: readonly ErrorBound[]): ErrorBound =>
  at(
    bounds.toSorted((a, b) => b.l2 - a.l2),
    0,
  );
