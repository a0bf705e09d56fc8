// What kernels on clusters need that do a Hermitian step: frequency k meets its mirror, the length less k, in one block.
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

}  // namespace fftgen
