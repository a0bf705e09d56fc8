// Single-precision butterflies on tensor cores that multiply halves: every number is split into two halves, each with a
// scale shared by a butterfly, and the partial results are added. fftgen_matrix.cuh describes the fragments.
//
// There are three splits: Sorna et al. (HiPC 2018, section IV), Kang et al. (2019, Algorithm 1), and fftgen's own,
// which also splits the matrix: its entries have only 11 bits as halves, which for radices above 4 would limit the
// results.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstring>

#include "fftgen_matrix.cuh"

namespace fftgen {

#ifdef __CUDACC__

// ---- Maxima ---------------------------------------------------------------------------------------------------------

// Maxima over the four lanes that hold a butterfly; all lanes of a warp call them together. Numbers must not be negative;
// NaNs are ignored. They do not order memory accesses.

/// The maximum of x over the lanes with the same lane / 4.
__device__ __forceinline__ float quad_max(float x, CallSite = {}) {
  x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 1));
  return fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 2));
}

/// The maximum of each part of x, rounded down to a power of two (infinity stays infinity, subnormal numbers become 0). From
/// compute capability 8.0 on, the upper halves of both parts are exchanged together, as bfloat16 numbers.
__device__ __forceinline__ float2 quad_powers(float2 x, CallSite = {}) {
  constexpr unsigned exponent = 0x7f800000u;
#if __CUDA_ARCH__ >= 800
  const auto pair_of = [](unsigned bits) {
    __nv_bfloat162 pair;
    memcpy(static_cast<void*>(&pair), &bits, sizeof(bits));
    return pair;
  };
  unsigned both = __byte_perm(__float_as_uint(x.x), __float_as_uint(x.y), 0x7632);
#pragma unroll
  for (unsigned distance = 1; distance < 4; distance *= 2) {
    const __nv_bfloat162 largest = __hmax2(pair_of(both), pair_of(__shfl_xor_sync(0xffffffffu, both, distance)));
    memcpy(&both, static_cast<const void*>(&largest), sizeof(both));
  }
  return make_float2(__uint_as_float(both << 16 & exponent), __uint_as_float(both & exponent));
#else
  return make_float2(__uint_as_float(__float_as_uint(quad_max(x.x)) & exponent),
                     __uint_as_float(__float_as_uint(quad_max(x.y)) & exponent));
#endif
}

#endif  // __CUDACC__

namespace splits {

// ---- Scales ---------------------------------------------------------------------------------------------------------

/// The largest |part| of the points that this lane holds of one butterfly, or `least`.
template <unsigned Radix>
__device__ __forceinline__ float largest_part(const float2* row, float least) {
  float largest = least;
#pragma unroll
  for (unsigned i = 0; i < Radix / 4; ++i) largest = fmaxf(largest, fmaxf(fabsf(row[i].x), fabsf(row[i].y)));
  return largest;
}

/// 1 / power, for powers of two from 2^-126 to 2^126.
__device__ __forceinline__ float inverse_of(float power) {
  return __uint_as_float((254u << 23) - __float_as_uint(power));
}

/// The scale of a butterfly in split_butterfly(): `up` scales its largest |part| to 2^14 .. 2^15, `down` is 1 / up. Halves
/// range from 2^16 down to 2^-24, so that parts keep 22 bits down to 2^-15 of the largest, and smaller parts an absolute
/// error of 2^-39 of the largest. Where all parts are below 2^-112, up is 2^126, and nothing is lost: the smallest number of
/// single precision, 2^-149, becomes 2^-23.
struct Scale {
  static constexpr float least = 0x1p-112f;
  float up;
  float down;

  /// From the largest |part|, rounded down to a power of two. Infinity counts as the next power above the finite ones.
  __device__ static __forceinline__ Scale of(float power) {
    const unsigned exponent = __float_as_uint(power);
    return {__uint_as_float(((254u + 14u) << 23) - exponent), __uint_as_float(exponent - (14u << 23))};
  }
};

/// A power of two as the divisor: the largest |part| becomes 1 to 2, less if it is subnormal, and up to 4 from 2^127 on.
struct PowerDivisor {
  float value;
  float inverse;

  /// For butterflies 0 and 1 of a lane, of which the lane holds `points`.
  template <unsigned Radix>
  __device__ static __forceinline__ void find(PowerDivisor (&divisors)[2], const float2* points, CallSite at) {
    const float2 power = quad_powers(make_float2(largest_part<Radix>(points, 0x1p-126f),
                                                 largest_part<Radix>(points + Radix / 4, 0x1p-126f)), at);
    divisors[0] = of(power.x);
    divisors[1] = of(power.y);
  }

  __device__ __forceinline__ float divide(float x) const { return x * inverse; }

 private:
  __device__ static __forceinline__ PowerDivisor of(float power) {
    const float value = fminf(power, 0x1p126f);
    return {value, inverse_of(value)};
  }
};

/// The largest |part| itself as divisor; 1 if it is zero.
struct PartDivisor {
  float value;

  template <unsigned Radix>
  __device__ static __forceinline__ void find(PartDivisor (&divisors)[2], const float2* points, CallSite at) {
    divisors[0] = of(quad_max(largest_part<Radix>(points, 0.0f), at));
    divisors[1] = of(quad_max(largest_part<Radix>(points + Radix / 4, 0.0f), at));
  }

  __device__ __forceinline__ float divide(float x) const { return x / value; }

 private:
  __device__ static __forceinline__ PartDivisor of(float largest) { return {largest == 0.0f ? 1.0f : largest}; }
};

// ---- Splits with two scales -----------------------------------------------------------------------------------------

template <typename Divisor>
__device__ __forceinline__ __half2 quotient(float2 x, const Divisor& divisor) {
  return to_half2(make_float2(divisor.divide(x.x), divisor.divide(x.y)));
}

/// The high parts are v / s1 rounded to halves, the low parts their rounding errors / s2;
/// y = s1 * (high * matrix) + s2 * (low * matrix). s1 and s2 are chosen in the same way.
template <typename Divisor, unsigned Radix>
__device__ __forceinline__ void scaled_butterfly(float2* y, const float2* v, const MatrixWord<Radix>* matrix,
                                                 CallSite at) {
  Divisor s1[2];
  Divisor s2[2];
  float2 left[Radix / 2];
  __half2 high[Radix / 2];
  __half2 low[Radix / 2];
  Divisor::template find<Radix>(s1, v, at);
#pragma unroll
  for (unsigned i = 0; i < Radix / 2; ++i) {
    const Divisor& divisor = s1[i / (Radix / 4)];
    high[i] = quotient(v[i], divisor);
    const float2 kept = to_float2(high[i]);
    left[i] = make_float2(__fmaf_rn(-divisor.value, kept.x, v[i].x), __fmaf_rn(-divisor.value, kept.y, v[i].y));
  }
  Divisor::template find<Radix>(s2, left, at);
#pragma unroll
  for (unsigned i = 0; i < Radix / 2; ++i) low[i] = quotient(left[i], s2[i / (Radix / 4)]);
#pragma unroll
  for (unsigned block = 0; block < Radix / 4; ++block) {
    float c1[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    float c2[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    products::add_block<Radix>(c1, high, matrix, block, at);
    products::add_block<Radix>(c2, low, matrix, block, at);
#pragma unroll
    for (unsigned row = 0; row < 2; ++row) {
      const float of_low = s2[row].value * c2[2 * row];
      const float of_low_too = s2[row].value * c2[2 * row + 1];
      y[row * (Radix / 4) + block] = make_float2(__fmaf_rn(s1[row].value, c1[2 * row], of_low),
                                                 __fmaf_rn(s1[row].value, c1[2 * row + 1], of_low_too));
    }
  }
}

}  // namespace splits

// ---- Butterflies ----------------------------------------------------------------------------------------------------

// 16 butterflies of Radix points; all lanes of a warp call these functions together. Lanes hold the points as in
// matrix_butterfly(), and y may be v. The real and imaginary parts of a butterfly share its scales, since they are in one
// row of the left matrix. If a butterfly has an infinity or a NaN, all of its results are NaN.

/// Splits the points and the matrix: v * scale = hi + lo with one scale per butterfly, a power of two, and
/// y = (hi * low + lo * high + hi * high) / scale, without lo * low. The matrix is high + low: its entries rounded to
/// halves, and their rounding errors as halves. With Radix 4 low is zero and not read.
template <unsigned Radix>
__device__ __forceinline__ void split_butterfly(float2* y, const float2* v, const MatrixWord<Radix>* high,
                                                const MatrixWord<Radix>* low, CallSite at = CallSite::current()) {
  using splits::Scale;
  const float2 powers = quad_powers(make_float2(splits::largest_part<Radix>(v, Scale::least),
                                                splits::largest_part<Radix>(v + Radix / 4, Scale::least)), at);
  const Scale scales[2] = {Scale::of(powers.x), Scale::of(powers.y)};
  __half2 hi[Radix / 2];
  __half2 lo[Radix / 2];
#pragma unroll
  for (unsigned i = 0; i < Radix / 2; ++i) {
    const float up = scales[i / (Radix / 4)].up;
    const float2 x = make_float2(v[i].x * up, v[i].y * up);
    hi[i] = to_half2(x);
    const float2 kept = to_float2(hi[i]);
    lo[i] = to_half2(make_float2(x.x - kept.x, x.y - kept.y));
  }
#pragma unroll
  for (unsigned block = 0; block < Radix / 4; ++block) {
    float c[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    if constexpr (Radix != 4) products::add_block<Radix>(c, hi, low, block, at);
    products::add_block<Radix>(c, lo, high, block, at);
    products::add_block<Radix>(c, hi, high, block, at);
    y[block] = make_float2(c[0] * scales[0].down, c[1] * scales[0].down);
    y[Radix / 4 + block] = make_float2(c[2] * scales[1].down, c[3] * scales[1].down);
  }
}

/// Sorna et al.: splits the points only, with two scales, which are powers of two. For radix 4, whose matrix is exact in
/// half precision.
template <unsigned Radix>
__device__ __forceinline__ void sorna_butterfly(float2* y, const float2* v, const MatrixWord<Radix>* matrix,
                                                CallSite at = CallSite::current()) {
  splits::scaled_butterfly<splits::PowerDivisor, Radix>(y, v, matrix, at);
}

/// Kang et al.: the same with the largest |parts| themselves as scales. For radix 4; for two butterflies of radix 2, which
/// are one of radix 4 with their matrix twice on the diagonal and share its scales; and for radix 8, where the error is that
/// of the rounded matrix.
template <unsigned Radix>
__device__ __forceinline__ void kang_butterfly(float2* y, const float2* v, const MatrixWord<Radix>* matrix,
                                               CallSite at = CallSite::current()) {
  splits::scaled_butterfly<splits::PartDivisor, Radix>(y, v, matrix, at);
}

}  // namespace fftgen
