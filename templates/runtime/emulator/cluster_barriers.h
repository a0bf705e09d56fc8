// The phase barriers of a cluster's blocks: who may use them, who arrives, who waits, and what the waiting threads
// learn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "clock.h"
#include "cluster_block.h"
#include "cluster_memory.h"
#include "cluster_state.h"
#include "cluster_threads.h"
#include "phase_barrier.h"
#include "source_line.h"

namespace fftgen::emulator {

class ClusterBarriers {
 public:
  explicit ClusterBarriers(ClusterState& state) : state_(state) {}

  void begin_cluster() { joined_ = {}; }

  void initialise(unsigned offset, unsigned arrivals, SourceLine at) {
    ClusterBlock& block = state_.own_block();
    constexpr std::size_t bytes = PhaseBarrier::bytes_of_a_barrier;
    const std::string problem = problem_of_barrier(block, offset, arrivals);
    const auto what = [&] { return "initialises " + ClusterFaults::barrier_at(offset); };
    if (!problem.empty()) return state_.faults.misused(what() + ", " + problem, at);
    const ClusterThread& self = state_.self();
    const Stamp stamp = self.accessor(at).stamp;
    if (!state_.note_write(self.rank, offset, bytes, stamp, what, at)) return;
    block.memory.reserve_for_barrier(ClusterState::word_of(offset), ClusterState::words_in(bytes), at.line);
    const unsigned place = state_.launch->threads() + static_cast<unsigned>(block.barriers.size());
    PhaseBarrier barrier{offset, Participant::number(self.rank, place), arrivals, stamp};
    barrier.missing_arrivals = arrivals;
    block.barriers.push_back(barrier);
  }

  /// Makes the barriers that this thread has initialised known to peers and to copies.
  void publish_barriers() {
    for_own_barriers([](PhaseBarrier& barrier) { barrier.known_to_peers = barrier.known_to_copies = true; });
  }

  /// Orders the thread's accesses, and the barriers it has initialised, before copies.
  void fence_async_proxy() {
    state_.self().fence();
    for_own_barriers([](PhaseBarrier& barrier) { barrier.known_to_copies = true; });
  }

  void expect_bytes(unsigned offset, unsigned bytes, SourceLine at) {
    PhaseBarrier* barrier = find_barrier("expects bytes at", state_.rank(), offset, at);
    if (barrier == nullptr) return;
    barrier->missing_bytes += bytes;
    check_bytes(*barrier, at);
    arrive_at(*barrier, at);
  }

  void arrive(unsigned peer, unsigned offset, SourceLine at) {
    if (!visit("arrives at a barrier", peer, at)) return;
    if (PhaseBarrier* barrier = find_barrier("arrives at", peer, offset, at)) arrive_at(*barrier, at);
  }

  /// Stops the thread until the present phase of its block's barrier ends, if the phase has this parity.
  void wait(unsigned offset, unsigned parity, SourceLine at) {
    PhaseBarrier* barrier = find_barrier("waits for", state_.rank(), offset, at);
    if (barrier == nullptr) return;
    if (parity > 1) return state_.faults.misused("waits for parity " + std::to_string(parity) + ", not 0 or 1", at);
    ClusterThread& self = state_.self();
    if (barrier->is_over(parity)) {
      if (barrier->completed != nullptr) self.clock = joined(self.clock, barrier->completed);
      return;
    }
    barrier->waiting.push_back(state_.threads.running_number());
    self.wait = {Wait::For::phase, static_cast<unsigned>(barrier - state_.own_block().barriers.data()), parity, at};
    state_.threads.stop();
  }

  // --- For transfers.

  /// Notes that the running thread accesses the block `rank`. Returns whether that block exists and is still running.
  bool visit(const char* verb, unsigned rank, SourceLine at) {
    if (rank >= state_.blocks.size()) {
      state_.faults.no_peer(verb, rank, at);
      return false;
    }
    if (rank == state_.rank()) return true;
    if (state_.blocks[rank].unfinished == 0) {
      state_.faults.peer_left(verb, rank, at);
      return false;
    }
    state_.blocks[rank].visits[state_.threads.running_number()] = state_.self().accessor(at).stamp;
    return true;
  }

  /// The barrier at this offset of a block, if the running thread may use it; else null, and a report.
  PhaseBarrier* find_barrier(const char* verb, unsigned rank, unsigned offset, SourceLine at) {
    PhaseBarrier* barrier = state_.blocks[rank].barrier_at(offset);
    if (barrier == nullptr) {
      state_.faults.not_initialised(verb, offset, rank, at);
      return nullptr;
    }
    if (!state_.self().accessor(at).knows(barrier->initialised)) state_.faults.not_known(verb, *barrier, rank, at);
    if (rank != state_.rank() && !barrier->known_to_peers) state_.faults.not_published(verb, *barrier, rank, at);
    return barrier;
  }

  /// Counts bytes that a copy or store, started at the given line, has brought to a barrier.
  void bring(PhaseBarrier& barrier, std::int64_t bytes, SourceLine at) {
    barrier.missing_bytes -= bytes;
    check_bytes(barrier, at);
    end_phase_of(barrier);
  }

 private:
  struct Joined {
    ClockRef one;
    ClockRef other;
    ClockRef both;
  };

  static std::string problem_of_barrier(ClusterBlock& block, unsigned offset, unsigned arrivals) {
    if (offset % PhaseBarrier::bytes_of_a_barrier != 0) return "which is not aligned to 8 bytes";
    if (offset + PhaseBarrier::bytes_of_a_barrier > block.memory.bytes()) return "which lies outside shared memory";
    if (block.barrier_at(offset) != nullptr) return "which is initialised already";
    if (block.barriers.size() == ClusterBlock::most_barriers) return "one more than the emulator has room for";
    if (arrivals >= 1 && arrivals <= PhaseBarrier::most_arrivals) return "";
    return "for " + std::to_string(arrivals) + " arrivals; possible are 1 to " +
           std::to_string(PhaseBarrier::most_arrivals);
  }

  template <typename Change>
  void for_own_barriers(Change change) {
    for (PhaseBarrier& barrier : state_.own_block().barriers) {
      if (barrier.initialised.who == state_.self().participant()) change(barrier);
    }
  }

  void arrive_at(PhaseBarrier& barrier, SourceLine at) {
    if (barrier.missing_arrivals == 0) return state_.faults.arrives_too_often(barrier, at);
    --barrier.missing_arrivals;
    state_.self().release(barrier.gathered);
    end_phase_of(barrier);
  }

  void check_bytes(const PhaseBarrier& barrier, SourceLine at) {
    if (barrier.missing_bytes <= PhaseBarrier::most_bytes && barrier.missing_bytes >= -PhaseBarrier::most_bytes) return;
    state_.faults.misused("makes " + std::to_string(barrier.missing_bytes) + " bytes missing at " +
                              ClusterFaults::barrier_at(barrier.offset) + "; it counts to " +
                              std::to_string(PhaseBarrier::most_bytes),
                          at);
  }

  void end_phase_of(PhaseBarrier& barrier) {
    if (!barrier.end_phase()) return;
    for (const unsigned number : barrier.waiting) {
      state_.threads.wake(number, joined(state_.threads[number].clock, barrier.completed));
    }
    barrier.waiting.clear();
  }

  /// The join of two clocks. Most threads that wait for a barrier know the same: the last answer is kept.
  const ClockRef& joined(const ClockRef& one, const ClockRef& other) {
    if (joined_.one == one && joined_.other == other) return joined_.both;
    ClockGathering gathering;
    gathering.join(one);
    gathering.join(other);
    joined_ = {one, other, gathering.clock()};
    return joined_.both;
  }

  ClusterState& state_;
  Joined joined_;
};

}  // namespace fftgen::emulator
