// The calls that ask the device for its errors, its properties and its attributes.
#pragma once

#include <cstddef>

#include "cuda_error.h"

// A fault of a kernel stays, as on a GPU; other errors are forgotten once read.

FFTGEN_RUNTIME_CALL cudaError_t cudaPeekAtLastError();
FFTGEN_RUNTIME_CALL cudaError_t cudaGetLastError();

/// Frees all memory and forgets all errors. The report stays.
FFTGEN_RUNTIME_CALL cudaError_t cudaDeviceReset();
FFTGEN_RUNTIME_CALL cudaError_t cudaDeviceSynchronize();
FFTGEN_RUNTIME_CALL cudaError_t cudaGetDeviceCount(int* count);
FFTGEN_RUNTIME_CALL cudaError_t cudaGetDevice(int* ordinal);
FFTGEN_RUNTIME_CALL cudaError_t cudaSetDevice(int ordinal);

/// The emulator has the interface of CUDA 12.
FFTGEN_RUNTIME_CALL cudaError_t cudaRuntimeGetVersion(int* version);
FFTGEN_RUNTIME_CALL cudaError_t cudaDriverGetVersion(int* version);

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

FFTGEN_RUNTIME_CALL cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int ordinal);
FFTGEN_RUNTIME_CALL cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int ordinal);
