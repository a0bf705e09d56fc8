// The launch calls: binds a kernel's arguments, with CUDA's types and conversions, and hands the launch to the emulator.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "cuda_error.h"
#include "cuda_language.h"
#include "runtime_stream.h"

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
  cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
};

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

struct cudaFuncAttributes;

namespace fftgen::emulator {

/// The implementations of the calls below, for kernels of any arguments: `run_thread(call)` is one thread of the
/// kernel.
cudaError_t get_attributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t set_attribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t launch_kernel(const cudaLaunchConfig_t* config, const void* kernel, void (*run_thread)(const void* call),
                          const void* call);
cudaError_t count_active_clusters(int* clusters, const void* kernel, const cudaLaunchConfig_t* config);

}  // namespace fftgen::emulator

/// The architecture that a kernel was compiled for: this device.
struct cudaFuncAttributes {
  int ptxVersion;
  int binaryVersion;
};

template <typename Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return fftgen::emulator::get_attributes(attributes, reinterpret_cast<const void*>(kernel));
}

/// `kernel` is the kernel itself or its address. The carve-out is a hint, which changes nothing here.
template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  return fftgen::emulator::set_attribute(reinterpret_cast<const void*>(kernel), attribute, value);
}

/// Runs the kernel to its end. Clusters extend along x only.
template <typename... ExpTypes, typename... ActTypes>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(ExpTypes...), ActTypes&&... args) {
  struct Call {
    void (*kernel)(ExpTypes...);
    std::tuple<ExpTypes...> arguments;

    static void run(const void* call) {
      const Call& self = *static_cast<const Call*>(call);
      std::apply(self.kernel, self.arguments);
    }
  };
  const Call call{kernel, std::tuple<ExpTypes...>(std::forward<ActTypes>(args)...)};
  return fftgen::emulator::launch_kernel(config, reinterpret_cast<const void*>(kernel), &Call::run, &call);
}

/// How many clusters of such a launch the device holds at once: a small number, so that persistent kernels loop.
template <typename... ExpTypes>
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, void (*kernel)(ExpTypes...),
                                           const cudaLaunchConfig_t* config) {
  return fftgen::emulator::count_active_clusters(clusters, reinterpret_cast<const void*>(kernel), config);
}
