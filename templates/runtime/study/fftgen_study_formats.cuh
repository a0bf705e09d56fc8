// The number formats of the study: their names, and the conversions to a wider format and back. Arithmetic is in the
// wider format and rounded once: sums, differences and products are then those of the format itself (for half and
// bfloat16 too, since a float has more than twice their digits and two).
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace fftgen::study {

__host__ __device__ inline double widen(double value) { return value; }
__host__ __device__ inline float widen(float value) { return value; }
__host__ __device__ inline float widen(__half value) { return __half2float(value); }
__host__ __device__ inline float widen(__nv_bfloat16 value) { return __bfloat162float(value); }

/** `narrow` rounds to nearest; a double becomes half or bfloat16 by way of float. */
template <typename T>
struct Format;

template <>
struct Format<double> {
  static constexpr const char* name = "f64";
  __host__ __device__ static double narrow(double value) { return value; }
};

template <>
struct Format<float> {
  static constexpr const char* name = "f32";
  __host__ __device__ static float narrow(double value) { return static_cast<float>(value); }
  __host__ __device__ static float narrow(float value) { return value; }
};

template <>
struct Format<__half> {
  static constexpr const char* name = "f16";
  __host__ __device__ static __half narrow(float value) { return __float2half_rn(value); }
};

template <>
struct Format<__nv_bfloat16> {
  static constexpr const char* name = "bf16";
  __host__ __device__ static __nv_bfloat16 narrow(float value) { return __float2bfloat16_rn(value); }
};

}  // namespace fftgen::study
