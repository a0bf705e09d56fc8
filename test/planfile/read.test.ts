import { describe, expect, test } from "vitest";
import { InputError } from "../../generator/failure/errors.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { readPlanFile } from "../../generator/planfile/read.js";
import {
  exampleDocComment,
  exampleEvidence,
  exampleKernels,
  exampleText,
  exampleTransform,
  handEditedText,
} from "./example.js";

const read = (text: string): ReturnType<typeof readPlanFile> => readPlanFile("plans/x.plan.ts", text);

/** A plan file around an argument of `plan`. */
const file = (argument: string): string => `import { plan } from "fftgen";\nexport default plan(${argument});\n`;
const withTransform = (transform: string): string => file(`{ transform: ${transform}, kernels: ["{ X }"] }`);
const withKernels = (kernels: string): string =>
  file(`{ transform: { lengths: { X: 8 }, precision: "f64" }, kernels: ${kernels} }`);
const withEvidence = (evidence: string): string =>
  file(`{ transform: { lengths: { X: 8 }, precision: "f64" }, kernels: ["{ X }"], evidence: ${evidence} }`);

describe("reading", () => {
  test("everything that is written", () => {
    const contents = read(exampleText);
    expect(contents.transform).toEqual(exampleTransform);
    expect(contents.kernels.map((kernel) => kernel.text)).toEqual(exampleKernels);
    expect(contents.evidence).toEqual([exampleEvidence]);
    expect(contents.docComment).toBe(exampleDocComment);
  });

  test("line and column of a kernel point at its text", () => {
    for (const text of [exampleText, handEditedText, exampleText.replaceAll("\n", "\r\n")]) {
      const lines = text.split(/\r?\n/);
      for (const kernel of read(text).kernels) {
        expect(lines[kernel.line - 1]?.slice(kernel.column - 1, kernel.column - 1 + kernel.text.length)).toBe(
          kernel.text,
        );
      }
    }
  });

  test("what is left out is forward, natural, out of place, unscaled, one", () => {
    const contents = read(withTransform('{ lengths: { Y: 4, X: 8 }, precision: "f64" }'));
    expect(contents).toEqual({
      transform: makeTransform([4, 8], "f64", {
        arithmetic: "native",
        direction: "forward",
        order: "natural",
        axes: ["X", "Y"],
        distance: 32,
        placement: "out-of-place",
        scale: 1,
        batch: 1,
      }),
      kernels: [{ text: "{ X }", line: 2, column: 92 }],
      evidence: [],
      docComment: "",
    });
  });

  test("a file edited by hand", () => {
    const contents = read(handEditedText);
    expect(contents.transform.dimensions.map(({ length }) => length)).toEqual([256, 256]);
    expect(contents.transform.batch).toBe(2048);
    expect(contents.docComment).toBe("A plane.");
  });

  test("numbers: plain, a power of two, negative", () => {
    expect(read(withTransform('{ lengths: { X: 2 ** 10 }, precision: "f32", scale: -1e-3 }')).transform.scale).toBe(
      -1e-3,
    );
    expect(read(withTransform('{ lengths: { X: 1_024 }, precision: "f32", scale: 2 ** -10 }')).transform.scale).toBe(
      2 ** -10,
    );
  });

  test("a literal that satisfies PlanDefinition", () => {
    const text = `import type { PlanDefinition } from "fftgen";
export default { transform: { lengths: { X: 8 }, precision: "f32" }, kernels: ["{ X }"] } satisfies PlanDefinition;
`;
    expect(read(text).transform.dimensions).toEqual([{ name: "X", length: 8 }]);
  });

  test("all eight dimensions", () => {
    const lengths = "{ S: 2, T: 3, U: 5, V: 7, W: 11, Z: 13, Y: 17, X: 19 }";
    const contents = read(withTransform(`{ lengths: ${lengths}, precision: "f32" }`));
    expect(contents.transform.dimensions.map(({ name, length }) => `${name}${length}`).join(" ")).toBe(
      "X19 Y17 Z13 W11 V7 U5 T3 S2",
    );
  });
});

/** `▸` marks the place that the message must name; it is not part of the file. */
interface Refusal {
  readonly what: string;
  readonly text: string;
  readonly message: string;
}

const good = '{ lengths: { X: 8 }, precision: "f32" }';

const refusals: readonly Refusal[] = [
  // the file
  { what: "a syntax error", text: file("{ transform: ▸"), message: "syntax error: Expression expected." },
  {
    what: "an unclosed string",
    text: 'const x = "abc▸\nexport default 1;',
    message: "syntax error: Unterminated string literal.",
  },
  {
    what: "an empty file",
    text: "▸",
    message: "no default export; a plan file says `export default plan({ ... })`",
  },
  {
    what: "a byte order mark",
    text: `▸\uFEFF${file("{}")}`,
    message: "the file begins with a byte order mark; save it as UTF-8 without one",
  },
  {
    what: "a named export",
    text: "▸export const x = 1;\n",
    message: "no default export; a plan file says `export default plan({ ... })`",
  },
  {
    what: "two default exports",
    text: `${file(`{ transform: ${good}, kernels: ["{ X }"] }`)}▸export default 1;\n`,
    message: "a second default export; a plan file has one plan, so move it to another file",
  },
  {
    what: "a default function",
    text: "▸export default function f() {}\n",
    message: "the default export is not a plan; write `export default plan({ ... })`",
  },
  {
    what: "a name exported as default",
    text: "const p = 1;\n▸export { p as default };\n",
    message: "the default export is not a plan; write `export default plan({ ... })`",
  },
  {
    what: "a name",
    text: "export default ▸p;\n",
    message: "the default export is the name p; write `export default plan({ ... })`",
  },
  {
    what: "a bare literal",
    text: "export default ▸{ kernels: [] };\n",
    message: "the default export is { kernels: [] }; write `export default plan({ ... })`",
  },
  {
    what: "another call",
    text: 'import { plan } from "fftgen";\nexport default ▸wrap(plan({}));\n',
    message: "the default export is a call of wrap(); write `export default plan({ ... })`",
  },
  {
    what: "another type",
    text: "export default ▸{} satisfies Plan;\n",
    message: "the default export satisfies Plan; it must satisfy PlanDefinition",
  },
  {
    what: "no import",
    text: "export default ▸plan({});\n",
    message: 'plan is not imported; add `import { plan } from "fftgen";`',
  },
  {
    what: "no argument",
    text: file("").replace("plan()", "▸plan()"),
    message: "plan() takes one object; found 0 arguments",
  },
  { what: "an array", text: file("▸[]"), message: "a plan is an object: plan({ transform: ..., kernels: ... })" },

  // not a literal
  { what: "a call", text: file("▸f()"), message: "a plan must be a literal; found a call of f()" },
  { what: "a call inside", text: withKernels("[▸f()]"), message: "a plan must be a literal; found a call of f()" },
  {
    what: "a name",
    text: withTransform("{ lengths: { X: ▸n } }"),
    message: "a plan must be a literal; found the name n",
  },
  {
    what: "undefined",
    text: withKernels("▸undefined"),
    message: "a plan must be a literal; found the name undefined",
  },
  { what: "null", text: withKernels("▸null"), message: "a plan must be a literal; found null" },
  {
    what: "shorthand",
    text: file("{ ▸kernels }"),
    message: "a plan must be a literal; found the name kernels in place of a value",
  },
  { what: "a spread", text: file("{ ▸...base }"), message: "a plan must be a literal; found a spread, ...base" },
  {
    what: "a spread in an array",
    text: withKernels("[▸...base]"),
    message: "a plan must be a literal; found a spread, ...base",
  },
  {
    what: "a hole",
    text: withKernels('["a",▸ , "b"]'),
    message: "a plan must be a literal; found a hole in an array",
  },
  {
    what: "a method",
    text: file("{ ▸kernels() {} }"),
    message: "a plan must be a literal; found a method, kernels()",
  },
  {
    what: "an accessor",
    text: file("{ ▸get kernels() { return 1; } }"),
    message: "a plan must be a literal; found an accessor, kernels",
  },
  {
    what: "a computed key",
    text: file('{ ▸["kernels"]: [] }'),
    message: 'a plan must be a literal; found a computed key, ["kernels"]',
  },
  {
    what: "a template",
    text: withKernels("[▸`{ X }`]"),
    message: "a plan must be a literal; found a template string; write it in double quotes",
  },
  {
    what: "a product",
    text: withTransform("{ lengths: { X: ▸16 * 16 } }"),
    message: "a plan must be a literal; found 16 * 16",
  },
  {
    what: "a shift",
    text: withTransform("{ lengths: { X: ▸1 << 20 } }"),
    message: "a plan must be a literal; found 1 << 20",
  },
  {
    what: "a power of three",
    text: withTransform("{ lengths: { X: ▸3 ** 5 } }"),
    message: "a plan must be a literal; found 3 ** 5",
  },
  {
    what: "a bigint",
    text: withTransform("{ lengths: { X: ▸8n } }"),
    message: "a plan must be a literal; found 8n",
  },
  { what: "a cast", text: file("▸{} as never"), message: "a plan must be a literal; found {} as never" },
  {
    what: "too large a number",
    text: withTransform("{ scale: ▸1e999 }"),
    message: "1e999 is not a finite number",
  },
  {
    what: "a duplicate key",
    text: withTransform('{ precision: "f32", ▸"precision": "f64" }'),
    message: '"precision" is written twice; keep one',
  },

  // keys
  {
    what: "an unknown key",
    text: file(`{ transform: ${good}, ▸kernel: [] }`),
    message:
      'unknown key "kernel" in the plan; did you mean "kernels"? Known keys: transform, kernels, gpu, upToBatch, directory, evidence',
  },
  {
    what: "an unknown key like no other",
    text: withTransform('{ ▸zzzzzzzz: 1, lengths: { X: 8 }, precision: "f32" }'),
    message:
      'unknown key "zzzzzzzz" in the transform; known keys: lengths, precision, kind, arithmetic, direction, order, axes, distance, inputType, outputType, load, store, inputStrides, outputStrides, inputRange, outputRange, planar, shift, strides, placement, scale, scaling, batch',
  },
  {
    what: "an arithmetic that there is not",
    text: withTransform('{ lengths: { X: 8 }, precision: "f64", arithmetic: ▸"f32" }'),
    message: 'arithmetic is "f32": f64 is computed with as it is stored, in native arithmetic',
  },
  { what: "a missing key", text: file("▸{ kernels: [] }"), message: 'the plan lacks "transform"' },
  {
    what: "two missing keys",
    text: withTransform("▸{ batch: 1 }"),
    message: 'the transform lacks "lengths" and "precision"',
  },
  {
    what: "a transform of another type",
    text: withTransform('▸"256"'),
    message: 'the transform is "256"; it must be an object',
  },

  // the transform
  {
    what: "a wrong name",
    text: withTransform('{ lengths: { ▸Q: 8 }, precision: "f32" }'),
    message: "lengths are named Q; one dimension is named X: the slowest first, X contiguous",
  },
  {
    what: "a wrong order",
    text: withTransform('{ lengths: { ▸X: 8, Y: 8 }, precision: "f32" }'),
    message: "lengths are named X, Y; 2 dimensions are named Y, X: the slowest first, X contiguous",
  },
  {
    what: "a gap",
    text: withTransform('{ lengths: { ▸Z: 8, X: 8 }, precision: "f32" }'),
    message: "lengths are named Z, X; 2 dimensions are named Y, X: the slowest first, X contiguous",
  },
  {
    what: "no dimension",
    text: withTransform('{ lengths: ▸{}, precision: "f32" }'),
    message: "lengths has 0 dimensions; a transform has 1 to 8: S, T, U, V, W, Z, Y, X",
  },
  {
    what: "lengths as an array",
    text: withTransform('{ lengths: ▸[8], precision: "f32" }'),
    message: "lengths is an array; it must be an object",
  },
  ...["0", "-8", "2.5", "2 ** 53", '"8"', "true"].map((length) => ({
    what: `length ${length}`,
    text: withTransform(`{ lengths: { X: ▸${length} }, precision: "f32" }`),
    message: `length X is ${length === "2 ** 53" ? 2 ** 53 : length}; it must be a positive integer`,
  })),
  {
    what: "too many elements",
    text: withTransform('{ lengths: { Y: 2 ** 30, X: ▸2 ** 30 }, precision: "f32" }'),
    message: "the lengths multiply to more than 2 ** 53 - 1 elements; make them smaller",
  },
  {
    what: "a precision",
    text: withTransform('{ lengths: { X: 8 }, precision: ▸"f8" }'),
    message: 'precision is "f8"; write "f32" or "f64" or "f16" or "bf16"',
  },
  {
    what: "a direction",
    text: withTransform('{ lengths: { X: 8 }, precision: "f32", direction: ▸-1 }'),
    message: 'direction is -1; write "forward" or "inverse"',
  },
  {
    what: "a batch",
    text: withTransform('{ lengths: { X: 8 }, precision: "f32", batch: ▸0 }'),
    message: "batch is 0; it must be a positive integer",
  },
  {
    what: "a scale",
    text: withTransform('{ lengths: { X: 8 }, precision: "f32", scale: ▸0 }'),
    message: "scale is 0; it must be a number other than 0",
  },

  // kernels and evidence
  { what: "no kernel", text: withKernels("▸[]"), message: "kernels is empty; a plan has at least one kernel" },
  {
    what: "kernels of another type",
    text: withKernels('▸"{ X }"'),
    message: 'kernels is "{ X }"; it must be an array',
  },
  {
    what: "a kernel of another type",
    text: withKernels('["{ X }", ▸7]'),
    message: "kernel 2 is 7; it must be a string",
  },
  {
    what: "an escape sequence",
    text: withKernels('[▸"{\\tX }"]'),
    message: "kernel 1 has an escape sequence; the notation needs none",
  },
  {
    what: "evidence of another type",
    text: withEvidence("▸{}"),
    message: "evidence is an object; it must be an array",
  },
  {
    what: "incomplete evidence",
    text: withEvidence('[▸{ gpu: "G", driver: "1", toolchain: "t", text: "sha256:00000000", milliseconds: 1 }]'),
    message: 'evidence lacks "ratioToCopy" and "relativeL2Error"',
  },
  {
    what: "a hash that is none",
    text: withEvidence(
      '[{ text: ▸"md5:00", gpu: "G", driver: "1", toolchain: "t", milliseconds: 1, ratioToCopy: 1, relativeL2Error: 0 }]',
    ),
    message: 'text is "md5:00"; it must be a hash, "sha256:" and 8 to 64 hexadecimal digits',
  },
  {
    what: "a time that is none",
    text: withEvidence(
      '[{ milliseconds: ▸0, text: "sha256:00000000", gpu: "G", driver: "1", toolchain: "t", ratioToCopy: 1, relativeL2Error: 0 }]',
    ),
    message: "milliseconds is 0; it must be a positive number",
  },
];

describe("refusing", () => {
  test.each(refusals)("$what: $message", ({ text: marked, message }) => {
    const before = marked.slice(0, marked.indexOf("▸")).split("\n");
    const place = `${before.length}:${(before.at(-1) ?? "").length + 1}`;
    const text = marked.replace("▸", "");
    expect(text).not.toBe(marked);
    expect(() => read(text)).toThrow(InputError);
    expect(() => read(text)).toThrow(expect.objectContaining({ message: `plans/x.plan.ts:${place}: ${message}` }));
  });
});
