// The thread index, hidden from the optimiser, for kernels that recompute per tile what they could keep in registers. Compute
// capability 9.0 and later.
//
// The function wraps one PTX instruction, named in its comment.
#pragma once

#include <cuda_runtime.h>

namespace fftgen {

#ifdef __CUDACC__

/// threadIdx.x, read again: the compiler cannot know that values derived from it are the same as before (mov from
/// %tid.x).
__device__ __forceinline__ unsigned thread_number() {
  unsigned number;
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(number));
  return number;
}

#endif  // __CUDACC__

}  // namespace fftgen
