// SPDX-License-Identifier: Apache-2.0
// Runs a transform under the emulator on arrays in host memory, for callers in other languages.
#include "fftgen_emulated.hpp"

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

}  // namespace

extern "C" {

/** Calls execute(in, out, workspace, batch, [output_scale,] 0) with copies of two arrays in host memory. */
__attribute__((visibility("default"))) cudaError_t fftgen_emulated_execute(
    void* execute, int scale_bytes, double scale, std::size_t workspace_bytes, const fftgen_span* in, const fftgen_span* out,
    std::size_t batch) {
  return fftgen_emulated::on_copies(*in, *out, workspace_bytes, [=](const void* from, void* to, void* workspace) {
    return called(execute, scale_bytes, scale, from, to, workspace, batch);
  });
}

}
