// Calls of packages whose arrays are not dense: the driver has one array of complex numbers in and one out, and knows no strides.
import type { HostProgram } from "../../generator/kernel/host-program.js";
import { signatureOf } from "../../generator/emit/signature.js";
import { isComplex, type Transform } from "../../generator/plan/transform.js";
import type { ComplexNumbers } from "../../generator/definition/direct-dft.js";
import type { Storage } from "../../generator/plan/storage.js";
import { parts } from "./interleaved.js";

export interface ArrayCall {
  readonly name: string;
  readonly transform: Transform;
  readonly host: HostProgram;
  readonly batch: number;
  /** Numbers that either array has room for. */
  readonly room: number;
  /** What the caller says of strides. */
  readonly said: ReadonlyMap<string, number>;
  /** Each byte of the output before, where it is no input. */
  readonly filledWith: number;
  /** What the sides are stored in; absent: as the driver has them. */
  readonly stored?: { readonly input: Storage; readonly output: Storage };
}

/** Types of C++. */
const NUMBERS = {
  ...{ f64: "double", f32: "float", f16: "__half", bf16: "__nv_bfloat16" },
  ...{ u8: "uint8_t", i8: "int8_t", u16: "uint16_t", i16: "int16_t" },
} as const;
const COMPLEX = {
  ...{ f64: "double2", f32: "float2", f16: "__half2", bf16: "__nv_bfloat162" },
  ...{ u8: "uchar2", i8: "char2", u16: "ushort2", i16: "short2" },
} as const;

/** A call as the driver makes it, as arguments of `describe` behind the name. */
export function describedCall(call: ArrayCall): string {
  const { name, transform, host, batch, room, said, filledWith } = call;
  const number = NUMBERS[transform.precision];
  const { input, output } = call.stored ?? { input: transform.precision, output: transform.precision };
  const element = isComplex(transform) ? `${number}2` : number;
  const count = (isComplex(transform) ? 2 : 1) * room;
  const { pointers, strides } = signatureOf(host, transform);
  const pointer = (text: string): string => {
    const [array, part] = text.split("_");
    const constant = array === "in" ? "const " : "";
    const storage = array === "in" ? input : output;
    const own = NUMBERS[storage];
    return part === undefined
      ? `reinterpret_cast<${constant}${isComplex(transform) ? COMPLEX[storage] : own}*>(${array}_own)`
      : `reinterpret_cast<${constant}${own}*>(${array}_own)${part === "im" ? ` + ${room}` : ""}`;
  };
  const passed = [
    ...pointers.map((one) => pointer(one.name)),
    "workspace",
    String(batch),
    ...strides.map((stride) => String(said.get(stride))),
    "stream",
  ].join(", ");
  return [
    `${room}, [](std::size_t) { return fftgen_${name}_workspace_bytes(${batch}); },`,
    `+[](const ${element}* in, ${element}* out, void* workspace, std::size_t, cudaStream_t stream) {`,
    ...(transform.placement === "in-place"
      ? []
      : [`  cudaMemsetAsync(out, ${filledWith}, ${room} * sizeof(*out), stream);`]),
    ...(input === transform.precision
      ? ["  const void* const in_own = in;"]
      : [`  const void* const in_own = stored<${NUMBERS[input]}>(reinterpret_cast<const ${number}*>(in), ${count});`]),
    ...(output === transform.precision
      ? ["  void* const out_own = out;", `  return fftgen_${name}_execute(${passed}); }`]
      : [
          `  void* const out_own = stored<${NUMBERS[output]}>(reinterpret_cast<const ${number}*>(out), ${count});`,
          `  const cudaError_t status = fftgen_${name}_execute(${passed});`,
          "  cudaStreamSynchronize(stream);",
          `  unstored(static_cast<const ${NUMBERS[output]}*>(out_own), reinterpret_cast<${number}*>(out), ${count});`,
          "  return status; }",
        ]),
  ].join("\n      ");
}

/** Complex numbers as they lie in an array of as many elements. */
export const laid = (planar: boolean, { re, im }: ComplexNumbers): Float64Array =>
  planar
    ? Float64Array.from([...re, ...im])
    : Float64Array.from(
        { length: 2 * re.length },
        (_, place) => (place % 2 === 0 ? re : im)[Math.floor(place / 2)] ?? NaN,
      );

/** And back. */
export const unlaid = (planar: boolean, numbers: ArrayLike<number>): ComplexNumbers => {
  const all = Float64Array.from(numbers);
  return planar ? { re: all.slice(0, all.length / 2), im: all.slice(all.length / 2) } : parts(all);
};
