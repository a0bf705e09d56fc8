// The launch calls: binds a kernel's arguments, with CUDA's types and conversions, and hands the launch to launch.h.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "counters.h"
#include "cuda_error.h"
#include "cuda_language.h"
#include "device.h"
#include "launch.h"
#include "runtime_stream.h"

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
  cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
};

/// What a kernel was compiled for: this device.
struct cudaFuncAttributes {
  int ptxVersion;
  int binaryVersion;
};

template <typename Kernel>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  using namespace fftgen::emulator;
  return Device::run([&](Device&) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    const int capability = 10 * limits::compute_capability_major + limits::compute_capability_minor;
    *attributes = {capability, capability};
    return cudaSuccess;
  });
}

/// `kernel` is the kernel itself or its address. The carve-out is a hint, which changes nothing here.
template <typename Kernel>
inline cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  using namespace fftgen::emulator;
  return Device::run([&](Device& device) {
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    switch (attribute) {
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || value > static_cast<int>(limits::shared_bytes_with_opt_in)) return cudaErrorInvalidValue;
        device.shared_opt_in[reinterpret_cast<const void*>(kernel)] = static_cast<std::size_t>(value);
        return cudaSuccess;
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        if (value != 0 && value != 1) return cudaErrorInvalidValue;
        device.large_cluster_opt_in.erase(reinterpret_cast<const void*>(kernel));
        if (value == 1) device.large_cluster_opt_in.insert(reinterpret_cast<const void*>(kernel));
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
};

union cudaLaunchAttributeValue {
  char pad[64];
  struct {
    unsigned x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
};

struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};

namespace fftgen::emulator {

/// The blocks of a cluster that the attributes ask for; 0 when they ask for none. Programmatic serialisation changes
/// nothing: launches run one after the other. Other attributes are refused: an ignored one could change what a kernel
/// means.
inline cudaError_t read_attributes(const cudaLaunchConfig_t& config, unsigned* cluster_blocks) {
  *cluster_blocks = 0;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = config.attrs[i].val;
    switch (config.attrs[i].id) {
      case cudaLaunchAttributeIgnore:
      case cudaLaunchAttributeProgrammaticStreamSerialization: break;
      case cudaLaunchAttributeClusterDimension:
        if (value.clusterDim.x == 0 || value.clusterDim.y == 0 || value.clusterDim.z == 0) return cudaErrorInvalidValue;
        if (value.clusterDim.y != 1 || value.clusterDim.z != 1) return cudaErrorNotSupported;
        *cluster_blocks = value.clusterDim.x;
        break;
      default: return cudaErrorNotSupported;
    }
  }
  return cudaSuccess;
}

}  // namespace fftgen::emulator

/// Runs the kernel to its end. Clusters extend along x only.
template <typename... ExpTypes, typename... ActTypes>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(ExpTypes...),
                                      ActTypes&&... args) {
  using namespace fftgen::emulator;
  struct Call {
    void (*kernel)(ExpTypes...);
    std::tuple<ExpTypes...> arguments;

    static void run(const void* call) {
      const Call& self = *static_cast<const Call*>(call);
      std::apply(self.kernel, self.arguments);
    }
  };
  const Call call{kernel, std::tuple<ExpTypes...>(std::forward<ActTypes>(args)...)};
  return Device::run([&](Device& device) {
    if (config == nullptr) return cudaErrorInvalidValue;
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    unsigned cluster_blocks = 0;
    const cudaError_t understood = read_attributes(*config, &cluster_blocks);
    if (understood != cudaSuccess) return understood;
    Counters counters;
    const Launch launch{config->gridDim, config->blockDim, config->dynamicSmemBytes, cluster_blocks,
                        &device.memory,  &counters,        &Call::run,               &call};
    return run_launch(device, reinterpret_cast<const void*>(kernel), launch);
  });
}

/// How many clusters of such a launch the device holds at once: a small number, so that persistent kernels go round.
template <typename... ExpTypes>
inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, void (*kernel)(ExpTypes...),
                                                  const cudaLaunchConfig_t* config) {
  using namespace fftgen::emulator;
  return Device::run([&](Device& device) {
    if (clusters == nullptr || config == nullptr) return cudaErrorInvalidValue;
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    unsigned cluster_blocks = 0;
    const cudaError_t understood = read_attributes(*config, &cluster_blocks);
    if (understood != cudaSuccess) return understood;
    const Launch launch{config->gridDim, config->blockDim, config->dynamicSmemBytes, cluster_blocks, &device.memory,
                        nullptr,         nullptr,          nullptr};
    const Refusal refusal = refusal_of(device, reinterpret_cast<const void*>(kernel), launch);
    if (refusal.error != cudaSuccess) return refusal.error;
    *clusters = static_cast<int>(device.resident_clusters);
    return cudaSuccess;
  });
}
