// Device functions of kernels on tensor cores: complex numbers with 16-bit parts, vectorised accesses, matrix products of a
// warp, and butterflies as such products.
//
// A complex number of 16-bit parts is a __half2 or a __nv_bfloat162: the real part is x, in the lower half of a
// register, the imaginary part y. load() and store() move one as they move any element. Products are the PTX
// instruction mma.sync, which needs compute capability 7.5, or 8.0 for bfloat16; kernels without products run on any.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstring>
#include <type_traits>

#include "fftgen_device.cuh"

namespace fftgen {

// ---- Numbers --------------------------------------------------------------------------------------------------------

__device__ __forceinline__ float2 to_float2(__half2 x) { return __half22float2(x); }
__device__ __forceinline__ float2 to_float2(__nv_bfloat162 x) { return __bfloat1622float2(x); }

/// Each part rounded to nearest even (one cvt of two parts from compute capability 8.0 on).
__device__ __forceinline__ __half2 to_half2(float2 x) { return __float22half2_rn(x); }
__device__ __forceinline__ __nv_bfloat162 to_bfloat162(float2 x) { return __float22bfloat162_rn(x); }

/// Words as the pairs of halves that they contain.
__device__ __forceinline__ const __half2* halves(const unsigned* words) {
  return reinterpret_cast<const __half2*>(words);
}

#ifdef __CUDACC__

// ---- Runs -----------------------------------------------------------------------------------------------------------

namespace runs {

template <unsigned Bytes>
struct Word {
  static_assert(Bytes == 4, "one access moves 4, 8 or 16 bytes");
  using type = unsigned;
};
template <>
struct Word<8> {
  using type = uint2;
};
template <>
struct Word<16> {
  using type = uint4;
};

/// The type by which `Count` neighbours are moved at once.
template <unsigned Count, typename T>
using WordOf = typename Word<Count * sizeof(T)>::type;

template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ void spread(T* registers, WordOf<Count, T> word) {
  T run[Count];
  memcpy(static_cast<void*>(run), &word, sizeof(word));
#pragma unroll
  for (unsigned i = 0; i < Count; ++i) registers[i * Stride] = run[i];
}

template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ WordOf<Count, T> gathered(const T* registers) {
  T run[Count];
#pragma unroll
  for (unsigned i = 0; i < Count; ++i) run[i] = registers[i * Stride];
  WordOf<Count, T> word;
  memcpy(&word, static_cast<const void*>(run), sizeof(word));
  return word;
}

}  // namespace runs

/// `Count` neighbours in global memory as one access of Count * sizeof(T) = 4, 8 or 16 bytes, to which the address is
/// aligned. Neighbour i goes into registers[i * Stride].
template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ void load_run(T* registers, const T* address) {
  runs::spread<Count, Stride>(registers, load(reinterpret_cast<const runs::WordOf<Count, T>*>(address)));
}

/// The same for data that is not read again: streaming (ld.global.cs).
template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ void load_run_streaming(T* registers, const T* address) {
  runs::spread<Count, Stride>(registers, load_streaming(reinterpret_cast<const runs::WordOf<Count, T>*>(address)));
}

/// The same for a constant table, through the read-only path (ld.global.nc).
template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ void load_table_run(T* registers, const T* address) {
  runs::spread<Count, Stride>(registers, load_table(reinterpret_cast<const runs::WordOf<Count, T>*>(address)));
}

/// Stores registers[i * Stride] as neighbour i.
template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ void store_run(T* address, const T* registers) {
  store(reinterpret_cast<runs::WordOf<Count, T>*>(address), runs::gathered<Count, Stride>(registers));
}

/// The same for data that is not read again soon: streaming (st.global.cs).
template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ void store_run_streaming(T* address, const T* registers) {
  store_streaming(reinterpret_cast<runs::WordOf<Count, T>*>(address), runs::gathered<Count, Stride>(registers));
}

/// The same in shared memory: the run begins at element `index` of `tile`, a multiple of Count.
template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ void read_run(T* registers, const T* tile, unsigned index) {
  runs::spread<Count, Stride>(registers, *reinterpret_cast<const runs::WordOf<Count, T>*>(tile + index));
}

template <unsigned Count, unsigned Stride, typename T>
__device__ __forceinline__ void write_run(T* tile, unsigned index, const T* registers) {
  *reinterpret_cast<runs::WordOf<Count, T>*>(tile + index) = runs::gathered<Count, Stride>(registers);
}

// ---- Products of matrices -------------------------------------------------------------------------------------------

struct CallSite {
  __device__ static constexpr CallSite current() { return {}; }
};

namespace lanes {

/// Exchanges registers between lanes.
template <unsigned Count, typename T>
__device__ __forceinline__ void take(T* v, unsigned source) {
  constexpr unsigned words = Count * sizeof(T) / sizeof(unsigned);
  unsigned bits[words];
  memcpy(bits, static_cast<const void*>(v), sizeof(bits));
#pragma unroll
  for (unsigned i = 0; i < words; ++i) bits[i] = __shfl_sync(~0u, bits[i], source);
  memcpy(static_cast<void*>(v), bits, sizeof(bits));
}

}  // namespace lanes

namespace products {

#ifdef __CUDA_ARCH__
constexpr int capability = __CUDA_ARCH__;
#else
constexpr int capability = 10000;  // host compilation: no device function is kept
#endif

/// A template parameter, so that only functions that are used must compile.
template <int Capability>
__device__ __forceinline__ constexpr void require_half() {
  static_assert(Capability >= 750, "products of matrices of __half need compute capability 7.5");
}
template <int Capability>
__device__ __forceinline__ constexpr void require_bfloat16() {
  static_assert(Capability >= 800, "products of matrices of __nv_bfloat16 need compute capability 8.0");
}

template <typename Pair>
__device__ __forceinline__ unsigned bits_of(Pair x) {
  static_assert(sizeof(Pair) == sizeof(unsigned), "two numbers of 16 bits");
  unsigned bits;
  memcpy(&bits, static_cast<const void*>(&x), sizeof(bits));
  return bits;
}

__device__ __forceinline__ __half2 half2_of(unsigned bits) {
  __half2 x;
  memcpy(static_cast<void*>(&x), &bits, sizeof(bits));
  return x;
}

}  // namespace products

// c += a * b, for matrices a of 16 rows and b of 8 columns whose elements the lanes of a warp hold; all lanes call it
// together. With g = lane / 4 and t = lane % 4, register by register:
//   a0  row g,     columns 2t (x) and 2t + 1 (y)        b, b.x  column g, rows 2t (lower half) and 2t + 1
//   a1  row g + 8, the same columns                     b.y     column g, rows 2t + 8 and 2t + 9
//   a2  row g,     columns 2t + 8 and 2t + 9            c[0], c[1]  row g,     columns 2t and 2t + 1
//   a3  row g + 8, the same columns                     c[2], c[3]  row g + 8, the same columns
// Sums of halves are in two registers: c[0] is row g, c[1] row g + 8.
// (PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type" and "... mma.m16n8k8".)

// Sums and results are separate operands, so that an initial sum of zeros needs no registers.

/// 8 columns of a and rows of b (mma.m16n8k8).
template <int Capability = products::capability>
__device__ __forceinline__ void multiply_add(float (&c)[4], __half2 a0, __half2 a1, unsigned b, CallSite = {}) {
  products::require_half<Capability>();
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
      : "=f"(c[0]), "=f"(c[1]), "=f"(c[2]), "=f"(c[3])
      : "r"(products::bits_of(a0)), "r"(products::bits_of(a1)), "r"(b), "f"(c[0]), "f"(c[1]), "f"(c[2]),
        "f"(c[3]));
}

template <int Capability = products::capability>
__device__ __forceinline__ void multiply_add(float (&c)[4], __nv_bfloat162 a0, __nv_bfloat162 a1, unsigned b,
                                             CallSite = {}) {
  products::require_bfloat16<Capability>();
  asm("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
      : "=f"(c[0]), "=f"(c[1]), "=f"(c[2]), "=f"(c[3])
      : "r"(products::bits_of(a0)), "r"(products::bits_of(a1)), "r"(b), "f"(c[0]), "f"(c[1]), "f"(c[2]),
        "f"(c[3]));
}

template <int Capability = products::capability>
__device__ __forceinline__ void multiply_add(__half2 (&c)[2], __half2 a0, __half2 a1, unsigned b, CallSite = {}) {
  products::require_half<Capability>();
  unsigned sums[2] = {products::bits_of(c[0]), products::bits_of(c[1])};
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
      : "+r"(sums[0]), "+r"(sums[1])
      : "r"(products::bits_of(a0)), "r"(products::bits_of(a1)), "r"(b));
  c[0] = products::half2_of(sums[0]);
  c[1] = products::half2_of(sums[1]);
}

/// 16 columns of a and rows of b (mma.m16n8k16; on compute capability 7.5 two products of 8).
template <int Capability = products::capability>
__device__ __forceinline__ void multiply_add(float (&c)[4], __half2 a0, __half2 a1, __half2 a2, __half2 a3, uint2 b,
                                             CallSite = {}) {
  if constexpr (Capability >= 800) {
    asm(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
        : "=f"(c[0]), "=f"(c[1]), "=f"(c[2]), "=f"(c[3])
        : "r"(products::bits_of(a0)), "r"(products::bits_of(a1)), "r"(products::bits_of(a2)),
          "r"(products::bits_of(a3)), "r"(b.x), "r"(b.y), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  } else {
    multiply_add<Capability>(c, a0, a1, b.x);
    multiply_add<Capability>(c, a2, a3, b.y);
  }
}

template <int Capability = products::capability>
__device__ __forceinline__ void multiply_add(float (&c)[4], __nv_bfloat162 a0, __nv_bfloat162 a1, __nv_bfloat162 a2,
                                             __nv_bfloat162 a3, uint2 b, CallSite = {}) {
  products::require_bfloat16<Capability>();
  asm(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
      : "=f"(c[0]), "=f"(c[1]), "=f"(c[2]), "=f"(c[3])
      : "r"(products::bits_of(a0)), "r"(products::bits_of(a1)), "r"(products::bits_of(a2)),
        "r"(products::bits_of(a3)), "r"(b.x), "r"(b.y), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

template <int Capability = products::capability>
__device__ __forceinline__ void multiply_add(__half2 (&c)[2], __half2 a0, __half2 a1, __half2 a2, __half2 a3, uint2 b,
                                             CallSite = {}) {
  if constexpr (Capability >= 800) {
    unsigned sums[2] = {products::bits_of(c[0]), products::bits_of(c[1])};
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
        : "+r"(sums[0]), "+r"(sums[1])
        : "r"(products::bits_of(a0)), "r"(products::bits_of(a1)), "r"(products::bits_of(a2)),
          "r"(products::bits_of(a3)), "r"(b.x), "r"(b.y));
    c[0] = products::half2_of(sums[0]);
    c[1] = products::half2_of(sums[1]);
  } else {
    multiply_add<Capability>(c, a0, a1, b.x);
    multiply_add<Capability>(c, a2, a3, b.y);
  }
}

// ---- Lanes ----------------------------------------------------------------------------------------------------------

/// Exchanges `Count` registers by shuffles from memory order to fragment order: lane 4 g + t gets those of lane g + 8 t.
template <unsigned Count, typename T>
__device__ __forceinline__ void to_fragments(T* v, CallSite = {}) {
  const unsigned lane = threadIdx.x % 32u;
  lanes::take<Count>(v, lane / 4u + lane % 4u * 8u);
}

/// The inverse of to_fragments().
template <unsigned Count, typename T>
__device__ __forceinline__ void from_fragments(T* v, CallSite = {}) {
  const unsigned lane = threadIdx.x % 32u;
  lanes::take<Count>(v, lane % 8u * 4u + lane / 8u);
}

#endif  // __CUDACC__

/// The thread of the warp whose elements this one accesses in memory order: successive lanes then have successive rows of
/// an operand, which are contiguous, instead of its columns.
__device__ __forceinline__ unsigned in_memory_order(unsigned thread) {
  return thread / 32u * 32u + thread % 8u * 4u + thread / 8u % 4u;
}

// ---- Butterflies ----------------------------------------------------------------------------------------------------

/// A lane's part of 8 columns of a butterfly's matrix, for one product: 8 or 16 rows.
template <unsigned Radix>
using MatrixWord = std::conditional_t<Radix == 4, unsigned, uint2>;

/// Loads a lane's part of a butterfly's matrix from a table with the parts of 32 lanes.
template <unsigned Radix>
__device__ __forceinline__ void load_matrix(MatrixWord<Radix>* matrix, const MatrixWord<Radix>* table) {
  constexpr unsigned count = Radix == 4 ? 1 : Radix / 4 * (Radix / 8);
#pragma unroll
  for (unsigned i = 0; i < count; ++i) matrix[i] = load_table(table + 32u * i + threadIdx.x % 32u);
}

namespace products {

/// c += block `block` of the outputs of the butterflies that a warp holds.
template <unsigned Radix, typename Sum, unsigned Registers, typename Pair>
__device__ __forceinline__ void add_block(Sum (&c)[Registers], const Pair* v, const MatrixWord<Radix>* matrix,
                                          unsigned block, CallSite at) {
  static_assert(Radix == 4 || Radix % 8 == 0, "butterflies of 4, 8, 16 and further multiples of 8 points");
  if constexpr (Radix == 4) {
    multiply_add(c, v[0], v[1], matrix[block], at);
  } else {
#pragma unroll
    for (unsigned step = 0; step < Radix / 8; ++step) {
      const Pair* const first = v + 2 * step;
      const Pair* const second = first + Radix / 4;
      multiply_add(c, first[0], second[0], first[1], second[1], matrix[block * (Radix / 8) + step], at);
    }
  }
}

}  // namespace products

/// 16 butterflies of Radix points, as products with their matrix; all lanes of a warp call it together.
///
/// Lane l holds the points l % 4 + 4 r of two butterflies, r = 0 .. Radix / 4 - 1: of butterfly l / 4 in v[r], of
/// butterfly l / 4 + 8 in v[Radix / 4 + r]. It gets the same points of the results in the same elements of y, which must
/// not be v. In the matrix a complex number is two rows or columns, the real part first; matrix[n * Radix / 8 + s] is the
/// lane's part of rows 16 s to 16 s + 15 and columns 8 n to 8 n + 7, as multiply_add() takes it.
template <unsigned Radix, typename Pair>
__device__ __forceinline__ void matrix_butterfly(float2* y, const Pair* v, const MatrixWord<Radix>* matrix,
                                                 CallSite at = CallSite::current()) {
#pragma unroll
  for (unsigned block = 0; block < Radix / 4; ++block) {
    float c[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    products::add_block<Radix>(c, v, matrix, block, at);
    y[block] = make_float2(c[0], c[1]);
    y[Radix / 4 + block] = make_float2(c[2], c[3]);
  }
}

/// The same with sums in half precision.
template <unsigned Radix>
__device__ __forceinline__ void matrix_butterfly(__half2* y, const __half2* v, const MatrixWord<Radix>* matrix,
                                                 CallSite at = CallSite::current()) {
#pragma unroll
  for (unsigned block = 0; block < Radix / 4; ++block) {
    __half2 c[2] = {__float2half2_rn(0.0f), __float2half2_rn(0.0f)};
    products::add_block<Radix>(c, v, matrix, block, at);
    y[block] = c[0];
    y[Radix / 4 + block] = c[1];
  }
}

}  // namespace fftgen
