// The C++ header of a bundle: functions that throw, and problems that find their transform.
import { boundTransforms, requireFreeNames, type BoundTransform } from "./bound-transforms.js";
import type { CppTransformView } from "./binding-views.js";
import type { GeneratedFile } from "./files.js";
import type { LinkedTransform } from "./linked-transform.js";
import { render } from "./render.js";
import {
  closeNamespaces,
  headerPath,
  includeFolder,
  includeGuard,
  macroPrefix,
  openNamespaces,
  qualifiedName,
  type Symbols,
} from "./symbols.js";

/** What the header has in the namespace of the transforms. */
const TAKEN = "Error Problem Transform require_success";

/** C++'s own complex numbers, by CUDA's. */
const COMPLEX: ReadonlyMap<string, string> = new Map([
  ["float2", "std::complex<float>"],
  ["double2", "std::complex<double>"],
]);

/** `include/fft/fft.hpp` */
export const cppHeaderPath = (symbols: Symbols, name: string): string => `${headerPath(symbols, name)}pp`;

export function cppBinding(
  name: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
): readonly GeneratedFile[] {
  requireFreeNames("cpp", "C++", transforms, TAKEN);
  return [
    {
      path: cppHeaderPath(symbols, name),
      text: render("bundle.hpp", {
        name,
        prefix: symbols.prefix,
        macro: macroPrefix(symbols),
        guard: includeGuard(symbols, name, "BUNDLE_HPP"),
        header: `${includeFolder(symbols)}/${name}.h`,
        namespace: qualifiedName(symbols),
        opening: openNamespaces(symbols.namespaces),
        closing: closeNamespaces(symbols.namespaces),
        transforms: boundTransforms(transforms, symbols).map((bound) => viewOf(bound, symbols)),
      }),
    },
  ];
}

function viewOf(bound: BoundTransform, symbols: Symbols): CppTransformView {
  const { name, symbol, title, parameters } = bound;
  const hasComplex = parameters.some((one) => one.role === "array" && COMPLEX.has(one.element));
  return {
    name,
    symbol,
    title,
    header: `${includeFolder(symbols)}/${name}.h`,
    calls: [callOf(bound, new Map()), ...(hasComplex ? [callOf(bound, COMPLEX)] : [])],
  };
}

/** Parameters whose elements have the types that `types` gives them, and CUDA's without. */
function callOf({ parameters }: BoundTransform, types: ReadonlyMap<string, string>): CppTransformView["calls"][number] {
  const all = parameters.map((parameter) => {
    const { name } = parameter;
    switch (parameter.role) {
      case "array": {
        const { element } = parameter;
        const constant = parameter.array === "out" ? "" : "const ";
        const other = types.get(element);
        return {
          declared: `${constant}${other ?? element}* ${name}`,
          passed: other === undefined ? name : `reinterpret_cast<${constant}${element}*>(${name})`,
        };
      }
      case "workspace":
        return { declared: `void* ${name}`, passed: name };
      case "batch":
      case "stride":
        return { declared: `std::size_t ${name}`, passed: name };
      case "number":
        return { declared: `${parameter.number} ${name}`, passed: name };
      case "stream":
        return { declared: `cudaStream_t ${name} = nullptr`, passed: name };
    }
  });
  return {
    declared: all.map(({ declared }) => declared).join(", "),
    passed: all.map(({ passed }) => passed).join(", "),
    elements: types.size === 0 ? "" : ", of std::complex numbers",
  };
}
