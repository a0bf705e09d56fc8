// What kernels with undivided blocks need: a barrier of the whole cluster that threads come to before they wait at it. Compute
// capability 9.0 and later.
//
// Each function is one PTX instruction, named in its comment.
#pragma once

#include <cuda_runtime.h>

namespace fftgen {

#ifdef __CUDACC__

/// Comes to the cluster's barrier without waiting, and makes known what this thread has done (barrier.cluster.arrive).
__device__ __forceinline__ void arrive_cluster() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }

/// Waits until all threads of the cluster have come to its barrier, as this one has (barrier.cluster.wait).
__device__ __forceinline__ void wait_cluster() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

#endif  // __CUDACC__

}  // namespace fftgen
