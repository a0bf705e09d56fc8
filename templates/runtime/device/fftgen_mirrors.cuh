// What kernels on clusters need that do a Hermitian step: frequency k meets its mirror, the length less k, in one block.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace fftgen {

/// Puts the second half of n registers into the order of their mirrors: the last register comes first. Where `has_middle`, register
/// n / 2 is its own mirror and keeps its place in front of the others.
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
