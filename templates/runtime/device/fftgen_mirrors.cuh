// What kernels on clusters need that do a Hermitian step: frequency k meets its mirror, the length less k, in one block. The emulator's
// <cuda_runtime.h> brings its own version of what is one PTX instruction. Compute capability 9.0 and later.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace fftgen {

/// The second half of n registers in the order of their mirrors: the last one first. Where what lies below is 0, the middle one
/// stands in front of these, for it is its own mirror.
template <unsigned n, class T>
__device__ __forceinline__ void to_mirrors(T* v, bool has_middle) {
  T mirrors[n / 2];
#pragma unroll
  for (unsigned r = 0; r < n / 2; ++r) {
    mirrors[r] = v[n - 1 - r];
    if (has_middle) mirrors[r] = v[n / 2 + (n / 2 - r) % (n / 2)];
  }
#pragma unroll
  for (unsigned r = 0; r < n / 2; ++r) v[n / 2 + r] = mirrors[r];
}

#ifndef FFTGEN_EMULATOR

/// Starts to bring so many elements to the L2 cache, but for what of them does not fill 16 bytes (cp.async.bulk.prefetch).
template <class T>
__device__ __forceinline__ void prefetch_part(const T* source, unsigned elements) {
  const auto begin = reinterpret_cast<std::size_t>(source);
  const std::size_t first = (begin + 15) / 16 * 16;
  const auto bytes = static_cast<unsigned>((begin + elements * sizeof(T) - first) / 16 * 16);
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(first), "r"(bytes) : "memory");
}

#endif  // FFTGEN_EMULATOR

}  // namespace fftgen
