// What a program can ask of the device: its errors, its properties, its attributes.
#pragma once

#include <cstddef>
#include <cstdio>
#include <mutex>

#include "cuda_error.h"
#include "cuda_language.h"
#include "device.h"

// A fault of a kernel stays, as on a GPU; other errors are forgotten once asked for.

inline cudaError_t cudaPeekAtLastError() {
  auto& device = fftgen::emulator::Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  return device.last_error;
}

inline cudaError_t cudaGetLastError() {
  auto& device = fftgen::emulator::Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  const cudaError_t error = device.last_error;
  if (!device.lost) device.last_error = cudaSuccess;
  return error;
}

/// Frees all memory and forgets all errors. The report stays.
inline cudaError_t cudaDeviceReset() {
  auto& device = fftgen::emulator::Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  device.memory.release_all();
  device.shared_opt_in.clear();
  device.large_cluster_opt_in.clear();
  device.last_error = cudaSuccess;
  device.lost = false;
  return cudaSuccess;
}

inline cudaError_t cudaDeviceSynchronize() {
  return fftgen::emulator::Device::run([](fftgen::emulator::Device&) { return cudaSuccess; });
}

inline cudaError_t cudaGetDeviceCount(int* count) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (count == nullptr) return cudaErrorInvalidValue;
    *count = 1;
    return cudaSuccess;
  });
}

inline cudaError_t cudaGetDevice(int* ordinal) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (ordinal == nullptr) return cudaErrorInvalidValue;
    *ordinal = 0;
    return cudaSuccess;
  });
}

inline cudaError_t cudaSetDevice(int ordinal) {
  return fftgen::emulator::Device::run(
      [&](fftgen::emulator::Device&) { return ordinal == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

/// The emulator has the interface of CUDA 12.
inline cudaError_t cudaRuntimeGetVersion(int* version) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (version == nullptr) return cudaErrorInvalidValue;
    *version = 12000;
    return cudaSuccess;
  });
}

inline cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem;
  std::size_t sharedMemPerBlock;
  std::size_t sharedMemPerBlockOptin;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerBlock;
  int warpSize;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiProcessor;
  int multiProcessorCount;
  int l2CacheSize;
  int major;
  int minor;
};

enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrClusterLaunch = 120,
};

inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int ordinal) {
  using namespace fftgen::emulator;
  return Device::run([&](Device& device) {
    if (properties == nullptr) return cudaErrorInvalidValue;
    if (ordinal != 0) return cudaErrorInvalidDevice;
    *properties = {};
    std::snprintf(properties->name, sizeof(properties->name), "fftgen emulator");
    properties->totalGlobalMem = device.total_bytes();
    properties->sharedMemPerBlock = limits::shared_bytes_without_opt_in;
    properties->sharedMemPerBlockOptin = limits::shared_bytes_with_opt_in;
    properties->sharedMemPerMultiprocessor = limits::shared_bytes_of_multiprocessor;
    properties->regsPerBlock = limits::registers_of_a_block;
    properties->warpSize = warpSize;
    properties->maxThreadsPerBlock = limits::threads_of_a_block;
    properties->maxThreadsPerMultiProcessor = limits::threads_of_a_multiprocessor;
    properties->multiProcessorCount = limits::multiprocessors;
    properties->l2CacheSize = limits::l2_bytes;
    properties->major = limits::compute_capability_major;
    properties->minor = limits::compute_capability_minor;
    return cudaSuccess;
  });
}

inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int ordinal) {
  using namespace fftgen::emulator;
  const auto answer = [&](std::size_t number) {
    *value = static_cast<int>(number);
    return cudaSuccess;
  };
  return Device::run([&](Device&) {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (ordinal != 0) return cudaErrorInvalidDevice;
    switch (attribute) {
      case cudaDevAttrMaxThreadsPerBlock: return answer(limits::threads_of_a_block);
      case cudaDevAttrMaxSharedMemoryPerBlock: return answer(limits::shared_bytes_without_opt_in);
      case cudaDevAttrWarpSize: return answer(warpSize);
      case cudaDevAttrMaxRegistersPerBlock: return answer(limits::registers_of_a_block);
      case cudaDevAttrMultiProcessorCount: return answer(limits::multiprocessors);
      case cudaDevAttrL2CacheSize: return answer(limits::l2_bytes);
      case cudaDevAttrMaxThreadsPerMultiProcessor: return answer(limits::threads_of_a_multiprocessor);
      case cudaDevAttrComputeCapabilityMajor: return answer(limits::compute_capability_major);
      case cudaDevAttrComputeCapabilityMinor: return answer(limits::compute_capability_minor);
      case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return answer(limits::shared_bytes_of_multiprocessor);
      case cudaDevAttrCooperativeLaunch: return answer(0);
      case cudaDevAttrMaxSharedMemoryPerBlockOptin: return answer(limits::shared_bytes_with_opt_in);
      case cudaDevAttrMaxBlocksPerMultiprocessor: return answer(limits::blocks_of_a_multiprocessor);
      case cudaDevAttrClusterLaunch: return answer(1);
    }
    return cudaErrorInvalidValue;
  });
}
