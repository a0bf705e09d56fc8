// The Rust crate of a bundle: unsafe functions of raw pointers with results, and memory for programs without another crate for CUDA.
import {
  asList,
  boundErrors,
  boundTransforms,
  libraryVariable,
  requireFreeNames,
  withoutIn,
  type BoundTransform,
} from "./bound-transforms.js";
import type { BoundTransformView } from "./binding-views.js";
import type { GeneratedFile } from "./files.js";
import { wrap } from "./lines.js";
import type { LinkedTransform } from "./linked-transform.js";
import { packageVersion } from "./package-version.js";
import { render } from "./render.js";
import type { Parameter } from "./signature.js";
import type { Symbols } from "./symbols.js";

export const RUST_CRATE = "rust/Cargo.toml";

/** Columns of comments in modules. */
const WIDTH = 92;

/** Words of Rust that are none of C++, and what the crate itself has. */
const TAKEN =
  "abstract as async await become box crate dyn fn gen impl in let loop macro match mod move mut override priv pub ref self super trait " +
  "type unsafe unsized use where yield Complex Error Stream F16 Bf16 Element DeviceArray runtime std core alloc";

/** Types of elements, by those of C++. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ["float2", "Complex<f32>"],
  ["double2", "Complex<f64>"],
  ["__half2", "Complex<F16>"],
  ["__nv_bfloat162", "Complex<Bf16>"],
  ["float", "f32"],
  ["double", "f64"],
  ["__half", "F16"],
  ["__nv_bfloat16", "Bf16"],
  ["uint8_t", "u8"],
  ["int8_t", "i8"],
  ["uint16_t", "u16"],
  ["int16_t", "i16"],
  ["uchar2", "Complex<u8>"],
  ["char2", "Complex<i8>"],
  ["ushort2", "Complex<u16>"],
  ["short2", "Complex<i16>"],
]);

const SHORTS = [
  { name: "F16", what: "A 16-bit number of IEEE 754, by its bits." },
  { name: "Bf16", what: "The upper half of an f32, by its bits." },
] as const;

export function rustBinding(
  name: string,
  title: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
  sources: readonly GeneratedFile[],
  isHost: boolean,
): readonly GeneratedFile[] {
  requireFreeNames("rust", "Rust", transforms, TAKEN);
  const views = boundTransforms(transforms, symbols, withoutIn).map(viewOf);
  const variable = libraryVariable(name);
  const declared = views.flatMap((view) => view.declared).join(" ");
  // What Cargo takes as a version has three parts, and may have a hash behind them.
  const version = packageVersion(sources).replace(/^(\d+\.\d+\.\d+)\./u, "$1+");
  return [
    { path: RUST_CRATE, text: render("Cargo.toml", { name, version, title }) },
    { path: "rust/build.rs", text: render("build.rs", { name, variable, emulated: isHost ? "yes" : "" }) },
    {
      path: "rust/src/lib.rs",
      text: render("lib.rs", {
        name,
        prefix: symbols.prefix,
        variable,
        errors: boundErrors(transforms, symbols).map((error) => ({ ...error, number: String(error.number) })),
        shorts: SHORTS.filter((short) => new RegExp(`\\b${short.name}\\b`, "u").test(declared)),
        transforms: views,
      }),
    },
  ];
}

const viewOf = (bound: BoundTransform): BoundTransformView => ({
  ...bound,
  contract: bound.contract.flatMap((sentence) => wrap(sentence, WIDTH)),
  workspace: wrap(`Bytes of device memory that [\`execute\`] needs as workspace: ${bound.workspaceNote}.`, WIDTH),
  texts: asList(bound.texts, WIDTH),
  declared: bound.parameters.map((parameter) => `${parameter.name}: ${typeOf(parameter)},`),
  passed: passedText(bound.parameters.map(({ name }) => name)),
  prepares: bound.prepares ? "yes" : "",
});

/** Arguments as rustfmt has them: on one line if all are short. */
function passedText(names: readonly string[]): string {
  const separator = names.every((name) => name.length <= 10) ? ", " : `,\n${" ".repeat(12)}`;
  return names.join(separator);
}

function typeOf(parameter: Parameter): string {
  switch (parameter.role) {
    case "array":
      return `*${parameter.array === "out" ? "mut" : "const"} ${ELEMENTS.get(parameter.element) ?? "c_void"}`;
    case "workspace":
      return "*mut c_void";
    case "batch":
    case "stride":
      return "usize";
    case "number":
      return ELEMENTS.get(parameter.number) ?? "f32";
    case "stream":
      return "Stream";
  }
}
