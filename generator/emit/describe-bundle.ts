// Describes the transforms of a bundle as data, in fft.json: for bindings of other languages, and for programs that look for a problem.
import { problemOf } from "../join/problem.js";
import {
  BUNDLE_DESCRIPTION,
  BUNDLE_SCHEMA,
  type BundleDescription,
  type DescribedTransform,
} from "../json/bundle-description.js";
import { errorBound } from "../verify/bound.js";
import { architecturesOf } from "./cmake.js";
import { sideType } from "./element-text.js";
import type { GeneratedFile } from "./files.js";
import { linkedUnits, mainUnit, transformFacts, type LinkedTransform } from "./linked-transform.js";
import { VERIFICATION_SOURCE } from "./print-verification.js";
import { VERSION } from "./read-template.js";
import type { Symbols } from "./symbols.js";

/** `emulated`: the bundle is compiled for the host. */
export function bundleDescription(
  name: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
  emulated: boolean,
): GeneratedFile {
  const description: BundleDescription = {
    schema: BUNDLE_SCHEMA,
    fftgen: VERSION,
    name,
    prefix: symbols.prefix,
    emulated,
    verification: emulated ? null : { program: VERIFICATION_SOURCE, record: "verified.json" },
    transforms: transforms.map((linked) => describedTransform(linked, symbols)),
  };
  return { path: BUNDLE_DESCRIPTION, text: `${JSON.stringify(description, undefined, 2)}\n` };
}

function describedTransform(linked: LinkedTransform, symbols: Symbols): DescribedTransform {
  const { transform } = mainUnit(linked).plan;
  const facts = transformFacts(linked, symbols);
  const posed = problemOf(transform);
  const bounds = linkedUnits(linked).map(({ plan }) => errorBound(plan));
  return {
    name: linked.name,
    problem: posed === undefined ? null : { ...posed.problem, dimensions: [...posed.problem.dimensions] },
    batch: posed === undefined ? null : { ...posed.batch, largest: facts.largestBatch, planned: transform.batch },
    elements: { input: sideType(transform, "input"), output: sideType(transform, "output") },
    parameters: facts.signature.passed.split(", "),
    functions: {
      execute: `${facts.symbol}_execute`,
      workspaceBytes: `${facts.symbol}_workspace_bytes`,
      prepare: facts.preparation === undefined ? null : `${facts.symbol}_prepare`,
    },
    alignment: {
      input: facts.alignments.in.bytes,
      output: facts.alignments.out.bytes,
      workspace: facts.alignments.workspace.bytes,
    },
    workspace: facts.usesWorkspace,
    inPlace: facts.inPlace,
    bound: { l2: Math.max(...bounds.map(({ l2 }) => l2)), largest: Math.max(...bounds.map(({ max }) => max)) },
    architectures: architecturesOf([linked]).map(Number),
  };
}
