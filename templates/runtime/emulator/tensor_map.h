// The shapes that bulk copies know: an array in global memory, and the boxes taken from it. Refuses what the driver's
// cuTensorMapEncodeTiled refuses; what it refuses beyond its documentation was tried on an H200 (driver 580).
//
// As the map on a GPU, this one counts along the contiguous dimension in numbers of at most 8 bytes: an element of 16 bytes
// is two of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cuda_error.h"
#include "global_memory.h"

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
inline cudaError_t make_tensor_map(TensorMap* map, const void* data, unsigned element_bytes, unsigned dimensions,
                                   const std::size_t* extents, const std::size_t* strides, const unsigned* box) {
  constexpr std::size_t largest_extent = std::size_t{1} << 32;
  constexpr std::size_t largest_stride = std::size_t{1} << 40;
  constexpr std::size_t largest_box = std::size_t{228} * 1024;  // all of a multiprocessor's shared memory
  constexpr std::size_t granule = TensorMap::granule_bytes;
  if (map == nullptr || data == nullptr || emulator::GlobalMemory::address_of(data) % granule != 0) {
    return cudaErrorInvalidValue;
  }
  if (dimensions < 2 || dimensions > 5 || (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)) {
    return cudaErrorInvalidValue;
  }
  const unsigned numbers = element_bytes == 16 ? 2 : 1;
  const std::size_t number_bytes = element_bytes / numbers;
  TensorMap made = {static_cast<const unsigned char*>(data), dimensions, {}, {}, {}, number_bytes};
  for (unsigned i = 0; i < dimensions; ++i) {
    made.extents[i] = extents[i] * (i == 0 ? numbers : 1);
    made.stride_bytes[i] = i == 0 ? number_bytes : strides[i] * element_bytes;
    made.box[i] = box[i] * (i == 0 ? numbers : 1);
    if (made.extents[i] == 0 || made.extents[i] > largest_extent) return cudaErrorInvalidValue;
    if (made.box[i] == 0 || made.box[i] > 256) return cudaErrorInvalidValue;
    if (i > 0 && (made.stride_bytes[i] % granule != 0 || made.stride_bytes[i] >= largest_stride)) {
      return cudaErrorInvalidValue;
    }
  }
  if (made.box[0] * number_bytes % granule != 0) return cudaErrorInvalidValue;
  if (made.box_bytes() > largest_box) return cudaErrorInvalidValue;
  *map = made;
  return cudaSuccess;
}

namespace emulator {

/// Where a box begins, as the map counts.
using BoxCorner = std::array<int, 5>;

/// A row of a box: what lies inside the array is read from there, the rest is zero.
struct BoxRow {
  std::size_t offset;      // of the whole row, from the beginning of the box in shared memory
  std::size_t bytes;       // of the whole row
  std::size_t skipped;     // bytes before the part inside the array
  std::size_t inside;      // bytes of that part; 0 where the row lies outside
  std::uintptr_t address;  // of that part in global memory
};

/// Calls visit(row) for the rows of the box at `corner`, in the order in which they come to lie in shared memory.
template <typename Visitor>
inline void for_each_row(const TensorMap& map, const BoxCorner& corner, Visitor visit) {
  const std::size_t unit = map.number_bytes;
  const std::size_t row_bytes = map.box[0] * unit;
  const auto clamp = [&](std::int64_t x) {
    const auto extent = static_cast<std::int64_t>(map.extents[0]);
    return x < 0 ? 0 : x > extent ? extent : x;
  };
  const std::int64_t begin = clamp(corner[0]);
  const std::int64_t end = clamp(std::int64_t{corner[0]} + map.box[0]);
  const std::size_t rows = map.box_bytes() / row_bytes;
  for (std::size_t row = 0; row < rows; ++row) {
    bool inside = begin < end;
    std::uintptr_t address = GlobalMemory::address_of(map.data) + static_cast<std::size_t>(begin) * unit;
    std::size_t rest = row;
    for (unsigned i = 1; i < map.dimensions; ++i) {
      const std::int64_t position = std::int64_t{corner[i]} + static_cast<std::int64_t>(rest % map.box[i]);
      rest /= map.box[i];
      inside = inside && position >= 0 && position < static_cast<std::int64_t>(map.extents[i]);
      if (inside) address += static_cast<std::uint64_t>(position) * map.stride_bytes[i];
    }
    const std::size_t bytes = inside ? static_cast<std::size_t>(end - begin) * unit : 0;
    const std::size_t skipped = inside ? static_cast<std::size_t>(begin - corner[0]) * unit : 0;
    visit(BoxRow{row * row_bytes, row_bytes, skipped, bytes, address});
  }
}

}  // namespace emulator

}  // namespace fftgen
