// What kernels with undivided blocks need besides fftgen_cluster.cuh: a barrier of the whole cluster that threads come to
// before they wait at it. Compute capability 9.0 and later.
//
// Each function is one PTX instruction, named in its comment. The emulator's <cuda_runtime.h> brings its own versions.
#pragma once

#include <cuda_runtime.h>

#ifndef FFTGEN_EMULATOR

namespace fftgen {

/// Comes to the cluster's barrier without waiting, and makes known what this thread has done (barrier.cluster.arrive).
__device__ __forceinline__ void arrive_cluster() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }

/// Waits until all threads of the cluster have come to its barrier, as this one has (barrier.cluster.wait).
__device__ __forceinline__ void wait_cluster() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

}  // namespace fftgen

#endif  // FFTGEN_EMULATOR
