// What kernels on clusters need whose threads compute for each tile anew what they could keep. Compute capability 9.0 and later.
//
// The function is one PTX instruction, named in its comment. The emulator's <cuda_runtime.h> brings its own version.
#pragma once

#include <cuda_runtime.h>

#ifndef FFTGEN_EMULATOR

namespace fftgen {

/// threadIdx.x, read anew: the compiler does not know that what is computed of it is the same as before (mov from %tid.x).
__device__ __forceinline__ unsigned thread_number() {
  unsigned number;
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(number));
  return number;
}

}  // namespace fftgen

#endif  // FFTGEN_EMULATOR
