// How the L2 cache is asked for what threads will load. Before compute capability 9.0 nothing is asked for, which makes no difference
// to what is computed.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace fftgen {

#ifdef __CUDACC__

/// Starts to bring so many elements to the L2 cache, but for what of them does not fill 16 bytes (cp.async.bulk.prefetch).
template <class T>
__device__ __forceinline__ void prefetch_part(const T* source, unsigned elements) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const auto begin = reinterpret_cast<std::size_t>(source);
  const std::size_t first = (begin + 15) / 16 * 16;
  const std::size_t end = (begin + elements * sizeof(T)) / 16 * 16;
  if (end <= first) return;  // none of a few elements, as of two of 4 bytes that begin at byte 4
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(first), "r"(static_cast<unsigned>(end - first)) : "memory");
#else
  static_cast<void>(source);
  static_cast<void>(elements);
#endif
}

#endif  // __CUDACC__

}  // namespace fftgen
