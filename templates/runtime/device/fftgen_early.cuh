// Programmatic dependent launch: a kernel starts before the previous one in the stream has ended. Compute capability
// 9.0 and later.
//
// Each function wraps one PTX instruction, named in its comment.
#pragma once

#include <cuda_runtime.h>

namespace fftgen {

#ifdef __CUDACC__

/// Waits until the previous kernel has ended and its writes are visible (griddepcontrol.wait).
__device__ __forceinline__ void wait_for_previous_kernel() { asm volatile("griddepcontrol.wait;" ::: "memory"); }

/// Lets the next kernel start once all blocks have called this or returned (griddepcontrol.launch_dependents).
__device__ __forceinline__ void let_next_kernel_start() {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

#endif  // __CUDACC__

}  // namespace fftgen
