// Kernels that go over an array on the device and count what is wrong with it: what host memory could not hold, or what
// the host would take long to look through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fftgen_checked_cuda.hpp"

namespace fftgen::verify {

/** The mismatches that one thread has found. */
struct Mismatches {
  std::uint64_t count;
  std::uint64_t first;  // the index of the first, if there is one
};

/** The indices of one thread: threads go over the array in turns, so that neighbours access neighbours. */
struct SweepRange {
  std::uint64_t first;
  std::uint64_t step;

  __device__ SweepRange()
      : first(std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x), step(std::uint64_t{gridDim.x} * blockDim.x) {}
};

inline constexpr unsigned sweep_threads = emulated ? 64 : 256;
inline constexpr unsigned sweep_blocks = emulated ? 4 : 2048;

template <class... Parameters, class... Arguments>
void launch_over(void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(sweep_blocks);
  config.blockDim = dim3(sweep_threads);
  FFTGEN_CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

/** What a kernel's threads have found together. `launch` launches it with an array of what each finds, by `SweepRange::first`. */
template <class Launch>
Mismatches swept(const Launch& launch) {
  std::vector<Mismatches> found(std::size_t{sweep_blocks} * sweep_threads);
  const GuardedMemory memory(found.size() * sizeof(Mismatches));
  launch(static_cast<Mismatches*>(memory.data()));
  FFTGEN_CHECK(cudaMemcpy(found.data(), memory.data(), found.size() * sizeof(Mismatches), cudaMemcpyDeviceToHost));
  Mismatches total{0, ~std::uint64_t{0}};
  for (const Mismatches& one : found) {
    total.count += one.count;
    if (one.count > 0 && one.first < total.first) total.first = one.first;
  }
  return total;
}

}  // namespace fftgen::verify
