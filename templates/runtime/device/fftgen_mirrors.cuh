// Exchange for the Hermitian step on clusters: frequency k and its mirror N - k go to the same block.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace fftgen {

/// Reverses the second half of n registers, so that each is in the slot of its mirror. If the lower digits of the index
/// are 0 (has_middle), register n/2, which is its own mirror, stays in front of the others.
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
