// The C++ type of a complex number.
import type { Precision } from "../plan/transform.js";

export const complexType = ({ precision }: { readonly precision: Precision }): string =>
  precision === "f32" ? "float2" : "double2";
