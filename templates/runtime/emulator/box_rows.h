// The rows of the boxes that bulk copies load: where each lies in the array, and its destination.
#pragma once

#include <cstddef>
#include <cstdint>

#include "global_memory.h"
#include "tensor_map.h"

namespace fftgen::emulator {

/// A row of a box: the part inside the array is read, the rest is zero.
struct BoxRow {
  std::size_t offset;      // destination of the row, from the beginning of the box in shared memory
  std::size_t bytes;       // bytes of the whole row
  std::size_t skipped;     // bytes before the part inside the array
  std::size_t inside;      // bytes of that part; 0 where the row lies outside
  std::uintptr_t address;  // address of that part in global memory
};

/// Calls visit(row) for the rows of the box at `corner`, in their order in shared memory.
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

}  // namespace fftgen::emulator
