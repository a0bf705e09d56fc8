// Launches of kernels, and what the driver is asked for before: shared memory, large clusters, clusters that fit.
// Host code.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace fftgen {

/// early: a kernel may start before the previous kernel of the stream has ended; the kernel itself waits for that.
enum class Start { after_previous, early };

/// What a kernel is launched with.
struct Grid {
  std::size_t blocks;
  unsigned threads;       // of a block
  unsigned shared_bytes;  // of a block, dynamic
  unsigned cluster = 1;   // blocks of a cluster
  Start start = Start::after_previous;
};

/// An argument as a kernel takes it. Pointers may be to other types: numbers are read as pairs, the workspace has none.
template <typename Parameter, typename Argument>
static Parameter passed(Argument argument) {
  return static_cast<Parameter>(argument);
}
template <typename Parameter, typename Argument>
static Parameter passed(Argument* argument) {
  return reinterpret_cast<Parameter>(argument);
}

template <typename... Parameters, typename... Arguments>
static cudaError_t launch(const Grid& grid, cudaStream_t stream, void (*kernel)(Parameters...),
                          Arguments... arguments) {
  cudaLaunchAttribute attributes[2] = {};
  unsigned count = 0;
  if (grid.cluster > 1) {
    attributes[count].id = cudaLaunchAttributeClusterDimension;
    attributes[count].val.clusterDim.x = grid.cluster;
    attributes[count].val.clusterDim.y = 1;
    attributes[count].val.clusterDim.z = 1;
    ++count;
  }
  if (grid.start == Start::early) {
    attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[count].val.programmaticStreamSerializationAllowed = 1;
    ++count;
  }
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(static_cast<unsigned>(grid.blocks));
  config.blockDim = dim3(grid.threads);
  config.dynamicSmemBytes = grid.shared_bytes;
  config.stream = stream;
  config.attrs = attributes;
  config.numAttrs = count;
  return cudaLaunchKernelEx(&config, kernel, passed<Parameters>(arguments)...);
}

/// Persistent clusters: as many as the GPU holds at once, at most one per tile. Each handles one tile after the other.
static inline unsigned persistent(std::size_t tiles, int held) {
  const unsigned most = static_cast<unsigned>(held);
  return tiles < most ? static_cast<unsigned>(tiles) : most;
}

/// As many clusters as the device holds at once.
template <typename Kernel>
static cudaError_t count_clusters(Kernel kernel, unsigned cluster, unsigned threads, unsigned shared_bytes,
                                  int* clusters) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(cluster);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = shared_bytes;
  config.attrs = &attribute;
  config.numAttrs = 1;
  const cudaError_t status = cudaOccupancyMaxActiveClusters(clusters, kernel, &config);
  if (status != cudaSuccess) return status;
  return *clusters < 1 ? cudaErrorInvalidConfiguration : cudaSuccess;
}

/// More than 48 KiB of shared memory.
template <typename Kernel>
static cudaError_t allow_shared_memory(Kernel kernel, int bytes) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
}

/// Clusters of more than 8 blocks.
template <typename Kernel>
static cudaError_t allow_large_clusters(Kernel kernel) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
}

}  // namespace fftgen
