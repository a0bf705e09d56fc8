// Names for the temporaries of printed straight-line code.
import type { StraightLine } from "./instruction.js";

/**
 * A name for every result: y3r, y3i for output 3, t7r, t7i for the parts of the seventh other complex value in order of
 * appearance, s2 for a value that is no part of one.
 */
export function nameResults(program: StraightLine): readonly string[] {
  const names = new Map<number, string>();
  program.outputs.forEach((output, k) => {
    for (const part of ["re", "im"] as const) {
      const { source } = output[part];
      if (source.kind === "result") names.set(source.instruction, `y${k}${part === "re" ? "r" : "i"}`);
    }
  });
  const complexValues = new Map<number, number>();
  let singles = 0;
  return program.instructions.map(({ role }, position) => {
    const output = names.get(position);
    if (output !== undefined) return output;
    if (role === undefined) return `s${++singles}`;
    const number = complexValues.get(role.value) ?? complexValues.size + 1;
    complexValues.set(role.value, number);
    return `t${number}${role.part === "re" ? "r" : "i"}`;
  });
}
