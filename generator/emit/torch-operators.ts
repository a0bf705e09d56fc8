// The operators of PyTorch that a bundle has for its transforms: a table over the functions of its headers, and what registers it.
import { floatLiteral } from "../arithmetic/float-literal.js";
import { adjointOf } from "../join/adjoint.js";
import { problemOf } from "../join/problem.js";
import { CALLED_FACTOR } from "../kernel/called-factor.js";
import type { TorchOperatorView } from "./bundle-views.js";
import { sideType } from "./element-text.js";
import type { GeneratedFile } from "./files.js";
import { mainUnit, transformFacts, type LinkedTransform, type TransformFacts } from "./linked-transform.js";
import { torchRuntime } from "./read-template.js";
import { render } from "./render.js";
import { headerPath, macroPrefix, type Symbols } from "./symbols.js";

export const TORCH_OPERATORS = "torch/operators.cu";

/** Types of PyTorch by those of elements; it has no complex numbers of two bfloat16. */
const TYPES = new Map([
  ["float2", { name: "complex64", bytes: 8 }],
  ["double2", { name: "complex128", bytes: 16 }],
  ["__half2", { name: "complex32", bytes: 4 }],
  ["float", { name: "float32", bytes: 4 }],
  ["double", { name: "float64", bytes: 8 }],
  ["__half", { name: "float16", bytes: 2 }],
  ["__nv_bfloat16", { name: "bfloat16", bytes: 2 }],
]);

/** The files; none for a bundle without transforms of dense arrays. `emulated`: compiled for the host. */
export function torchOperators(
  name: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
  emulated: boolean,
): readonly GeneratedFile[] {
  const operators = transforms.flatMap((linked) => operatorOf(linked, symbols) ?? []);
  if (operators.length === 0) return [];
  const view = { name, header: headerPath(symbols, name), prefix: symbols.prefix, macro: macroPrefix(symbols) };
  return [
    ...torchRuntime().map(({ path, text }) => ({ path: `torch/${path}`, text })),
    {
      path: TORCH_OPERATORS,
      text: render("torch_operators.cu", { ...view, emulated: emulated ? "host" : "", operators }),
    },
  ];
}

/** Whether a transform has an operator: it is of dense arrays, whose elements PyTorch has. */
export const hasOperator = (linked: LinkedTransform): boolean => {
  const { transform } = mainUnit(linked).plan;
  return (
    adjointOf(transform) !== undefined &&
    (["input", "output"] as const).every((side) => TYPES.has(sideType(transform, side)))
  );
};

function operatorOf(linked: LinkedTransform, symbols: Symbols): TorchOperatorView | undefined {
  if (!hasOperator(linked)) return undefined;
  const { transform } = mainUnit(linked).plan;
  const facts = transformFacts(linked, symbols);
  const takesScale = transform.scaling === "run-time";
  const scale = problemOf(transform)?.problem.scale ?? 1;
  const factor = transform.precision === "f64" ? "factor" : "static_cast<float>(factor)";
  const arguments_ = facts.signature.passed.split(", ").map((parameter) => {
    if (parameter === "in") return `static_cast<const ${sideType(transform, "input")}*>(in)`;
    if (parameter === "out") return `static_cast<${sideType(transform, "output")}*>(out)`;
    return parameter === CALLED_FACTOR ? factor : parameter;
  });
  return {
    symbol: facts.symbol,
    factor: takesScale ? "double factor" : "double",
    passed: arguments_.join(", "),
    fields: [
      `"${linked.name}",`,
      `${sideText(linked, facts, "input")},`,
      `${sideText(linked, facts, "output")},`,
      `${facts.inPlace}, ${takesScale}, ${floatLiteral(scale, "f64")}, ${facts.largestBatch},`,
    ],
  };
}

/** `{Type::complex64, 8, 2, {16, 9}, 16}`: rows of half a spectrum of 16. */
function sideText(linked: LinkedTransform, { alignments }: TransformFacts, side: "input" | "output"): string {
  const { transform } = mainUnit(linked).plan;
  const type = TYPES.get(sideType(transform, side));
  const dimensions = problemOf(transform)?.problem.dimensions ?? [];
  const isHalf = transform.kind === (side === "input" ? "c2r" : "r2c");
  const lengths = dimensions.map(({ length }, axis) =>
    isHalf && axis === dimensions.length - 1 ? Math.floor(length / 2) + 1 : length,
  );
  const shape = lengths.length === 0 ? [1] : lengths;
  const { bytes } = side === "input" ? alignments.in : alignments.out;
  return `{Type::${type?.name ?? ""}, ${type?.bytes ?? 0}, ${shape.length}, {${shape.join(", ")}}, ${bytes}}`;
}
