// Constants in memory that is allocated on each GPU: static arrays of a program are limited to 2 GB. Host code.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "fftgen_constants.h"

namespace fftgen {

/// Rounds constants, copies them to device memory and sets `table` to point to them. The first call on a GPU allocates the memory.
template <typename Complex>
static inline cudaError_t copy_constants(Complex*& table, const std::vector<Constant>& constants, cudaStream_t stream) {
  using Number = decltype(Complex::x);
  Complex* memory = nullptr;
  cudaError_t status = cudaMemcpyFromSymbolAsync(&memory, table, sizeof(memory), 0, cudaMemcpyDeviceToHost, stream);
  if (status == cudaSuccess) status = cudaStreamSynchronize(stream);
  if (status == cudaSuccess && memory == nullptr) {
    status = cudaMalloc(&memory, constants.size() * sizeof(Complex));
    if (status != cudaSuccess) return status;
    status = cudaMemcpyToSymbolAsync(table, &memory, sizeof(memory), 0, cudaMemcpyHostToDevice, stream);
    if (status != cudaSuccess) {
      cudaFree(memory);
      return status;
    }
    status = cudaStreamSynchronize(stream);
  }
  std::vector<Complex> rounded(std::min<std::size_t>(constants.size(), std::size_t{1} << 20));
  for (std::size_t first = 0; first < constants.size() && status == cudaSuccess; first += rounded.size()) {
    const std::size_t count = std::min(rounded.size(), constants.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      rounded[i].x = static_cast<Number>(constants[first + i].re);
      rounded[i].y = static_cast<Number>(constants[first + i].im);
    }
    status = cudaMemcpyAsync(memory + first, rounded.data(), count * sizeof(Complex), cudaMemcpyHostToDevice, stream);
    if (status == cudaSuccess) status = cudaStreamSynchronize(stream);
  }
  return status;
}

}  // namespace fftgen
