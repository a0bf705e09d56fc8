// The shapes of bulk copies: an array in global memory, and the boxes taken from it. Refuses what the driver's
// cuTensorMapEncodeTiled refuses; refusals beyond its documentation were observed on an H200 (driver 580).
//
// As the map on a GPU, this one counts along the contiguous dimension in numbers of at most 8 bytes: an element of 16 bytes
// is two of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cuda_error.h"

namespace fftgen {

struct TensorMap {
  const unsigned char* data;
  unsigned dimensions;
  std::uint64_t extents[5];
  std::uint64_t stride_bytes[5];
  unsigned box[5];
  std::size_t number_bytes;  // 4 or 8

  static constexpr std::size_t granule_bytes = 16;  // of addresses, strides, rows, and where a box begins along x

  std::size_t box_bytes() const {
    std::size_t bytes = number_bytes;
    for (unsigned i = 0; i < dimensions; ++i) bytes *= box[i];
    return bytes;
  }
};

/// The emulator's version of the function in fftgen_tensor_map.h: the same arguments, errors and shapes.
cudaError_t make_tensor_map(TensorMap* map, const void* data, unsigned element_bytes, unsigned dimensions,
                            const std::size_t* extents, const std::size_t* strides, const unsigned* box);

namespace emulator {

/// The first element of a box, in the coordinates of the map.
using BoxCorner = std::array<int, 5>;

}  // namespace emulator

}  // namespace fftgen
