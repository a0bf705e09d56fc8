// SPDX-License-Identifier: Apache-2.0
// Calls under the emulator on arrays in host memory: on copies in what the emulator takes for a device.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <mutex>

/** Bytes from the first element of an array to behind its last. */
struct fftgen_span {
  void* address;
  std::size_t bytes;
};

namespace fftgen_emulated {

/** The emulator has one state: calls of several threads follow each other. */
inline std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() {
    if (memory_ != nullptr) static_cast<void>(cudaFree(memory_));
  }
  cudaError_t allocate(std::size_t bytes) { return bytes == 0 ? cudaSuccess : cudaMalloc(&memory_, bytes); }
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

/**
 * call(in, out, workspace) on copies of two arrays, or of one, where both have one address. Gaps in the output keep what they hold.
 */
template <class Call>
cudaError_t on_copies(const fftgen_span& in, const fftgen_span& out, std::size_t workspace_bytes, Call call) {
  const std::lock_guard<std::mutex> lock(one_at_a_time());
  const bool in_place = in.address == out.address;
  DeviceMemory input;
  DeviceMemory output;
  DeviceMemory workspace;
  cudaError_t status = output.allocate(in_place && in.bytes > out.bytes ? in.bytes : out.bytes);
  if (status == cudaSuccess && !in_place) status = input.allocate(in.bytes);
  if (status == cudaSuccess) status = workspace.allocate(workspace_bytes);
  if (status == cudaSuccess) status = cudaMemcpy(output.get(), out.address, out.bytes, cudaMemcpyHostToDevice);
  void* const from = in_place ? output.get() : input.get();
  if (status == cudaSuccess) status = cudaMemcpy(from, in.address, in.bytes, cudaMemcpyHostToDevice);
  if (status == cudaSuccess) status = call(from, output.get(), workspace.get());
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  if (status == cudaSuccess) status = cudaMemcpy(out.address, output.get(), out.bytes, cudaMemcpyDeviceToHost);
  return status;
}

}  // namespace fftgen_emulated
