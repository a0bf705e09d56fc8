// Who asks of a transform which kind it is? What is computed follows from the groups of its axes, the type of its elements and the
// fields that it has; each further question is one that a third kind would have to find.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../generator");

/** Matrices and codelets of signs, error bounds and the notation are the Walsh-Hadamard transform's own. */
const OWN = ["codelet/", "notation/", "verify/bound.ts"];
const MOST = 7;

const KIND =
  /[kK]ind(?:\)|\.kind)? [!=]== "(?:c2c|fwht)"|"(?:c2c|fwht)" [!=]== |case "(?:c2c|fwht)"|isWalsh|isFourier\b/g;

function questions(pattern: RegExp): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !OWN.some((own) => path.startsWith(own)))
    .toSorted()
    .flatMap((path) =>
      readFileSync(join(root, path), "utf8")
        .split("\n")
        .filter((line) => !line.trimStart().startsWith("//") && !line.trimStart().startsWith("*"))
        .flatMap((line) => Array.from(line.matchAll(pattern), () => path)),
    );
}

test("few ask which kind a transform is, and these are they", () => {
  const found = questions(KIND);
  expect(found.length).toBeLessThanOrEqual(MOST);
  expect([...new Set(found)]).toMatchInlineSnapshot(`
    [
      "definition/definition.ts",
      "definition/layout.ts",
      "definition/request.ts",
      "join/adjoint.ts",
    ]
  `);
});

test("the pattern finds such questions", () => {
  for (const line of ['if (transform.kind === "fwht")', 'kind !== "c2c"', 'case "fwht":'])
    expect(line.match(KIND)).not.toBeNull();
  expect('kind: "c2c"'.match(KIND)).toBeNull();
});

/**
 * Questions of what a transform or a plan is. What differs among families of transforms is told family by family (plan/families.ts); what a
 * plan is, is to be asked once, where its tree is made (plan/resolve.ts).
 */
const RULE =
  /\b(?:isHalfReal|isTrigonometric(?:Kind)?|hasRealSide|isPacked|isBluestein|isRader|isInPairs|linesInPairs|rowsAcross)\(|contentsOf\(\w+\)\.\w+ [!=]== undefined|spectrum [!=]== "\w+"|\.family [!=]== "\w+"/g;
const MOST_OF_RULES = 49;

/**
 * Questions whether a kernel has a structure. Where there is a field for each, each reader has to know of all; where structures are kinds of one
 * value, a reader asks for its kind, and the compiler tells it of a new one.
 */
const STRUCTURE =
  /\b(?:mirrored|gathered|stored|lines|asksFor|shared|cluster|branches)\)? (?:===|!==) undefined|undefined (?:===|!==) \w*\.?(?:mirrored|gathered|stored|lines|asksFor|shared|cluster|branches)\b/g;
const MOST_OF_STRUCTURES = 6;

test("what a plan is, is asked no more often than it was", () => {
  expect(questions(RULE).length).toBeLessThanOrEqual(MOST_OF_RULES);
});

/** The same of kinds: who works on a tile, what columns it has, what lies at the ends. */
const KIND_OF_STRUCTURE =
  /\b(?:team|columns)\.kind (?:===|!==)|\bswitch \((?:team|exit)\??\.|\bexit\??\.(?:through|order) (?:===|!==)|\b(?:entry|exit) (?:===|!==) undefined/g;
const MOST_OF_KINDS = 59;

test("what structure a kernel has, is asked no more often than it was", () => {
  expect(questions(STRUCTURE).length).toBeLessThanOrEqual(MOST_OF_STRUCTURES);
  expect(questions(KIND_OF_STRUCTURE).length).toBeLessThanOrEqual(MOST_OF_KINDS);
});

test("what arrays are stored in is named where arrays are: what computes has number formats", () => {
  expect([...new Set(questions(/\bStorage\b/g))]).toEqual([
    "emit/complex-type.ts",
    "emit/element-text.ts",
    "internals.ts",
    "plan/array-types.ts",
    "plan/arrays.ts",
    "plan/elements.ts",
    "plan/storage.ts",
    "plan/transform.ts",
  ]);
});

test("the patterns find such questions", () => {
  for (const line of [
    "if (isHalfReal(transform))",
    "const rows = rowsAcross(transform, kernels);",
    "contentsOf(transform).input === undefined",
    'transform.spectrum === "packed"',
    'traitsOf(transform).family !== "fourier"',
  ])
    expect(line.match(RULE)).not.toBeNull();
  for (const line of ["geometry.branches !== undefined", "shared === undefined", "if (undefined === set.cluster)"])
    expect(line.match(STRUCTURE)).not.toBeNull();
  expect("schedule.width !== undefined".match(STRUCTURE)).toBeNull();
  for (const line of [
    'team.kind === "cluster"',
    'columns.kind !== "none"',
    'exit?.through !== "block"',
    "entry === undefined",
  ])
    expect(line.match(KIND_OF_STRUCTURE)).not.toBeNull();
});
