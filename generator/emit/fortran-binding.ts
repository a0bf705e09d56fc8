// The Fortran module of a bundle: interfaces of its C functions.
import { createHash } from "node:crypto";
import { boundErrors, boundTransforms, inColumns, type BoundTransform } from "./bound-transforms.js";
import type { FortranTransformView } from "./binding-views.js";
import type { GeneratedFile } from "./files.js";
import { wrap } from "./lines.js";
import type { LinkedTransform } from "./linked-transform.js";
import { render } from "./render.js";
import type { Parameter } from "./signature.js";
import type { Symbols } from "./symbols.js";

export const fortranPath = (name: string): string => `fortran/${name}.f90`;

/** Elements in Fortran, by their types in C++. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ["float2", "complex(c_float_complex)"],
  ["double2", "complex(c_double_complex)"],
  ["float", "real(c_float)"],
  ["double", "real(c_double)"],
  ["__half2", "pairs of 16-bit numbers"],
  ["__nv_bfloat162", "pairs of bfloat16 numbers"],
  ["__half", "16-bit numbers"],
  ["__nv_bfloat16", "bfloat16 numbers"],
  ["int8_t", "integer(c_int8_t)"],
  ["int16_t", "integer(c_int16_t)"],
  ["uint8_t", "unsigned 8-bit numbers"],
  ["uint16_t", "unsigned 16-bit numbers"],
  ["char2", "pairs of 8-bit integers"],
  ["short2", "pairs of 16-bit integers"],
  ["uchar2", "pairs of unsigned 8-bit numbers"],
  ["ushort2", "pairs of unsigned 16-bit numbers"],
]);

/** Columns of comments. */
const WIDTH = 112;

/** The most characters of a name in Fortran, and those of the hash in one that is cut. */
const LONGEST_NAME = 63;
const HASH_DIGITS = 8;

const LONGEST_SUFFIX = "_workspace_bytes";

export function fortranBinding(
  name: string,
  transforms: readonly LinkedTransform[],
  symbols: Symbols,
): readonly GeneratedFile[] {
  const views = boundTransforms(transforms, symbols).map(viewOf);
  return [
    {
      path: fortranPath(name),
      text: render("bundle.f90", {
        name,
        prefix: symbols.prefix,
        errors: boundErrors(transforms, symbols).flatMap(({ name: error, number, what }) =>
          wrap(`${number} (${error}): ${what}`, WIDTH - 2).map((line, index) => `${index === 0 ? "" : "  "}${line}`),
        ),
        public: views.flatMap(({ execute, workspaceBytes, prepare, prepares }) => [
          execute,
          workspaceBytes,
          ...(prepares === "" ? [] : [prepare]),
        ]),
        transforms: views,
      }),
    },
  ];
}

function viewOf(one: BoundTransform): FortranTransformView {
  const stem = stemOf(one);
  return {
    ...one,
    contract: one.contract.flatMap((sentence) => wrap(sentence, WIDTH)),
    workspace: wrap(
      `Bytes of device memory that ${stem}_execute needs as workspace for so many arrays: ${one.workspaceNote}.`,
      WIDTH,
    ),
    texts: inColumns(one.texts, WIDTH),
    declared: one.parameters.map(
      (parameter) => `${typeOf(parameter)}, value :: ${parameter.name}${elementNote(parameter)}`,
    ),
    passed: brokenList(one.parameters.map(({ name }) => name)),
    prepares: one.prepares ? "yes" : "",
    execute: `${stem}_execute`,
    workspaceBytes: `${stem}_workspace_bytes`,
    prepare: `${stem}_prepare`,
  };
}

/** What the names of a transform's functions begin with: where a name in C is longer than Fortran's may be, a hash stands for its end. */
function stemOf({ symbol }: BoundTransform): string {
  const most = LONGEST_NAME - LONGEST_SUFFIX.length;
  if (symbol.length <= most) return symbol;
  const hash = createHash("sha256").update(symbol).digest("hex").slice(0, HASH_DIGITS);
  return `${symbol.slice(0, most - HASH_DIGITS - 1).replace(/_+$/u, "")}_${hash}`;
}

function typeOf(parameter: Parameter): string {
  switch (parameter.role) {
    case "array":
    case "workspace":
      return "type(c_ptr)";
    case "batch":
    case "stride":
      return "integer(c_size_t)";
    case "number":
      return parameter.number === "double" ? "real(c_double)" : "real(c_float)";
    case "stream":
      return "integer(c_intptr_t)";
  }
}

/** `  ! complex(c_float_complex)`: the elements that a pointer is to. */
const elementNote = (parameter: Parameter): string =>
  parameter.role === "array" ? `  ! ${ELEMENTS.get(parameter.element) ?? ""}` : "";

/** Arguments, on lines that Fortran takes. */
const brokenList = (names: readonly string[]): string => wrap(names.join(", "), 80).join(" &\n        ");
