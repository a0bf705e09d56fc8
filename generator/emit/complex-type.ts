// The C++ type of a complex number: real part x, imaginary part y.
import type { Storage } from "../plan/storage.js";

export const complexType = (storage: Storage): string => COMPLEX[storage];

const COMPLEX = {
  f64: "double2",
  f32: "float2",
  f16: "__half2",
  bf16: "__nv_bfloat162",
  u8: "uchar2",
  i8: "char2",
  u16: "ushort2",
  i16: "short2",
} as const satisfies Record<Storage, string>;
