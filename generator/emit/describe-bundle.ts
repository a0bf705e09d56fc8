// Describes the transforms of a bundle as data, in fft.json: for bindings of other languages, and for programs that look for a problem.
import { adjointOf, serves } from "../join/adjoint.js";
import { problemAsPlanned, saidStrides } from "../join/problem.js";
import {
  BUNDLE_DESCRIPTION,
  BUNDLE_SCHEMA,
  type BundleDescription,
  type DescribedTransform,
} from "../json/bundle-description.js";
import { transformName } from "../plan/transform-name.js";
import type { Transform } from "../plan/transform.js";
import { architecturesOf } from "./cmake.js";
import { sideType } from "./element-text.js";
import type { GeneratedFile } from "./files.js";
import { linkedBound } from "./linked-bound.js";
import { mainUnit, transformFacts, type LinkedTransform } from "./linked-transform.js";
import { VERIFICATION_SOURCE } from "./print-verification.js";
import { VERSION } from "./read-template.js";
import type { Symbols } from "./symbols.js";
import { hasOperator } from "./torch-operators.js";

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
    transforms: transforms.map((linked) => ({
      ...describedTransform(linked, symbols),
      adjoint: describedAdjoint(linked, transforms),
    })),
  };
  return { path: BUNDLE_DESCRIPTION, text: `${JSON.stringify(description, undefined, 2)}\n` };
}

function describedAdjoint(
  linked: LinkedTransform,
  transforms: readonly LinkedTransform[],
): DescribedTransform["adjoint"] {
  const transform = transformOf(linked);
  const adjoint = adjointOf(transform);
  if (adjoint === undefined) return null;
  const found = transforms.find((other) => serves(transformOf(other), adjoint.transform));
  return {
    name: transformName(adjoint.transform),
    transform: found?.name ?? null,
    before: adjoint.before.map(([...weights]) => weights),
    after: adjoint.after.map(([...weights]) => weights),
  };
}

const transformOf = (linked: LinkedTransform): Transform => mainUnit(linked).plan.transform;

function describedTransform(linked: LinkedTransform, symbols: Symbols): Omit<DescribedTransform, "adjoint"> {
  const transform = transformOf(linked);
  const facts = transformFacts(linked, symbols);
  const said = saidStrides(transform);
  const posed = said === undefined ? undefined : problemAsPlanned(transform);
  return {
    name: linked.name,
    problem: posed === undefined ? null : { ...posed.problem, dimensions: [...posed.problem.dimensions] },
    batch: posed === undefined ? null : { ...posed.batch, largest: facts.largestBatch, planned: transform.batch },
    operator: hasOperator(linked),
    strides: facts.signature.strides.flatMap((name) => said?.find(({ parameter }) => parameter === name) ?? []),
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
    bound: { ...linkedBound(linked) },
    architectures: architecturesOf([linked]).map(Number),
  };
}
