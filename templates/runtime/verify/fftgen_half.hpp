// Elements of 16 bits, and pairs of them.
#pragma once

#include "fftgen_element.hpp"

// A CUDA runtime without these types (a test's stand-in) transforms no such elements.
#if __has_include(<cuda_fp16.h>)

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace fftgen::verify {

/** IEEE half precision: 11 bits, with an exponent range so small that tests must respect it. */
template <>
struct Number<__half> {
  static constexpr const char* precision = "f16";
  static constexpr int mantissa_bits = 11;
  static constexpr double roundoff = 0x1p-11;
  static constexpr int smallest_exponent = -24;
  static constexpr int largest_exponent = 15;
  static constexpr int factor_bits = 4;
  static constexpr int short_bits = 6;
  __host__ __device__ static double widen(__half value) { return __half2float(value); }
  __host__ __device__ static __half narrow(double value) { return __double2half(value); }
};

/** bfloat16: the upper half of a float, 8 bits. */
template <>
struct Number<__nv_bfloat16> {
  static constexpr const char* precision = "bf16";
  static constexpr int mantissa_bits = 8;
  static constexpr double roundoff = 0x1p-8;
  static constexpr int smallest_exponent = -133;
  static constexpr int largest_exponent = 127;
  static constexpr int factor_bits = 3;
  static constexpr int short_bits = 4;
  __host__ __device__ static double widen(__nv_bfloat16 value) { return __bfloat162float(value); }
  __host__ __device__ static __nv_bfloat16 narrow(double value) { return __double2bfloat16(value); }
};

template <>
struct Element<__half2> : ComplexElement<__half2, __half> {};
template <>
struct Element<__nv_bfloat162> : ComplexElement<__nv_bfloat162, __nv_bfloat16> {};

}  // namespace fftgen::verify

#endif  // cuda_fp16.h
