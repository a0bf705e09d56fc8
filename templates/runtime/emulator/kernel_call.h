// One launch of one kernel: its grid, its shared memory, its bound arguments. launch.h passes it to the workers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "counters.h"
#include "cuda_language.h"
#include "global_memory.h"

namespace fftgen::emulator {

struct Launch {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  /// Blocks of a cluster. 0 when the launch has no clusters.
  unsigned cluster_blocks;
  const GlobalMemory* memory;
  Counters* counters;
  void (*run_thread)(const void* call);
  const void* call;

  unsigned threads() const { return block.x * block.y * block.z; }
  std::uint64_t blocks() const { return std::uint64_t{grid.x} * grid.y * grid.z; }
};

}  // namespace fftgen::emulator
