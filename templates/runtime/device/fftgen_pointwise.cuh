// Device functions of expressions: what becomes of each element as it is loaded or stored. Real numbers are computed
// with by operators; a complex number is a float2 or a double2.
#pragma once

#include <cuda_runtime.h>

#include "fftgen_device.cuh"

namespace fftgen {

/// What a function makes of both parts of a complex number, which are two real ones.
template <typename Function>
__device__ __forceinline__ float2 each(float2 x, Function function) {
  return make_float2(function(x.x), function(x.y));
}
template <typename Function>
__device__ __forceinline__ double2 each(double2 x, Function function) {
  return make_double2(function(x.x), function(x.y));
}

/// A real number as a complex one.
__device__ __forceinline__ float2 complex_of(float x) { return make_float2(x, 0.0f); }
__device__ __forceinline__ double2 complex_of(double x) { return make_double2(x, 0.0); }

__device__ __forceinline__ float2 complex_plus(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ double2 complex_plus(double2 a, double2 b) { return make_double2(a.x + b.x, a.y + b.y); }

__device__ __forceinline__ float2 complex_minus(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ double2 complex_minus(double2 a, double2 b) { return make_double2(a.x - b.x, a.y - b.y); }

/// x / divisor, rounded as a division is, by the divisor's reciprocal: two multiply-adds instead of its branches (Markstein,
/// "Computation of elementary functions on the IBM RISC System/6000 processor", 1990, theorem 8). Infinities stay.
__device__ __forceinline__ float over(float x, float divisor, float reciprocal) {
  const float quotient = x * reciprocal;
  const float rest = fmaf(-quotient, divisor, x);
  return rest == rest ? fmaf(rest, reciprocal, quotient) : quotient;
}
__device__ __forceinline__ double over(double x, double divisor, double reciprocal) {
  const double quotient = x * reciprocal;
  const double rest = fma(-quotient, divisor, x);
  return rest == rest ? fma(rest, reciprocal, quotient) : quotient;
}

/// Both parts divided by a real number.
__device__ __forceinline__ float2 complex_over(float2 a, float b) { return make_float2(a.x / b, a.y / b); }
__device__ __forceinline__ double2 complex_over(double2 a, double b) { return make_double2(a.x / b, a.y / b); }
__device__ __forceinline__ float2 complex_over(float2 a, float divisor, float reciprocal) {
  return make_float2(over(a.x, divisor, reciprocal), over(a.y, divisor, reciprocal));
}
__device__ __forceinline__ double2 complex_over(double2 a, double divisor, double reciprocal) {
  return make_double2(over(a.x, divisor, reciprocal), over(a.y, divisor, reciprocal));
}

__device__ __forceinline__ float2 complex_negative(float2 a) { return make_float2(-a.x, -a.y); }
__device__ __forceinline__ double2 complex_negative(double2 a) { return make_double2(-a.x, -a.y); }

__device__ __forceinline__ float2 conj(float2 a) { return make_float2(a.x, -a.y); }
__device__ __forceinline__ double2 conj(double2 a) { return make_double2(a.x, -a.y); }

/// The frequency at an index, from -length / 2 on.
__device__ __forceinline__ int signed_frequency(unsigned index, unsigned length) {
  return static_cast<int>(index) - static_cast<int>(2u * index < length ? 0u : length);
}

/// The weight of a window, or 0 where it has none.
__device__ __forceinline__ float window_weight(const float* weights, unsigned points, unsigned place) {
  return place < points ? weights[place] : 0.0f;
}
__device__ __forceinline__ double window_weight(const double* weights, unsigned points, unsigned place) {
  return place < points ? weights[place] : 0.0;
}

/// The square of the magnitude.
__device__ __forceinline__ float abs2(float2 a) { return a.x * a.x + a.y * a.y; }
__device__ __forceinline__ double abs2(double2 a) { return a.x * a.x + a.y * a.y; }

}  // namespace fftgen
