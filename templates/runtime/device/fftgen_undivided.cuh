// A split barrier of the whole cluster, at which threads arrive first and wait later, for kernels whose warps all have
// the same role. Compute capability 9.0 and later.
//
// Each function wraps one PTX instruction, named in its comment.
#pragma once

#include <cuda_runtime.h>

namespace fftgen {

#ifdef __CUDACC__

/// Arrives at the cluster's barrier without waiting, and releases this thread's writes (barrier.cluster.arrive).
__device__ __forceinline__ void arrive_cluster() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }

/// Waits until all threads of the cluster have arrived at its barrier; this one must have arrived (barrier.cluster.wait).
__device__ __forceinline__ void wait_cluster() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

#endif  // __CUDACC__

}  // namespace fftgen
