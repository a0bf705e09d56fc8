// The launch calls: binds a kernel's arguments, with CUDA's types and conversions, and hands the launch to launch.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "cuda_error.h"
#include "cuda_language.h"
#include "device.h"
#include "launch.h"
#include "runtime_stream.h"

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};

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
    }
    return cudaErrorInvalidValue;
  });
}

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
};

union cudaLaunchAttributeValue {
  char pad[64];
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

/// Runs the kernel to its end. Launch attributes are refused: an ignored one could change what a kernel means.
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
    const bool only_ignored = std::all_of(config->attrs, config->attrs + config->numAttrs, [](const auto& attribute) {
      return attribute.id == cudaLaunchAttributeIgnore;
    });
    if (!only_ignored) return cudaErrorNotSupported;
    const Launch launch{config->gridDim, config->blockDim, config->dynamicSmemBytes, &device.memory, &Call::run, &call};
    return run_launch(device, reinterpret_cast<const void*>(kernel), launch);
  });
}
