// A Hadamard matrix in words: its definition, signs included, from which a reader can write it down.
import { invariant } from "../failure/errors.js";
import type { Construction } from "../plan/hadamard-constructions.js";
import { matrixDefinition, type HadamardMatrix } from "../plan/hadamard-matrix.js";

/** `H12`: the matrix before transposition. */
export const definedName = ({ order }: Pick<HadamardMatrix, "order">): string => `H${order}`;

/** The definition of H[i][j], rows and columns counted from 0: sentences. */
export function definitionLines(matrix: HadamardMatrix): readonly string[] {
  const definition = matrixDefinition(matrix);
  invariant(definition !== undefined, () => `definition: ${matrix.order} is a power of two`);
  const { construction, normalised } = definition;
  const name = definedName(matrix);
  const raw = normalised ? "h" : name;
  return [
    `${name} is ${titleOf(construction, matrix)}. Rows i and columns j are counted from 0.`,
    ...constructionLines(construction, raw, matrix.order),
    ...(normalised ? [`${name}[i][j] = h[i][j] h[i][0] h[0][j]: its first row and column are all +1.`] : []),
  ];
}

function titleOf(construction: Construction, { family, order }: HadamardMatrix): string {
  const source = family === "dao" ? `, ${DAO_NAMES[order] ?? ""} of fast-hadamard-transform` : "";
  switch (construction.kind) {
    case "paley-1":
      return `Paley's Hadamard matrix of the first kind ("On orthogonal matrices", 1933)${source}`;
    case "paley-2":
      return `Paley's Hadamard matrix of the second kind ("On orthogonal matrices", 1933), symmetric${source}`;
    case "williamson":
      return `a Hadamard matrix in Williamson's array ("Hadamard's determinant theorem and the sum of four squares", 1944)${source}`;
    case "doubled":
      return `twice Paley's Hadamard matrix of the first kind ("On orthogonal matrices", 1933)${source}`;
  }
}

const DAO_NAMES: Readonly<Record<number, string>> = {
  12: "had_12_paley",
  20: "had_20_will",
  28: "had_28_will",
  40: "had_40_tpal",
};

function constructionLines(construction: Construction, name: string, order: number): readonly string[] {
  switch (construction.kind) {
    case "paley-1": {
      const { prime, firstRow } = construction;
      const [row, column] = firstRow === 1 ? ["+1", "-1"] : ["-1", "+1"];
      return [
        `${name}[i][i] = +1; ${name}[0][j] = ${row} and ${name}[i][0] = ${column} elsewhere in the first row and column; otherwise ${name}[i][j] = chi(i - j), +1 if i - j is the square of a number modulo ${prime}, -1 if not.`,
      ];
    }
    case "paley-2": {
      const { prime, nonresidue } = construction;
      const field =
        nonresidue === undefined
          ? `chi(x) = +1 if x is the square of a number modulo ${prime}, -1 if not: c[p][q] = chi(p - q)`
          : `c[p][q] = chi(e(p - 1) - e(q - 1)), where e(${prime} b + a) = a + b t in the field of ${prime ** 2} elements with t t = ${nonresidue} and numbers modulo ${prime}, and chi(x) = +1 if x is the square of an element, -1 if not`;
      return [
        `With p = i / 2, q = j / 2 rounded down: where p = q, ${name}[i][j] = +1 if i and j are both even, -1 if not; elsewhere ${name}[i][j] = c[p][q], negated if i and j are both odd.`,
        `c[0][q] = c[p][0] = +1, otherwise ${field}.`,
      ];
    }
    case "williamson": {
      const { rows } = construction;
      const length = rows[0].length;
      return [
        `${name} has blocks of ${length} by ${length}, in rows A B C D, -B A -D C, -C D A -B and -D -C B A. A, B, C and D are circulant: row r, column c of a block is entry (c - r) mod ${length} of its first row, which is`,
        ...rows.map((row, index) => `${"ABCD".charAt(index)}: ${row}`),
      ];
    }
    case "doubled":
      return [
        `${name} = [M M; M -M] in blocks of ${order / 2} by ${order / 2}.`,
        ...constructionLines(construction.of, "M", order / 2),
      ];
  }
}
