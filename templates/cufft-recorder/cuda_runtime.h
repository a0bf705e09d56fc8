// SPDX-License-Identifier: Apache-2.0
// Of CUDA what a recorder needs: events, by the driver, which is there wherever a program uses cuFFT. Neither a toolkit nor the run-time
// library of the program has a part in it. Where there is no driver, nothing is timed.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstring>

enum cudaError_t { cudaSuccess = 0, cudaErrorNotSupported = 801 };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone = 0 };
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal = 0, cudaStreamCaptureModeRelaxed = 2 };
enum cudaMemcpyKind { cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3 };
using cudaStream_t = struct CUstream_st*;
using cudaEvent_t = struct CUevent_st*;

namespace fftgen_driver {

/** Calls a function of the driver. */
template <class... Parameters>
cudaError_t call(const char* name, Parameters... parameters) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  void* const symbol = driver == nullptr ? nullptr : dlsym(driver, name);
  if (symbol == nullptr) return cudaErrorNotSupported;
  int (*function)(Parameters...) = nullptr;
  std::memcpy(&function, &symbol, sizeof(symbol));
  return function(parameters...) == 0 ? cudaSuccess : cudaErrorNotSupported;
}

}  // namespace fftgen_driver

inline cudaError_t cudaEventCreate(cudaEvent_t* event) { return fftgen_driver::call("cuEventCreate", event, 0U); }
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return fftgen_driver::call("cuEventRecord", event, stream); }
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) { return fftgen_driver::call("cuEventSynchronize", event); }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  return fftgen_driver::call("cuEventElapsedTime", milliseconds, begin, end);
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) { return fftgen_driver::call("cuEventDestroy_v2", event); }
inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return fftgen_driver::call("cuStreamIsCapturing", stream, status);
}

// What serves and compares is not called: there are no transforms.
inline cudaError_t cudaGetDevice(int*) { return cudaErrorNotSupported; }
inline cudaError_t cudaSetDevice(int) { return cudaErrorNotSupported; }
inline cudaError_t cudaMalloc(void**, std::size_t) { return cudaErrorNotSupported; }
inline cudaError_t cudaFree(void*) { return cudaErrorNotSupported; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaMemcpyAsync(void*, const void*, std::size_t, cudaMemcpyKind, cudaStream_t) { return cudaErrorNotSupported; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaErrorNotSupported; }
inline cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) { return cudaErrorNotSupported; }
