// The alignment that headers ask of each pointer: what the kernels need that go through it, and not what others need.
import { expect, test } from "vitest";
import { alignmentsOf, strictest, type Alignments } from "../../generator/emit/alignment.js";
import { emitted, lowered, namedPlan, namedRealPlan, type NamedPlan } from "./named-plan.js";

const together = "for vectorised accesses";
const odd = namedRealPlan("odd", "r2c", [7], "f64", ["{ X(1,7,1,7,no-tw) } on 32 threads, 32 columns"]);
const cluster = namedPlan("cluster", [64, 64], "f32", [
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 8 after 2, prefetch, powers",
]);

const cases: readonly (readonly [NamedPlan, Pick<Alignments, "in" | "out">])[] = [
  // Rows of 7 numbers begin at any: the second array of a batch is 56 bytes behind the first.
  [odd, { in: { bytes: 8 }, out: { bytes: 16 } }],
  [
    namedRealPlan("odd_back", "c2r", [7], "f32", ["{ X(1,7,1,7,no-tw) } on 32 threads, 32 columns"]),
    { in: { bytes: 8 }, out: { bytes: 4 } },
  ],
  [
    namedRealPlan("pairs", "r2c", [4096], "f64", [
      "{ X(128,16,128,2048,no-tw) X(128,16,8,128,pre-tw) X(256,8,1,8,pre-tw) } on 128 threads, table",
    ]),
    { in: { bytes: 16, reason: together }, out: { bytes: 16 } },
  ],
  [
    namedPlan("planes", [16], "f32", ["{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns"], { planar: "input" }),
    { in: { bytes: 4 }, out: { bytes: 8 } },
  ],
  // What is copied in bulk is read; blocks of clusters store as others do.
  [cluster, { in: { bytes: 16, reason: "for bulk copies" }, out: { bytes: 8 } }],
];

test.each(cases.map(([named, wanted]) => [named.name, named, wanted] as const))("%s", (_, named, wanted) => {
  expect(alignmentsOf(lowered(named).host, named.plan.transform)).toMatchObject(wanted);
});

test("of several variants each pointer has the strictest", () => {
  const one: Alignments = { in: { bytes: 8 }, out: { bytes: 16, reason: together }, workspace: { bytes: 4 } };
  const other: Alignments = {
    in: { bytes: 16, reason: "for bulk copies" },
    out: { bytes: 8 },
    workspace: { bytes: 16 },
  };
  expect(strictest([one, other])).toEqual({ in: other.in, out: one.out, workspace: other.workspace });
});

test("the header says it and why, and the launcher checks it", () => {
  const textOf = (named: NamedPlan, ending: string): string =>
    (emitted(named).find(({ path }) => path.endsWith(ending))?.text ?? "")
      .replaceAll(/\s*\n \*\s+/g, " ")
      .replaceAll(/ +/g, " ");
  expect(textOf(odd, "/odd.h")).toContain("@param in device pointer to batch arrays, aligned to 8 bytes; not written");
  expect(textOf(odd, "odd.cu")).toContain("if (misaligned(in, 8) || misaligned(out, 16)) return");
  expect(textOf(cluster, "/cluster.h")).toContain("batch arrays, aligned to 16 bytes, for bulk copies;");
});
