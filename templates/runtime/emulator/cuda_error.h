// The error codes of the CUDA runtime that the emulator gives, with CUDA's names and numbers.
#pragma once

/// The calls of the runtime are functions of C, as CUDA's are. A shared library with the emulator exports them to programs in all
/// languages.
#if defined(_WIN32)
#define FFTGEN_RUNTIME_CALL extern "C" __declspec(dllexport)
#else
#define FFTGEN_RUNTIME_CALL extern "C" __attribute__((visibility("default")))
#endif

enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevicePointer = 17,
  cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorNotReady = 600,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorMisalignedAddress = 716,
  cudaErrorLaunchFailure = 719,
  cudaErrorNotSupported = 801,
  cudaErrorInvalidClusterSize = 912,
  cudaErrorUnknown = 999,
};
using cudaError_t = cudaError;

FFTGEN_RUNTIME_CALL const char* cudaGetErrorName(cudaError_t error);
FFTGEN_RUNTIME_CALL const char* cudaGetErrorString(cudaError_t error);
