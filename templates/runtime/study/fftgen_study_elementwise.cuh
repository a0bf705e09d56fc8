// The operations of the experiments between transforms, element by element, each with one rounding of the format
// under test.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_device.cuh"
#include "fftgen_study_formats.cuh"

namespace fftgen::study {

/** x * factor. */
struct Scaling {
  double factor;

  template <typename Wide>
  __device__ Wide operator()(Wide x) const {
    return x * static_cast<Wide>(factor);
  }
};

/**
 * Moves a number towards 0 by the threshold, at most to 0: the layers of Pan et al. (Andersson 2025, section 3.5.2).
 */
struct Smoothing {
  double threshold;

  template <typename Wide>
  __device__ Wide operator()(Wide x) const {
    const Wide t = static_cast<Wide>(threshold);
    if (x > t) return x - t;
    if (x < -t) return x + t;
    return x - x;  // 0, and NaN stays what it is
  }
};

template <typename T, typename Operation>
__global__ void apply_kernel(T* values, std::size_t count, Operation operation) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) store(values + i, Format<T>::narrow(operation(widen(load(values + i)))));
}

template <typename T>
__global__ void multiply_kernel(const T* a, T* b, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) store(b + i, Format<T>::narrow(widen(load(a + i)) * widen(load(b + i))));
}

namespace detail {

inline cudaLaunchConfig_t one_thread_each(std::size_t count) {
  constexpr unsigned threads = 256;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(static_cast<unsigned>((count + threads - 1) / threads));
  config.blockDim = dim3(threads);
  return config;
}

}  // namespace detail

/** values[i] = operation(values[i]). */
template <typename T, typename Operation>
void apply(Operation operation, T* values, std::size_t count) {
  const cudaLaunchConfig_t config = detail::one_thread_each(count);
  FFTGEN_CHECK(cudaLaunchKernelEx(&config, apply_kernel<T, Operation>, values, count, operation));
}

/** b[i] = a[i] * b[i]. */
template <typename T>
void multiply(const T* a, T* b, std::size_t count) {
  const cudaLaunchConfig_t config = detail::one_thread_each(count);
  FFTGEN_CHECK(cudaLaunchKernelEx(&config, multiply_kernel<T>, a, b, count));
}

}  // namespace fftgen::study
