// What the driver is asked before the first launch on a device, and what it has said. Host code.
#pragma once

#include <cuda_runtime.h>

#include <atomic>

namespace fftgen {

/// What the devices of this process have been asked: `Numbers` answers each. Threads that come at the same time may all ask; the
/// answers are the same. No thread waits for another.
template <int Numbers>
class Asked {
 public:
  /// Gives the answers of the current device: by ask(numbers) the first time, and until that succeeds.
  template <typename Ask>
  cudaError_t once(int* numbers, Ask ask) {
    int device = 0;
    cudaError_t status = cudaGetDevice(&device);
    if (status != cudaSuccess) return status;
    if (device >= most_devices) return ask(numbers);
    std::atomic<int>* const known = known_[device];
    if (known[Numbers].load(std::memory_order_acquire) == 0) {
      status = ask(numbers);
      if (status != cudaSuccess) return status;
      for (int i = 0; i < Numbers; ++i) known[i].store(numbers[i], std::memory_order_relaxed);
      known[Numbers].store(1, std::memory_order_release);
      return cudaSuccess;
    }
    for (int i = 0; i < Numbers; ++i) numbers[i] = known[i].load(std::memory_order_relaxed);
    return cudaSuccess;
  }

  /// Gives `status`. After a failed launch the device is asked again: it may have been reset.
  cudaError_t after(cudaError_t status) {
    int device = 0;
    if (status != cudaSuccess && cudaGetDevice(&device) == cudaSuccess && device < most_devices)
      known_[device][Numbers].store(0, std::memory_order_release);
    return status;
  }

 private:
  static constexpr int most_devices = 64;  // further ones are asked each time

  std::atomic<int> known_[most_devices][Numbers + 1];  // the last one says that the others are there
};

}  // namespace fftgen
