// Calls of packages of real transforms: the driver has one array of complex numbers in and one out, of which these are parts.
import { arraysOf, spanOf, usualStride, type ArraySpec } from "../../generator/plan/arrays.js";
import type { RealTransform } from "../../generator/plan/transform.js";

export interface RealCall {
  readonly name: string;
  readonly transform: RealTransform;
  readonly batch: number;
}

/** Complex numbers that either array has room for. */
export const roomOf = ({ transform, batch }: RealCall): number => {
  const { input, output } = arraysOf(transform);
  const numbers = [input, output].map(
    (array) => ((batch - 1) * usualStride(array.distance) + spanOf(array)) * (array.content?.kind === "reals" ? 1 : 2),
  );
  return Math.ceil(Math.max(...numbers) / 2) + 4;
};

/** A call as the driver makes it: one array of complex numbers in, one out, of so many. */
export function describedRealCall(one: RealCall): string {
  const { name, transform, batch } = one;
  const number = transform.precision === "f64" ? "double" : "float";
  const room = roomOf(one);
  const { input, output } = arraysOf(transform);
  // Of planar ones the imaginary parts lie behind room for all real ones.
  const pointers = (name: "in" | "out", { planar, content }: ArraySpec): string => {
    const type = `${name === "in" ? "const " : ""}${number}${planar || content?.kind === "reals" ? "" : "2"}*`;
    const cast = `reinterpret_cast<${type}>(${name})`;
    return planar ? `${cast}, ${cast} + ${room}` : cast;
  };
  const cast = `${pointers("in", input)}, ${pointers("out", output)}`;
  return `${room}, [](std::size_t) { return fftgen_${name}_workspace_bytes(${batch}); },
      +[](const ${number}2* in, ${number}2* out, void* workspace, std::size_t, cudaStream_t stream) {
      if (in != out) cudaMemsetAsync(out, 0, ${room} * sizeof(*out), stream);
      return fftgen_${name}_execute(${cast}, workspace, ${batch}, stream); }`;
}
