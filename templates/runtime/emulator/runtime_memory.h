// cudaMalloc and the related calls. All calls are synchronous. A copy counts as a write, whatever it copies.
#pragma once

#include <cstddef>

#include "cuda_error.h"
#include "runtime_stream.h"

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4,
};

FFTGEN_RUNTIME_CALL cudaError_t cudaMalloc(void** memory, std::size_t bytes);

template <typename T>
cudaError_t cudaMalloc(T** memory, std::size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(memory), bytes);
}

FFTGEN_RUNTIME_CALL cudaError_t cudaFree(void* memory);
FFTGEN_RUNTIME_CALL cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes);
FFTGEN_RUNTIME_CALL cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
FFTGEN_RUNTIME_CALL cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                                cudaStream_t = nullptr);
FFTGEN_RUNTIME_CALL cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes);
FFTGEN_RUNTIME_CALL cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t = nullptr);

namespace fftgen::emulator {
cudaError_t copy_to_symbol(void* to, std::size_t size, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind);
cudaError_t copy_from_symbol(void* to, const void* from, std::size_t size, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind);
}  // namespace fftgen::emulator

/// Variables in device memory are variables of the host here.
template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return fftgen::emulator::copy_to_symbol(const_cast<T*>(&symbol), sizeof(T), from, bytes, offset, kind);
}

template <typename T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return fftgen::emulator::copy_from_symbol(to, &symbol, sizeof(T), bytes, offset, kind);
}
