// The state of one block of a running cluster: its shared memory, its barriers, and which threads wait or have
// returned.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cluster_memory.h"
#include "cuda_language.h"
#include "kernel_call.h"
#include "meeting.h"
#include "phase_barrier.h"
#include "sentences.h"
#include "source_line.h"
#include "traffic.h"
#include "warp_act.h"

namespace fftgen::emulator {

/// The lanes of a warp that have arrived for a common act, by lane, and the first of them.
struct ActMeeting {
  LanePart* lanes[lanes_of_a_warp] = {};
  unsigned numbers[lanes_of_a_warp] = {};  // numbers of the threads
  unsigned come = 0;
  unsigned first = 0;
  SourceLine at = {};
};

struct ClusterBlock {
  static constexpr unsigned names_of_groups = 16;
  static constexpr std::size_t most_barriers = 64;

  ClusterMemory memory;
  std::vector<PhaseBarrier> barriers;
  std::array<Meeting, names_of_groups> groups;
  std::vector<Meeting> warps;
  std::vector<ActMeeting> acts;  // by warp
  std::vector<unsigned> unfinished_of_warp;
  unsigned unfinished;
  uint3 index;
  bool sampled;
  std::vector<std::vector<Access>> accesses;  // of each thread, if sampled
  std::vector<Stamp> visits;                  // the last access of each thread of the cluster to this block's memory

  void begin(const Launch& launch, std::uint64_t position, bool is_sampled) {
    const unsigned count = launch.threads();
    memory.begin_block(launch.shared_bytes);
    barriers.clear();
    groups = {};
    warps.assign((count + lanes_of_a_warp - 1) / lanes_of_a_warp, {});
    acts.assign(warps.size(), {});
    unfinished_of_warp.assign(warps.size(), lanes_of_a_warp);
    unfinished_of_warp.back() = count - lanes_of_a_warp * static_cast<unsigned>(warps.size() - 1);
    unfinished = count;
    index = coordinates(position, launch.grid);
    visits.assign(std::size_t{count} * launch.cluster_blocks, {});
    sampled = is_sampled;
    if (sampled) accesses.assign(count, {});
  }

  /// The initialised barrier at this offset, or null.
  PhaseBarrier* barrier_at(unsigned offset) {
    const auto found = std::find_if(barriers.begin(), barriers.end(),
                                    [&](const PhaseBarrier& barrier) { return barrier.offset == offset; });
    return found == barriers.end() ? nullptr : &*found;
  }
};

}  // namespace fftgen::emulator
