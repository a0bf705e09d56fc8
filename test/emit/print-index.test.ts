// Index arithmetic as text: 32 bits where they suffice, 64 where they do not.
import { expect, test } from "vitest";
import { coordinateLine, registerLoops, type LoopAccess, sumText } from "../../generator/emit/print-index.js";
import { unsignedLiteral } from "../../generator/emit/literals.js";
import type { IndexSource } from "../../generator/kernel/coordinates.js";

const access = ({ register, offset }: LoopAccess): readonly string[] => [
  `v[${register.join(" + ")}] = p[${offset.join(" + ")}];`,
];

test("literals", () => {
  expect(unsignedLiteral(7)).toBe("7u");
  expect(unsignedLiteral(2 ** 32)).toBe("4294967296ull");
});

test("coordinates", () => {
  const cuda = (source: IndexSource): string => `${source}Idx.x`;
  const coordinate = { name: "x2", source: "thread", divisor: 16, size: 4, reduce: true } as const;
  expect(coordinateLine(coordinate, false, cuda)).toBe("const unsigned x2 = threadIdx.x / 16u % 4u;");
  expect(coordinateLine({ ...coordinate, reduce: false }, true, cuda)).toBe(
    "const std::size_t x2 = threadIdx.x / 16u;",
  );
});

test("sums", () => {
  expect(sumText([])).toBe("0u");
  expect(
    sumText([
      { coordinate: "x", weight: 1 },
      { coordinate: "y", weight: 256 },
    ]),
  ).toBe("x + 256u * y");
  expect(sumText([], ["4u * r"])).toBe("4u * r");
});

test("a loop over registers, one axis inside another", () => {
  const axes = [
    { size: 2, weight: 1 },
    { size: 4, weight: 64 },
  ];
  expect(registerLoops(axes, access)).toEqual([
    "#pragma unroll",
    "for (unsigned s = 0; s < 4; ++s) {",
    "#pragma unroll",
    "  for (unsigned r = 0; r < 2; ++r) v[r + 2 * s] = p[r + 64u * s];",
    "}",
  ]);
});

test("a loop over some values of an axis; a single one has none", () => {
  const axes = [
    { size: 4, weight: 1 },
    { size: 4, weight: 64 },
  ];
  expect(registerLoops(axes, access, { axis: 1, from: 1, below: 3 })).toEqual([
    "#pragma unroll",
    "for (unsigned s = 1; s < 3; ++s) {",
    "#pragma unroll",
    "  for (unsigned r = 0; r < 4; ++r) v[r + 4 * s] = p[r + 64u * s];",
    "}",
  ]);
  expect(registerLoops(axes, access, { axis: 0, from: 2, below: 3 })).toEqual([
    "#pragma unroll",
    "for (unsigned s = 0; s < 4; ++s) v[2 + 4 * s] = p[2 + 64u * s];",
  ]);
});

test("an offset beyond 32 bits is computed in 64", () => {
  expect(registerLoops([{ size: 16, weight: 2 ** 28 }], access).join("\n")).toContain("268435456u * r");
  expect(registerLoops([{ size: 32, weight: 2 ** 28 }], access).join("\n")).toContain("268435456ull * r");
});
