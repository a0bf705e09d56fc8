// Butterflies on tensor cores by the other shapes of mma.sync: m16n8k8 alone, and m8n8k4, which has every butterfly in
// one lane and is the only shape of compute capability 7.0. See fftgen_matrix.cuh for the rest.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "fftgen_matrix.cuh"

namespace fftgen {

#ifdef __CUDACC__

/// c += a * b four times at once (mma.m8n8k4), for matrices a of 8 rows and 4 columns and b of 8 columns, each of which
/// 8 lanes hold: those with equal bits 2 and 3. The other bits are the row of a and c and the column of b, which a lane
/// holds as a whole: a0 and a1 are its 4 elements of a, b its 4 elements of b, c its 8 sums.
/// (PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16 floating point type".)
__device__ __forceinline__ void multiply_add_4(__half2 (&c)[4], __half2 a0, __half2 a1, uint2 b, CallSite = {}) {
  unsigned sums[4];
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) sums[i] = products::bits_of(c[i]);
  asm("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(products::bits_of(a0)), "r"(products::bits_of(a1)), "r"(b.x), "r"(b.y));
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) c[i] = products::half2_of(sums[i]);
}

#endif  // __CUDACC__

/// A lane's part of a butterfly's matrix, `Count` words for as many products, from a table with the parts of 32 lanes.
template <unsigned Count, typename Word>
__device__ __forceinline__ void load_words(Word* matrix, const Word* table) {
#pragma unroll
  for (unsigned i = 0; i < Count; ++i) matrix[i] = load_table(table + 32u * i + threadIdx.x % 32u);
}

/// As matrix_butterfly(), with products of 8 columns only: matrix[n * Radix / 4 + s] is the lane's part of rows 8 s to
/// 8 s + 7 and columns 8 n to 8 n + 7.
template <unsigned Radix, typename Pair>
__device__ __forceinline__ void matrix_butterfly_m16n8k8(float2* y, const Pair* v, const unsigned* matrix,
                                                         CallSite at = CallSite::current()) {
#pragma unroll
  for (unsigned block = 0; block < Radix / 4; ++block) {
    float c[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (unsigned step = 0; step < Radix / 4; ++step)
      multiply_add(c, v[step], v[Radix / 4 + step], matrix[block * (Radix / 4) + step], at);
    y[block] = make_float2(c[0], c[1]);
    y[Radix / 4 + block] = make_float2(c[2], c[3]);
  }
}

/// 32 butterflies of Radix points, one in each lane, as products with their matrix; all lanes of a warp call it together.
/// Point r is v[r], and its result y[r]; matrix[n * Radix / 2 + s] is the lane's part of rows 4 s to 4 s + 3 and columns
/// 8 n to 8 n + 7, as multiply_add_4() takes it.
template <unsigned Radix>
__device__ __forceinline__ void matrix_butterfly_m8n8k4(__half2* y, const __half2* v, const uint2* matrix,
                                                        CallSite at = CallSite::current()) {
#pragma unroll
  for (unsigned block = 0; block < Radix / 4; ++block) {
    const __half2 zero = __float2half2_rn(0.0f);
    __half2 c[4] = {zero, zero, zero, zero};
#pragma unroll
    for (unsigned step = 0; step < Radix / 2; ++step)
      multiply_add_4(c, v[2 * step], v[2 * step + 1], matrix[block * (Radix / 2) + step], at);
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) y[4 * block + i] = c[i];
  }
}

}  // namespace fftgen
