// The parameters of a transform's execute function: its arrays, whole or planar, the workspace, and strides that the caller
// supplies.
import { computedIn, storageBytes } from "../plan/storage.js";
import { at, unreachable } from "../failure/errors.js";
import { inputArray, outputArray, type GlobalArray } from "../kernel/program.js";
import type { HostProgram } from "../kernel/host-program.js";
import { CALLED_FACTOR } from "../kernel/called-factor.js";
import { arraysOf, hostArrays, type ArraySpec } from "../plan/arrays.js";
import type { Transform } from "../plan/transform.js";
import { elementArguments } from "../plan/element-functions.js";
import type { Argument } from "../pointwise/arguments.js";
import { operandElement } from "./argument-types.js";
import { elementText, arrayType, numberType } from "./element-text.js";

export interface Signature {
  readonly pointers: readonly Pointer[];
  /** Names of strides, in the order in which they are passed. */
  readonly strides: readonly string[];
  /** Whether a factor of all outputs is passed, before the strides. */
  readonly takesFactor: boolean;
  /** What expressions take, before the strides, too. */
  readonly arguments: readonly Argument[];
  /** Pointers among them, aligned to an element. */
  readonly operands: readonly { readonly name: string; readonly bytes: number }[];
  /** In the order of the call. */
  readonly parameters: readonly Parameter[];
  /** Parameters in C, as declared and as passed on. */
  readonly declared: string;
  readonly passed: string;
}

/** A parameter of execute; types are those of C++. */
export type Parameter =
  | {
      readonly role: "array";
      readonly name: string;
      readonly array: "in" | "out" | "operand";
      readonly element: string;
    }
  | { readonly role: "number"; readonly name: string; readonly number: string }
  | { readonly role: "workspace" | "batch" | "stride" | "stream"; readonly name: string };

/** A pointer to one of the caller's arrays. */
export interface Pointer {
  readonly name: string;
  readonly array: "in" | "out";
  /** For planar arrays: the part that the array holds, and its C++ type. */
  readonly part: { readonly name: "real" | "imaginary"; readonly type: string } | undefined;
}

export const signatureOf = ({ launches, parameters }: HostProgram, transform: Transform): Signature =>
  signature(
    transform,
    userArray(inputArray(at(launches, 0).kernel)),
    userArray(outputArray(at(launches, launches.length - 1).kernel)),
    parameters,
  );

/** Of complex elements an expression may give real numbers. */
const userArray = ({ planar, direction, element: { storage, by } }: GlobalArray): UserArray => ({
  planar,
  storage,
  ...(direction === "written" && by?.takes === "complex" && by.gives === "real" ? { single: true } : {}),
});

/** The signature for any plan. */
export function signatureOfTransform(transform: Transform): Signature {
  const arrays = arraysOf(transform);
  return signature(transform, arrays.input, arrays.output, hostArrays(arrays).parameters);
}

type UserArray = Pick<ArraySpec, "planar" | "storage" | "single">;

function signature(transform: Transform, input: UserArray, output: UserArray, strides: readonly string[]): Signature {
  const ends = { in: input, out: output };
  const takesFactor = transform.scaling === "run-time";
  const taken = elementArguments(transform);
  const precision = computedIn(transform.precision);
  const pointers = (["in", "out"] as const).flatMap((array): readonly Pointer[] => {
    const { planar, storage } = ends[array];
    const type = numberType(storage);
    return planar
      ? [
          { name: `${array}_re`, array, part: { name: "real", type } },
          { name: `${array}_im`, array, part: { name: "imaginary", type } },
        ]
      : [{ name: array, array, part: undefined }];
  });
  const all: readonly Parameter[] = [
    ...pointers.map(({ name, array, part }): Parameter => ({
      role: "array",
      name,
      array,
      element: part?.type ?? arrayType(transform, array === "in" ? "input" : "output", ends[array]),
    })),
    { role: "workspace", name: "workspace" },
    { role: "batch", name: "batch" },
    ...(takesFactor ? [{ role: "number", name: CALLED_FACTOR, number: numberType(precision) } as const] : []),
    ...taken.map((argument): Parameter => {
      const { name } = argument;
      return argument.kind === "scalar"
        ? { role: "number", name, number: numberType(precision) }
        : { role: "array", name, array: "operand", element: operandElement(argument.isComplex, precision) };
    }),
    ...strides.map((name) => ({ role: "stride", name }) as const),
    { role: "stream", name: "stream" },
  ];
  return {
    pointers,
    strides,
    takesFactor,
    arguments: taken,
    operands: taken.flatMap((one) =>
      one.kind === "operand" ? [{ name: one.name, bytes: storageBytes(precision) * (one.isComplex ? 2 : 1) }] : [],
    ),
    parameters: all,
    declared: all.map((parameter) => `${typeOf(parameter)} ${parameter.name}`).join(", "),
    passed: all.map(({ name }) => name).join(", "),
  };
}

/** In C. */
function typeOf(parameter: Parameter): string {
  switch (parameter.role) {
    case "array":
      return `${parameter.array === "out" ? "" : "const "}${parameter.element}*`;
    case "workspace":
      return "void*";
    case "batch":
    case "stride":
      return "size_t";
    case "number":
      return parameter.number;
    case "stream":
      return "cudaStream_t";
    default:
      return unreachable(parameter);
  }
}

/** `const float2*`; `Planar<const float, float2>` for planar arrays. */
export function pointerText({ element, planar, direction }: GlobalArray): string {
  const constant = direction === "read" ? "const " : "";
  return planar
    ? `Planar<${constant}${numberType(element.storage)}, ${elementText(element)}>`
    : `${constant}${elementText(element)}*`;
}

/** The caller's array in the form of the kernels' parameters. */
export const callersArray = (name: "in" | "out", array: GlobalArray): string =>
  array.planar ? `${pointerText(array)}{${name}_re, ${name}_im}` : name;

/** Elements from one member of the batch to the next. */
export const distanceText = ({ distance }: GlobalArray, literal: (stride: number) => string): string =>
  typeof distance === "number" ? literal(distance) : distance.parameter;
