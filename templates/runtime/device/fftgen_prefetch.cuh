// Prefetch into the L2 cache of what threads load later. Below compute capability 9.0 there is no prefetch; the results
// are the same.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace fftgen {

#ifdef __CUDACC__

/// Starts a prefetch of elements into the L2 cache, without a beginning and an end of fewer than 16 bytes (cp.async.bulk.prefetch).
template <class T>
__device__ __forceinline__ void prefetch_part(const T* source, unsigned elements) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const auto begin = reinterpret_cast<std::size_t>(source);
  const std::size_t first = (begin + 15) / 16 * 16;
  const std::size_t end = (begin + elements * sizeof(T)) / 16 * 16;
  if (end <= first) return;  // too few bytes, as with 8 bytes that begin at byte 4
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(first), "r"(static_cast<unsigned>(end - first)) : "memory");
#else
  static_cast<void>(source);
  static_cast<void>(elements);
#endif
}

#endif  // __CUDACC__

}  // namespace fftgen
