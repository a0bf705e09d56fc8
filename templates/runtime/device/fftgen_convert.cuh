// Conversions between memory and registers where arrays hold numbers in another type than is computed with: whole
// numbers of up to 16 bits, and what of floating-point numbers the other files have not.
//
// Whole numbers are exact in single precision. Into them the nearest is taken, of two the even one; what lies beyond
// the limits of the type becomes the limit, and NaN becomes 0 (PTX: cvt.rni; the limits of 32 bits are cvt's own).
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "fftgen_device.cuh"

namespace fftgen {

__device__ __forceinline__ float2 to_float2(uchar2 x) { return make_float2(x.x, x.y); }
__device__ __forceinline__ float2 to_float2(char2 x) { return make_float2(x.x, x.y); }
__device__ __forceinline__ float2 to_float2(ushort2 x) { return make_float2(x.x, x.y); }
__device__ __forceinline__ float2 to_float2(short2 x) { return make_float2(x.x, x.y); }

/// Each part rounded to nearest even.
__device__ __forceinline__ float2 to_float2(double2 x) {
  return make_float2(static_cast<float>(x.x), static_cast<float>(x.y));
}

__device__ __forceinline__ double2 to_double2(float2 x) { return make_double2(x.x, x.y); }
__device__ __forceinline__ double2 to_double2(uchar2 x) { return make_double2(x.x, x.y); }
__device__ __forceinline__ double2 to_double2(char2 x) { return make_double2(x.x, x.y); }
__device__ __forceinline__ double2 to_double2(ushort2 x) { return make_double2(x.x, x.y); }
__device__ __forceinline__ double2 to_double2(short2 x) { return make_double2(x.x, x.y); }

/// Rounded once, to nearest even.
__device__ __forceinline__ __half2 to_half2(double2 x) {
  return __halves2half2(__double2half(x.x), __double2half(x.y));
}
__device__ __forceinline__ __nv_bfloat162 to_bfloat162(double2 x) {
  return __halves2bfloat162(__double2bfloat16(x.x), __double2bfloat16(x.y));
}

/// The nearest whole number from `least` to `most`, of two the even one; 0 for NaN.
__device__ __forceinline__ int nearest(float x, int least, int most) { return min(max(__float2int_rn(x), least), most); }
__device__ __forceinline__ int nearest(double x, int least, int most) {
  return min(max(__double2int_rn(x), least), most);
}

template <typename Real>
__device__ __forceinline__ uint8_t to_u8(Real x) {
  return static_cast<uint8_t>(nearest(x, 0, 255));
}
template <typename Real>
__device__ __forceinline__ int8_t to_i8(Real x) {
  return static_cast<int8_t>(nearest(x, -128, 127));
}
template <typename Real>
__device__ __forceinline__ uint16_t to_u16(Real x) {
  return static_cast<uint16_t>(nearest(x, 0, 65535));
}
template <typename Real>
__device__ __forceinline__ int16_t to_i16(Real x) {
  return static_cast<int16_t>(nearest(x, -32768, 32767));
}

template <typename Complex>
__device__ __forceinline__ uchar2 to_uchar2(Complex x) {
  return make_uchar2(to_u8(x.x), to_u8(x.y));
}
template <typename Complex>
__device__ __forceinline__ char2 to_char2(Complex x) {
  return make_char2(to_i8(x.x), to_i8(x.y));
}
template <typename Complex>
__device__ __forceinline__ ushort2 to_ushort2(Complex x) {
  return make_ushort2(to_u16(x.x), to_u16(x.y));
}
template <typename Complex>
__device__ __forceinline__ short2 to_short2(Complex x) {
  return make_short2(to_i16(x.x), to_i16(x.y));
}

}  // namespace fftgen
