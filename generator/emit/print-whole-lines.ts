// Prints the stores of rows from shared memory in order, where warps store whole lines of memory. In numbers: of a row that
// begins 3 elements after the beginning of a line the first warp stores 29, and all others 32. Decides nothing.
import { requiredArray, type Kernel, type LinesStep } from "../kernel/program.js";
import { elementText } from "./element-text.js";
import { block } from "./lines.js";
import { type IndexNames } from "./print-index.js";
import { unsignedLiteral } from "./literals.js";

export function storedLines(
  kernel: Kernel,
  { array, target, elements, members, threads, lineElements }: LinesStep,
  names: IndexNames,
): readonly string[] {
  const element = elementText(requiredArray(kernel, target).element);
  const rounds = Math.ceil((members * elements + lineElements - 1) / threads);
  const isCertain = members === 1 && rounds > 2 && (rounds - 1) * threads <= elements;
  const there = isCertain ? `(0 < r && r < ${rounds - 1}) || place < count` : "place < count";
  const count = members === 1 ? unsignedLiteral(elements) : `${unsignedLiteral(elements)} * present`;
  return [
    `const unsigned count = ${count};`,
    `const unsigned behind = reinterpret_cast<std::size_t>(${target}) / sizeof(${element}) % ${unsignedLiteral(lineElements)};  // elements in front of ${target} in its cache line`,
    "#pragma unroll",
    ...block(`for (unsigned r = 0; r < ${rounds}; ++r)`, [
      `const unsigned place = ${names("thread")} + ${unsignedLiteral(threads)} * r - behind;  // wraps around in front of ${target}, and then exceeds count`,
      `if (${there}) store(${target} + place, ${array}[place]);`,
    ]),
  ];
}
