// The C++ type of a complex number: real part x, imaginary part y.
import type { NumberFormat } from "../plan/transform.js";

export const complexType = (storage: NumberFormat): string => COMPLEX[storage];

const COMPLEX = { f64: "double2", f32: "float2", f16: "__half2", bf16: "__nv_bfloat162" } as const;
