// What headers say of matrices: enough to write the reference from, of every matrix that there is.
import { describe, expect, test } from "vitest";
import { contractLines, transformTitle } from "../../generator/emit/contract.js";
import { makeWalshTransform } from "../../generator/plan/transform.js";

type Options = Parameters<typeof makeWalshTransform>[2];
const said = (lengths: readonly number[], options: Options = {}): string =>
  contractLines({ transform: makeWalshTransform(lengths, "f32", options), kernels: [] }).join("\n");

test("powers of two: one formula, and Sylvester's matrix", () => {
  expect(said([4096])).toMatchInlineSnapshot(`
    "Computes, for each array of the batch, out[k] = sum over j of in[j] (-1)^popcount(j and k) along every dimension; unnormalised.
    Arrays are row-major: X 4096, X contiguous; the arrays of a batch follow each other.
    Output is in natural order: row k of Sylvester's matrix."
  `);
});

describe("other lengths", () => {
  test("12 * 2: Paley's first kind, and the inverse", () => {
    expect(said([24])).toMatchInlineSnapshot(`
      "Computes, for each array of the batch, out[k] = sum over j of in[j] H[k][j] along every dimension; unnormalised.
      Along X, of 24 elements, H[k][j] = H12[k / 2][j / 2] (-1)^popcount((j mod 2) and (k mod 2)), quotients rounded down.
      H12 is Paley's Hadamard matrix of the first kind ("On orthogonal matrices", 1933). Rows i and columns j are counted from 0.
      h[i][i] = +1; h[0][j] = +1 and h[i][0] = -1 elsewhere in the first row and column; otherwise h[i][j] = chi(i - j), +1 if i - j is the square of a number modulo 11, -1 if not.
      H12[i][j] = h[i][j] h[i][0] h[0][j]: its first row and column are all +1.
      The inverse transform has H[j][k] for H[k][j]. Without scaling, both in succession multiply by 24.
      Arrays are row-major: X 24, X contiguous; the arrays of a batch follow each other.
      Output is in natural order: output k belongs to row k of the matrix."
    `);
    expect(said([24], { direction: "inverse", scale: 1 / 24 })).toMatchInlineSnapshot(`
      "Computes, for each array of the batch, out[k] = 0.041666666666666664 * sum over j of in[j] H[j][k] along every dimension.
      Along X, of 24 elements, H[k][j] = H12[k / 2][j / 2] (-1)^popcount((j mod 2) and (k mod 2)), quotients rounded down.
      H12 is Paley's Hadamard matrix of the first kind ("On orthogonal matrices", 1933). Rows i and columns j are counted from 0.
      h[i][i] = +1; h[0][j] = +1 and h[i][0] = -1 elsewhere in the first row and column; otherwise h[i][j] = chi(i - j), +1 if i - j is the square of a number modulo 11, -1 if not.
      H12[i][j] = h[i][j] h[i][0] h[0][j]: its first row and column are all +1.
      The forward transform has H[k][j] for H[j][k]. Without scaling, both in succession multiply by 24.
      Arrays are row-major: X 24, X contiguous; the arrays of a batch follow each other.
      Output is in natural order: output k belongs to row k of the matrix."
    `);
  });

  test("52 by 8: Paley's second kind, over a field of 25 elements", () => {
    expect(said([52, 8])).toMatchInlineSnapshot(`
      "Computes, for each array of the batch, out[k] = sum over j of in[j] H[k][j] along every dimension; unnormalised.
      Along X, of 8 elements, H[k][j] = (-1)^popcount(j and k).
      Along Y, of 52 elements, H[k][j] = H52[k][j].
      H52 is Paley's Hadamard matrix of the second kind ("On orthogonal matrices", 1933), symmetric. Rows i and columns j are counted from 0.
      With p = i / 2, q = j / 2 rounded down: where p = q, h[i][j] = +1 if i and j are both even, -1 if not; elsewhere h[i][j] = c[p][q], negated if i and j are both odd.
      c[0][q] = c[p][0] = +1, otherwise c[p][q] = chi(e(p - 1) - e(q - 1)), where e(5 b + a) = a + b t in the field of 25 elements with t t = 2 and numbers modulo 5, and chi(x) = +1 if x is the square of an element, -1 if not.
      H52[i][j] = h[i][j] h[i][0] h[0][j]: its first row and column are all +1.
      H is symmetric: the transform is its own inverse, up to a factor of 1/416.
      Arrays are row-major: Y 52 by X 8, X contiguous; the arrays of a batch follow each other.
      Output is in natural order: output k belongs to row k of the matrix."
    `);
  });

  test("172 * 2^6: Williamson's array", () => {
    expect(said([11008])).toMatchInlineSnapshot(`
      "Computes, for each array of the batch, out[k] = sum over j of in[j] H[k][j] along every dimension; unnormalised.
      Along X, of 11008 elements, H[k][j] = H172[k / 64][j / 64] (-1)^popcount((j mod 64) and (k mod 64)), quotients rounded down.
      H172 is a Hadamard matrix in Williamson's array ("Hadamard's determinant theorem and the sum of four squares", 1944). Rows i and columns j are counted from 0.
      h has blocks of 43 by 43, in rows A B C D, -B A -D C, -C D A -B and -D -C B A. A, B, C and D are circulant: row r, column c of a block is entry (c - r) mod 43 of its first row, which is
      A: +---++--++++-+-+++-++--++-+++-+-++++--++---
      B: ++---++++-+--+--++--------++--+--+-++++---+
      C: +++-+-++--+-+-++++-+----+-++++-+-+--++-+-++
      D: ++-++++++----+-+--++-++-++--+-+----++++++-+
      H172[i][j] = h[i][j] h[i][0] h[0][j]: its first row and column are all +1.
      The inverse transform has H[j][k] for H[k][j]. Without scaling, both in succession multiply by 11008.
      Arrays are row-major: X 11008, X contiguous; the arrays of a batch follow each other.
      Output is in natural order: output k belongs to row k of the matrix."
    `);
  });

  test("Dao's 40 * 2^7", () => {
    expect(said([5120], { hadamard: "dao" })).toMatchInlineSnapshot(`
      "Computes, for each array of the batch, out[k] = sum over j of in[j] H[k][j] along every dimension; unnormalised.
      Along X, of 5120 elements, H[k][j] = H40[k / 128][j / 128] (-1)^popcount((j mod 128) and (k mod 128)), quotients rounded down.
      H40 is twice Paley's Hadamard matrix of the first kind ("On orthogonal matrices", 1933), had_40_tpal of fast-hadamard-transform. Rows i and columns j are counted from 0.
      H40 = [M M; M -M] in blocks of 20 by 20.
      M[i][i] = +1; M[0][j] = -1 and M[i][0] = +1 elsewhere in the first row and column; otherwise M[i][j] = chi(i - j), +1 if i - j is the square of a number modulo 19, -1 if not.
      The inverse transform has H[j][k] for H[k][j]. Without scaling, both in succession multiply by 5120.
      Arrays are row-major: X 5120, X contiguous; the arrays of a batch follow each other.
      Output is in natural order: output k belongs to row k of the matrix."
    `);
  });

  test("two dimensions of one base order define it once", () => {
    expect(said([12, 24]).match(/H12 is /g)).toHaveLength(1);
  });
});

test("no line says of other lengths what is true of powers of two only", () => {
  for (const length of [12, 20, 24, 28, 36, 52, 60, 108, 140, 156, 172])
    for (const line of contractLines({ transform: makeWalshTransform([length], "f32"), kernels: [] }))
      expect(line).not.toMatch(/sum over j of in\[j\] \(-1\)|Sylvester/);
});

test("titles say inverse, and whose matrices", () => {
  expect(transformTitle(makeWalshTransform([40], "f32", { hadamard: "dao", direction: "inverse" }))).toBe(
    "40 inverse Walsh-Hadamard transform, f32, Dao's matrices, natural order",
  );
  expect(transformTitle(makeWalshTransform([40], "f32", { hadamard: "dao-20" }))).toContain("Dao's matrices (dao-20)");
});
