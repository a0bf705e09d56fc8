// The sentences in which faults are reported: what a thread does, and why it must not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "cuda_language.h"
#include "fiber.h"
#include "global_memory.h"
#include "source_line.h"

namespace fftgen::emulator {

/// The x-fastest position of something in a grid or block, as coordinates.
inline uint3 coordinates(std::uint64_t position, dim3 extent) {
  return {static_cast<unsigned>(position % extent.x), static_cast<unsigned>(position / extent.x % extent.y),
          static_cast<unsigned>(position / extent.x / extent.y)};
}

inline std::string text_of(uint3 index) {
  return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
}

inline std::string name_of(uint3 thread, uint3 block) {
  return "thread " + text_of(thread) + " of block " + text_of(block);
}

/// "kernels.cu:31", without the folder: messages do not depend on the directory of the package.
inline std::string text_of(SourceLine at) {
  const char* slash = std::strrchr(at.file, '/');
  return std::string(slash == nullptr ? at.file : slash + 1) + ":" + std::to_string(at.line);
}

inline std::string shared_element(unsigned index, std::size_t bytes) {
  return "element " + std::to_string(index) + " of shared memory (" + std::to_string(bytes) + " bytes each)";
}

inline std::string outside_shared_memory(const char* verb, unsigned index, std::size_t bytes, std::size_t available) {
  return std::string(verb) + " " + shared_element(index, bytes) + ", but the launch gave the block only " +
         std::to_string(available) + " bytes, that is " + std::to_string(available / bytes) + " elements";
}

inline std::string stack_overflow_of(uint3 thread, uint3 block) {
  return name_of(thread, block) + " needs more than the " + std::to_string(FiberStacks::usable_bytes) +
         " bytes of stack that the emulator has for a thread";
}

/// The place relative to the nearest allocation below, where there is one: unlike addresses, offsets stay the same.
inline std::string place_in_global_memory(const GlobalMemory& memory, std::uintptr_t address) {
  if (const Allocation* below = memory.at_or_below(address)) {
    return "offset " + std::to_string(address - below->begin) + " of an allocation of " +
           std::to_string(below->bytes()) + " bytes";
  }
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(address));
  return std::string("address ") + text + ", below all allocations";
}

inline std::string outside_global_memory(const char* verb, const GlobalMemory& memory, std::uintptr_t address,
                                         std::size_t bytes) {
  return std::string(verb) + " " + std::to_string(bytes) + " bytes at " + place_in_global_memory(memory, address) +
         ", which is outside all live allocations";
}

inline std::string misaligned_in_global_memory(const char* verb, const GlobalMemory& memory, std::uintptr_t address,
                                               std::size_t bytes, std::size_t alignment) {
  return std::string(verb) + " " + std::to_string(bytes) + " bytes at " + place_in_global_memory(memory, address) +
         ", which is not aligned to " + std::to_string(alignment) + " bytes";
}

inline std::string unwritten_in_global_memory(const Allocation& allocation, std::uintptr_t address, std::size_t bytes) {
  return "reads " + std::to_string(bytes) + " bytes at offset " + std::to_string(address - allocation.begin) +
         " of an allocation of " + std::to_string(allocation.bytes()) + " bytes, which nothing has written";
}

}  // namespace fftgen::emulator
