// The matrices that verification programs know: each entry, of every choice and direction, is that of the generator, though neither
// has code of the other.
import { join } from "node:path";
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { HADAMARD_CHOICES, baseOrders, signsOf, stepMatrix } from "../../generator/plan/hadamard-matrix.js";
import { compileAndRun, hasHostCompiler } from "../codelet/host-compiler.js";

const runtime = join(import.meta.dirname, "../../templates/runtime");
const options = ["-pthread", "-I", join(runtime, "emulator"), "-I", join(runtime, "verify")];

const cases = HADAMARD_CHOICES.flatMap((hadamard) =>
  baseOrders(hadamard).flatMap((order) =>
    (["forward", "inverse"] as const).map((direction) => ({ hadamard, order, direction })),
  ),
);

const program = `#include "fftgen_walsh_matrix.hpp"
#include <cstdio>
using namespace fftgen::verify;
static void show(unsigned order, Hadamard hadamard, bool transposed) {
  const BaseMatrix matrix = base_matrix(base_order(8 * order, hadamard), hadamard, transposed);
  for (unsigned i = 0; i < matrix.order; ++i) {
    for (unsigned j = 0; j < matrix.order; ++j) std::putchar(matrix.negative(i, j) ? '-' : '+');
  }
  std::putchar('\\n');
}
int main() {
${cases
  .map(
    ({ hadamard, order, direction }) =>
      `  show(${order}, Hadamard::${hadamard.replace("-", "_")}, ${direction === "inverse"});`,
  )
  .join("\n")}
}
`;

test.skipIf(!hasHostCompiler)("every entry of every matrix", () => {
  const lines = compileAndRun(program, options).trimEnd().split("\n");
  expect(lines).toHaveLength(cases.length);
  cases.forEach(({ hadamard, order, direction }, index) => {
    // Of Dao's matrices 40 is taken where 20 would do, too.
    const taken = hadamard === "dao" && order === 20 ? 40 : order;
    const signs = signsOf(stepMatrix({ hadamard, direction }, taken));
    expect(at(lines, index), `${hadamard} ${order} ${direction}`).toBe(
      signs
        .flat()
        .map((sign) => (sign > 0 ? "+" : "-"))
        .join(""),
    );
  });
});
