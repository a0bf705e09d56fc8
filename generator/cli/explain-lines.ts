// The building blocks of `fftgen explain`: labelled paragraphs, short texts for atoms of digits, names of steps.
import { unreachable } from "../failure/errors.js";
import type { Index } from "../kernel/access.js";
import { globalArray, type Kernel, type PlaceMap, type RoleStep, type ThreadStep } from "../kernel/program.js";
import type { Action } from "../kernel/sync.js";
import type { Atom } from "../layout/digits.js";
import { matrixName } from "../plan/hadamard-matrix.js";
import { paragraph, wrapped } from "./table.js";
import { outputWidth, print, styled } from "./terminal.js";

/** Width of the labels on the left. */
export const LABEL = 11;

export const label = (text: string): string => styled("bold", text) + " ".repeat(LABEL - text.length);

/** A name and its text. */
export interface Fact {
  readonly name: string;
  readonly text: string;
}

/** Prints the name as a label, and the text, broken to the width of the output, to its right. */
export function fact({ name, text }: Fact): void {
  print(label(name) + beside(paragraph(text, outputWidth() - LABEL, "")));
}

/** Prints a label and a list: items are broken only where they are longer than a line. */
export function listed(name: string, items: readonly string[]): void {
  const width = outputWidth() - LABEL;
  const words = items.map((item, index) => (index === items.length - 1 ? item : `${item},`));
  const lines = wrapped(
    words.flatMap((word) => (word.length > width ? word.split(" ") : [word])),
    width,
  );
  print(label(name) + beside(lines.join("\n")));
}

/** Indents lines to the right of a label. */
export const beside = (text: string): string => text.replaceAll("\n", `\n${" ".repeat(LABEL)}`);

/** Adjacent atoms of one digit, the lightest first. */
export interface AtomRun {
  readonly digit: string;
  readonly low: number;
  readonly size: number;
  readonly atoms: readonly Atom[];
}

/** Atoms in their order, with neighbours merged where `continues` allows it. */
export function atomRuns(
  atoms: readonly Atom[],
  continues: (last: Atom, next: Atom) => boolean = () => true,
): readonly (AtomRun & { readonly first: Atom; readonly last: Atom })[] {
  const runs: (AtomRun & { readonly first: Atom; readonly last: Atom })[] = [];
  for (const atom of atoms) {
    const run = runs.at(-1);
    const follows = run !== undefined && run.digit === atom.digit && atom.weight === run.low * run.size;
    if (follows && continues(run.last, atom)) {
      runs[runs.length - 1] = { ...run, size: run.size * atom.size, atoms: [...run.atoms, atom], last: atom };
    } else {
      runs.push({ digit: atom.digit, low: atom.weight, size: atom.size, atoms: [atom], first: atom, last: atom });
    }
  }
  return runs;
}

/** `y2/4:2`: digit, weight of its lowest bit if not 1, and size. `y2/¼:4` is inside elements. */
export const runText = ({ digit, low, size }: Omit<AtomRun, "atoms">): string =>
  `${digit.toLowerCase()}${low === 1 ? "" : `/${partText(low)}`}:${size}`;

/** A number of elements, or a fraction of one. */
export const partText = (elements: number): string =>
  ({ 0.5: "\u00bd", 0.25: "\u00bc", 0.125: "\u215b" })[elements] ?? String(elements);

/** `x1:16 y2/4:2` */
export const atomsText = (atoms: readonly Atom[]): string =>
  atoms.length === 0 ? "-" : atomRuns(atoms).map(runText).join(" ");

/** The steps of a program in a few words each, without those that do nothing. */
export const stepNames = (steps: readonly RoleStep[], kernel: Kernel): readonly string[] =>
  steps
    .flatMap((step) =>
      step.kind === "phase" ? step.steps.map((own) => stepName(own, kernel)) : [stepName(step, kernel)],
    )
    .filter((name) => name !== "");

/** A step in a few words; empty for a step that does nothing. */
export function stepName(step: ThreadStep, kernel: Kernel): string {
  switch (step.kind) {
    case "coordinates":
    case "let":
    case "mirror":
      return "";
    case "in-memory-order":
      return step.steps.map((own) => stepName(own, kernel)).join("");
    case "read":
      return globalArray(kernel, step.array) !== undefined ? `load${orderText(step.index)}` : `read ${step.array}`;
    case "write": {
      if (step.send !== undefined) return "send";
      if (globalArray(kernel, step.array) === undefined) return `write ${step.array}`;
      return `store${orderText(step.index)}`;
    }
    case "butterfly": {
      const twiddle =
        step.twiddle === undefined ? "" : ` with w^(e/${step.twiddle.order}) by ${step.twiddle.source.kind}`;
      return `butterfly ${step.codelet.radix}${twiddle}`;
    }
    case "hadamard": {
      const { matrix, algorithm } = step.codelet;
      const where = step.place === "vector" ? " at vector" : "";
      return `hadamard ${matrixName(matrix).replaceAll("_", " ")}${where}${algorithm === "folklore" ? "" : ` by ${algorithm}`}`;
    }
    case "matrix-butterfly": {
      const { unit, matrix, twiddle, turned } = step;
      const factors =
        twiddle === undefined ? "" : ` with w^(k e/${twiddle.order}) ${turned} it by ${twiddle.source.kind}`;
      return `product with the matrix of ${matrix.spec.radix} points by ${unit}${factors}`;
    }
    case "hermitian":
      return `hermitian step with w^(e/${step.twiddle.order}) by ${step.twiddle.source.kind}`;
    case "hermitian-pairs":
      return `hermitian step of pairs with w^(e/${step.twiddle.order}) by ${step.twiddle.source.kind}`;
    case "weigh":
      if (step.weight === 1 / 2) return "halve self-conjugate elements";
      return step.weight === 1 ? "drop imaginary parts of self-conjugate elements" : "weight the DC term";
    case "turn":
      // The butterfly of the mirror repeats this one.
      return step.mirrored
        ? ""
        : `for both butterflies of a conjugate pair: ${step.steps
            .map((own) => stepName(own, kernel))
            .filter(Boolean)
            .join(", ")}`;
    case "zeroth":
      return "add the DC term";
    case "lines":
      return "store whole lines";
    case "pointwise":
      return `times ${step.table.name}`;
    case "real":
      return "take the real part";
    case "scale":
    case "deal":
      return step.kind;
    case "sync-block":
    case "sync":
      return "sync";
    case "wait":
      return `wait until ${step.barrier}`;
    case "arrive":
      return `arrive at ${step.barrier}`;
    case "first":
      return step.actions.map(actionName).join(", ");
    case "handover":
      return [
        ...step.actions.map(actionName),
        ...(step.arriveAt === undefined ? [] : [`arrive at ${step.arriveAt} of all blocks`]),
      ].join(", ");
    case "arrive-cluster":
      return "arrive at the cluster";
    case "wait-cluster":
      return "wait for the cluster";
    case "let-next-start":
      return "let the next kernel start";
    default:
      return unreachable(step);
  }
}

const orderText = ({ mapped }: Index): string => [...new Set(mapped.map(({ map }) => ` ${mapName(map)}`))].join("");

function mapName(map: PlaceMap): string {
  switch (map.kind) {
    case "sequency":
      return "in sequency order";
    case "gather":
      return `by ${map.table.name}`;
    case "reflect":
      return "reflected";
    case "rotate":
      return "with frequency 0 in the middle";
    case "linear":
      return map.scale === 1 ? `from ${map.offset} on` : "apart";
    case "padded":
      return mapName(map.of);
    case "even":
      return "forwards, then backwards";
    case "mirrored":
      return "frequencies and their mirrors";
    case "zigzag":
      return "even indices, then odd ones backwards";
  }
}

function actionName(action: Action): string {
  switch (action.kind) {
    case "expect":
      return `expect ${action.bytes} bytes`;
    case "fetch":
    case "prefetch":
      return action.ahead === 0 ? action.kind : `${action.kind} ${action.ahead} ahead`;
    default:
      return unreachable(action);
  }
}
