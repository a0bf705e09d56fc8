// Arithmetic of butterflies in 16-bit precision: an instruction handles two numbers at once, so a thread computes two
// butterflies together; their real parts share a register, and so do their imaginary parts.
//
// P is the type of two numbers, __half2 or __nv_bfloat162.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstring>

#include "fftgen_device.cuh"
#include "fftgen_matrix.cuh"

namespace fftgen {

/// One complex number of each of two butterflies: the real parts in x, the imaginary parts in y.
template <typename P>
struct Pair {
  P x;
  P y;
};

__device__ __forceinline__ __half2 low_parts(__half2 a, __half2 b) { return __lows2half2(a, b); }
__device__ __forceinline__ __half2 high_parts(__half2 a, __half2 b) { return __highs2half2(a, b); }
__device__ __forceinline__ __nv_bfloat162 low_parts(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __lows2bfloat162(a, b);
}
__device__ __forceinline__ __nv_bfloat162 high_parts(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __highs2bfloat162(a, b);
}

/// The pair of two complex numbers, each with its real part in x and its imaginary part in y.
template <typename P>
__device__ __forceinline__ Pair<P> pair_of(P a, P b) {
  return {low_parts(a, b), high_parts(a, b)};
}

/// The same number for both butterflies.
template <typename P>
__device__ __forceinline__ Pair<P> pair_of(P a) {
  return pair_of(a, a);
}

/// The two complex numbers of a pair.
template <typename P>
__device__ __forceinline__ P first_of(Pair<P> pair) {
  return low_parts(pair.x, pair.y);
}

template <typename P>
__device__ __forceinline__ P second_of(Pair<P> pair) {
  return high_parts(pair.x, pair.y);
}

/// The 16-bit number with these bits, for both butterflies.
template <typename P>
__device__ __forceinline__ P both(unsigned bits) {
  const unsigned word = bits | bits << 16;
  P pair;
  memcpy(static_cast<void*>(&pair), &word, sizeof(word));
  return pair;
}

/// A root of unity, each part rounded from single precision to nearest.
template <typename P>
__device__ __forceinline__ P rounded_root(float2 root);

template <>
__device__ __forceinline__ __half2 rounded_root<__half2>(float2 root) {
  return to_half2(root);
}

template <>
__device__ __forceinline__ __nv_bfloat162 rounded_root<__nv_bfloat162>(float2 root) {
  return to_bfloat162(root);
}

/// An entry of a table of roots of unity; its parts share a word.
template <typename P>
__device__ __forceinline__ P load_root(const unsigned* entry) {
  const unsigned word = load_table(entry);
  P root;
  memcpy(static_cast<void*>(&root), &word, sizeof(word));
  return root;
}

/// a * factor for a power of two, given by its bits.
template <typename P>
__device__ __forceinline__ P scale_exactly(P a, unsigned bits) {
  return a * both<P>(bits);
}

/// a * factor for any real factor, in single precision.
__device__ __forceinline__ __half2 scale(__half2 a, float factor) { return to_half2(scale(to_float2(a), factor)); }

__device__ __forceinline__ __nv_bfloat162 scale(__nv_bfloat162 a, float factor) {
  return to_bfloat162(scale(to_float2(a), factor));
}

}  // namespace fftgen
