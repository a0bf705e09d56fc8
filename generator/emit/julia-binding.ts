// The Julia module of a bundle: functions of arrays of CUDA.jl, which it does not load.
import {
  asList,
  boundErrors,
  boundTransforms,
  libraryVariable,
  requireFreeNames,
  withoutIn,
  type BoundTransform,
  withEscaped,
} from "./bound-transforms.js";
import type { JuliaTransformView } from "./binding-views.js";
import type { GeneratedFile } from "./files.js";
import { wrap } from "./lines.js";
import type { LinkedTransform } from "./linked-transform.js";
import { render } from "./render.js";
import type { Parameter } from "./signature.js";
import type { Symbols } from "./symbols.js";

export const juliaPath = (name: string): string => `julia/${name}.jl`;

const WIDTH = 112;

/** Words of Julia that are none of C++, and what the module itself has. */
const TAKEN =
  "baremodule begin elseif end finally function global import let local macro module quote using in isa where " +
  "library address handle require check message CudaError";

/** Types of elements, by those of C++: bfloat16 is a type of packages. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ["float2", "ComplexF32"],
  ["double2", "ComplexF64"],
  ["__half2", "ComplexF16"],
  ["float", "Float32"],
  ["double", "Float64"],
  ["__half", "Float16"],
  ["uint8_t", "UInt8"],
  ["int8_t", "Int8"],
  ["uint16_t", "UInt16"],
  ["int16_t", "Int16"],
  ["uchar2", "Complex{UInt8}"],
  ["char2", "Complex{Int8}"],
  ["ushort2", "Complex{UInt16}"],
  ["short2", "Complex{Int16}"],
]);

/** $alpha in a text would be a variable. */
const INTERPOLATED = /\$/gu;

/** `AcmeFft` of acme_fft. */
export const juliaModule = (name: string): string =>
  name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

export function juliaBinding(
  name: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
): readonly GeneratedFile[] {
  requireFreeNames("julia", "Julia", transforms, `${TAKEN} ${juliaModule(name)}`);
  return [
    {
      path: juliaPath(name),
      text: render("bundle.jl", {
        name,
        prefix: symbols.prefix,
        module: juliaModule(name),
        variable: libraryVariable(name),
        errors: boundErrors(transforms, symbols).map((error) => ({ ...error, number: String(error.number) })),
        transforms: boundTransforms(transforms, symbols, withoutIn).map((bound) =>
          viewOf(withEscaped(bound, INTERPOLATED)),
        ),
      }),
    },
  ];
}

function viewOf(bound: BoundTransform): JuliaTransformView {
  const { parameters } = bound;
  const pointers = parameters.filter(({ role }) => role === "array" || role === "workspace");
  return {
    ...bound,
    contract: bound.contract.flatMap((sentence) => wrap(sentence, WIDTH)),
    workspace: wrap(`Bytes of device memory that a call needs as workspace: ${bound.workspaceNote}.`, WIDTH),
    texts: asList(bound.texts, WIDTH),
    declared: [parameters.map((parameter) => declaredText(parameter)).join(", ")],
    passed: parameters.map(({ name }) => name).join(", "),
    prepares: bound.prepares ? "yes" : "",
    types: parameters.map(typeOf).join(", "),
    values: parameters.map(valueOf).join(", "),
    kept: pointers.map(({ name }) => name).join(" "),
    checks: parameters.flatMap((parameter) => {
      const element = parameter.role === "array" ? ELEMENTS.get(parameter.element) : undefined;
      return element === undefined ? [] : [`require(${parameter.name}, ${element})`];
    }),
  };
}

const declaredText = ({ role, name }: Parameter): string => (role === "stream" ? `${name} = C_NULL` : name);

function typeOf(parameter: Parameter): string {
  switch (parameter.role) {
    case "array":
    case "workspace":
    case "stream":
      return "Ptr{Cvoid}";
    case "batch":
    case "stride":
      return "Csize_t";
    case "number":
      return parameter.number === "double" ? "Cdouble" : "Cfloat";
  }
}

function valueOf({ role, name }: Parameter): string {
  switch (role) {
    case "array":
    case "workspace":
      return `address(${name})`;
    case "stream":
      return `handle(${name})`;
    case "batch":
    case "stride":
    case "number":
      return name;
  }
}
