// What kernels on clusters need whose threads compute for each tile anew what they could keep. Compute capability 9.0 and later.
//
// The function is one PTX instruction, named in its comment.
#pragma once

#include <cuda_runtime.h>

namespace fftgen {

#ifdef __CUDACC__

/// threadIdx.x, read anew: the compiler does not know that what is computed of it is the same as before (mov from %tid.x).
__device__ __forceinline__ unsigned thread_number() {
  unsigned number;
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(number));
  return number;
}

#endif  // __CUDACC__

}  // namespace fftgen
