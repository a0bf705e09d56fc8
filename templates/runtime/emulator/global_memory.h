// The allocations of cudaMalloc that cudaFree has not freed, and which of their words were written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "bulk_memory.h"

namespace fftgen::emulator {

struct Allocation {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  unsigned char* written = nullptr;  // 1 for each word that was written; null where this is not tracked

  std::size_t bytes() const { return end - begin; }

  bool holds(std::uintptr_t address, std::size_t bytes) const { return address >= begin && address + bytes <= end; }

  bool all_written(std::uintptr_t address, std::size_t bytes) const {
    const auto [first, last] = words(address, bytes);
    return std::find(written + first, written + last, 0) == written + last;
  }

  void mark_written(std::uintptr_t address, std::size_t bytes) const {
    const auto [first, last] = words(address, bytes);
    std::memset(written + first, 1, last - first);
  }

  static constexpr std::size_t word_bytes = 2;  // the smallest write

 private:
  std::pair<std::size_t, std::size_t> words(std::uintptr_t address, std::size_t bytes) const {
    return {(address - begin) / word_bytes, (address - begin + bytes + word_bytes - 1) / word_bytes};
  }
};

class GlobalMemory {
 public:
  GlobalMemory() = default;
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;
  ~GlobalMemory() { release_all(); }

  /// New memory, aligned as cudaMalloc aligns and filled with NaNs; null when the host has none.
  void* allocate(std::size_t bytes, bool track_writes) {
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    // The gap behind it keeps a small overrun from reaching the next allocation, where it would look legal.
    void* memory = std::aligned_alloc(alignment, rounded + alignment);
    if (memory == nullptr) return nullptr;
    fill(memory, 0xff, rounded);
    Allocation allocation{address_of(memory), address_of(memory) + bytes, nullptr};
    if (track_writes) {
      const std::size_t words = rounded / Allocation::word_bytes;
      allocation.written = static_cast<unsigned char*>(std::calloc(words, 1));
      if (allocation.written == nullptr) {
        std::free(memory);
        return nullptr;
      }
    }
    allocations_.insert(behind(allocation.begin), allocation);
    bytes_ += bytes;
    return memory;
  }

  /// Whether `memory` was the beginning of a live allocation.
  bool release(void* memory) {
    const auto found = std::find_if(allocations_.begin(), allocations_.end(),
                                    [&](const Allocation& live) { return live.begin == address_of(memory); });
    if (found == allocations_.end()) return false;
    bytes_ -= found->bytes();
    std::free(found->written);
    std::free(memory);
    allocations_.erase(found);
    return true;
  }

  void release_all() {
    while (!allocations_.empty()) release(reinterpret_cast<void*>(allocations_.back().begin));
  }

  /// The allocation with the greatest beginning not above `address`, or null.
  const Allocation* at_or_below(std::uintptr_t address) const {
    const auto next = behind(address);
    return next == allocations_.begin() ? nullptr : &*(next - 1);
  }

  /// The allocation that holds all of the range, or null.
  const Allocation* find(std::uintptr_t address, std::size_t bytes) const {
    const Allocation* candidate = at_or_below(address);
    return candidate != nullptr && candidate->holds(address, bytes) ? candidate : nullptr;
  }

  std::size_t allocated_bytes() const { return bytes_; }

  static std::uintptr_t address_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

 private:
  static constexpr std::size_t alignment = 256;

  std::vector<Allocation>::const_iterator behind(std::uintptr_t address) const {
    return std::upper_bound(allocations_.begin(), allocations_.end(), address,
                            [](std::uintptr_t value, const Allocation& live) { return value < live.begin; });
  }

  std::vector<Allocation> allocations_;  // ascending by address
  std::size_t bytes_ = 0;
};

}  // namespace fftgen::emulator
