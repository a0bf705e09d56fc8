// The state of a running cluster, which its parts share: its threads, its blocks, and the reporter of faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clock.h"
#include "cluster_block.h"
#include "cluster_faults.h"
#include "cluster_memory.h"
#include "cluster_threads.h"
#include "faults.h"
#include "fiber.h"
#include "kernel_call.h"
#include "observer.h"
#include "source_line.h"

namespace fftgen::emulator {

struct ClusterState {
  Observer& observer;
  const Launch* launch = nullptr;
  ClusterThreads threads;
  std::vector<ClusterBlock> blocks = {};  // by rank
  ClusterFaults faults;

  ClusterState(Observer& observer_, FiberStacks& stacks)
      : observer(observer_), threads(stacks), faults(observer_, threads, blocks) {}
  ClusterState(const ClusterState&) = delete;
  ClusterState& operator=(const ClusterState&) = delete;

  ClusterThread& self() { return threads.running(); }
  unsigned rank() const { return threads.running().rank; }
  ClusterBlock& own_block() { return blocks[rank()]; }

  static constexpr std::size_t word_of(std::size_t offset) { return offset / ClusterMemory::word_bytes; }
  static constexpr std::size_t words_in(std::size_t bytes) { return bytes / ClusterMemory::word_bytes; }

  /// Notes a write to a block's memory, or a copy or store that will write, by the running thread; what() describes
  /// it, `left` is the stamp that it leaves. Returns whether the write is allowed.
  template <typename What>
  FFTGEN_ALWAYS_INLINE bool note_write(unsigned rank, std::size_t offset, std::size_t bytes, Stamp left, What what,
                                  SourceLine at) {
    ClusterMemory& memory = blocks[rank].memory;
    const ClusterHazard hazard = memory.note_write(word_of(offset), words_in(bytes), self().accessor(at), left);
    if (unlikely(hazard != ClusterHazard::none)) {
      faults.hazard(hazard, what, rank, FaultKind::shared_race_on_write, at);
    }
    return hazard != ClusterHazard::barrier;
  }
};

}  // namespace fftgen::emulator
