// SPDX-License-Identifier: Apache-2.0
// Runs a transform under the emulator on arrays in host memory: copies them to what the emulator takes for a device, and
// the output back.
#include <cuda_runtime.h>

#include <cstddef>

namespace {

using Execute = cudaError_t (*)(const void* in, void* out, void* workspace, std::size_t batch, cudaStream_t stream);
template <class Number>
using ExecuteScaled = cudaError_t (*)(const void* in, void* out, void* workspace, std::size_t batch, Number output_scale,
                                      cudaStream_t stream);

/** `scale_bytes`: 0 for a function that takes no scale, else the size of the number that it takes. */
cudaError_t called(void* execute, int scale_bytes, double scale, const void* in, void* out, void* workspace,
                   std::size_t batch) {
  switch (scale_bytes) {
    case sizeof(float):
      return reinterpret_cast<ExecuteScaled<float>>(execute)(in, out, workspace, batch, static_cast<float>(scale), nullptr);
    case sizeof(double):
      return reinterpret_cast<ExecuteScaled<double>>(execute)(in, out, workspace, batch, scale, nullptr);
    default:
      return reinterpret_cast<Execute>(execute)(in, out, workspace, batch, nullptr);
  }
}

class DeviceMemory {
 public:
  ~DeviceMemory() {
    if (memory_ != nullptr) static_cast<void>(cudaFree(memory_));
  }
  cudaError_t allocate(std::size_t bytes) { return bytes == 0 ? cudaSuccess : cudaMalloc(&memory_, bytes); }
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

}  // namespace

extern "C" {

/** Bytes from the first element of an array to behind its last. */
struct fftgen_span {
  void* address;
  std::size_t bytes;
};

/**
 * Calls execute(in, out, workspace, batch, [output_scale,] 0) with copies of two arrays in host memory, or of one, where both have one
 * address. Gaps in the output keep what they hold.
 */
__attribute__((visibility("default"))) cudaError_t fftgen_emulated_execute(
    void* execute, int scale_bytes, double scale, std::size_t workspace_bytes, const fftgen_span* in, const fftgen_span* out,
    std::size_t batch) {
  const bool in_place = in->address == out->address;
  DeviceMemory input;
  DeviceMemory output;
  DeviceMemory workspace;
  cudaError_t status = output.allocate(in_place && in->bytes > out->bytes ? in->bytes : out->bytes);
  if (status == cudaSuccess && !in_place) status = input.allocate(in->bytes);
  if (status == cudaSuccess) status = workspace.allocate(workspace_bytes);
  if (status == cudaSuccess) status = cudaMemcpy(output.get(), out->address, out->bytes, cudaMemcpyHostToDevice);
  void* const from = in_place ? output.get() : input.get();
  if (status == cudaSuccess) status = cudaMemcpy(from, in->address, in->bytes, cudaMemcpyHostToDevice);
  if (status == cudaSuccess) status = called(execute, scale_bytes, scale, from, output.get(), workspace.get(), batch);
  if (status == cudaSuccess) status = cudaDeviceSynchronize();
  if (status == cudaSuccess) status = cudaMemcpy(out->address, output.get(), out->bytes, cudaMemcpyDeviceToHost);
  return status;
}

}
