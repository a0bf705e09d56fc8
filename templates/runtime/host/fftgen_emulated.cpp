// SPDX-License-Identifier: Apache-2.0
// Runs a transform under the emulator on arrays in host memory, for callers in other languages.
#include "fftgen_emulated.hpp"

#include <utility>

namespace {

/** What a call says beside its arrays. */
struct Said {
  int scale_bytes;  // 0: no scale, else the size of the number
  double scale;
  const std::size_t* strides;
  std::size_t stride_count;
};

/** execute(in, out, workspace, batch, [output_scale,] [strides...,] 0) for so many strides. */
template <std::size_t... numbers, class... Scale>
cudaError_t called_with(std::index_sequence<numbers...>, const Said& said, void* execute, const void* in, void* out,
                        void* workspace, std::size_t batch, Scale... scale) {
  using Execute = cudaError_t (*)(const void*, void*, void*, std::size_t, Scale..., decltype(numbers)..., cudaStream_t);
  return reinterpret_cast<Execute>(execute)(in, out, workspace, batch, scale..., said.strides[numbers]..., nullptr);
}

/** Of eight dimensions of two sides, and two distances. */
constexpr std::size_t MOST_STRIDES = 18;

template <std::size_t count = MOST_STRIDES, class... Scale>
cudaError_t called_by_count(const Said& said, void* execute, const void* in, void* out, void* workspace, std::size_t batch,
                            Scale... scale) {
  if (said.stride_count == count) {
    return called_with(std::make_index_sequence<count>(), said, execute, in, out, workspace, batch, scale...);
  }
  if constexpr (count > 0) {
    return called_by_count<count - 1>(said, execute, in, out, workspace, batch, scale...);
  } else {
    return cudaErrorInvalidValue;
  }
}

cudaError_t called(const Said& said, void* execute, const void* in, void* out, void* workspace, std::size_t batch) {
  switch (said.scale_bytes) {
    case sizeof(float):
      return called_by_count(said, execute, in, out, workspace, batch, static_cast<float>(said.scale));
    case sizeof(double):
      return called_by_count(said, execute, in, out, workspace, batch, said.scale);
    default:
      return called_by_count(said, execute, in, out, workspace, batch);
  }
}

}  // namespace

extern "C" {

/** Calls a function `execute` of a header, whatever it takes, with copies of two arrays in host memory. */
__attribute__((visibility("default"))) cudaError_t fftgen_emulated_execute(
    void* execute, int scale_bytes, double scale, const std::size_t* strides, std::size_t stride_count,
    std::size_t workspace_bytes, const fftgen_span* in, const fftgen_span* out, std::size_t batch) {
  const Said said{scale_bytes, scale, strides, stride_count};
  return fftgen_emulated::on_copies(*in, *out, workspace_bytes, [=](const void* from, void* to, void* workspace) {
    return called(said, execute, from, to, workspace, batch);
  });
}

}
