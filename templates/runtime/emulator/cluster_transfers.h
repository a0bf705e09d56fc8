// Copies into the shared memory of a cluster's blocks, and stores into each other's: how they start, and when they
// arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "cluster_barriers.h"
#include "cluster_block.h"
#include "cluster_memory.h"
#include "cluster_state.h"
#include "cluster_threads.h"
#include "landing.h"
#include "phase_barrier.h"
#include "run_order.h"
#include "sentences.h"
#include "source_line.h"
#include "tensor_map.h"
#include "traffic.h"

namespace fftgen::emulator {

class ClusterTransfers {
 public:
  ClusterTransfers(ClusterState& state, ClusterBarriers& barriers) : state_(state), barriers_(barriers) {}

  void begin_cluster(std::uint64_t cluster) { late_ = arrives_late(cluster); }

  /// Starts to store `bytes` bytes in a block's shared memory, at an offset that they divide.
  void send(unsigned peer, std::size_t offset, const void* value, unsigned bytes, unsigned barrier_offset,
            SourceLine at) {
    state_.observer.note(AccessKind::remote_store, bytes, offset, at);
    if (!barriers_.visit("sends to shared memory", peer, at)) return;
    PhaseBarrier* barrier = barriers_.find_barrier("sends to", peer, barrier_offset, at);
    if (barrier == nullptr) return;
    if (!may_write("sends to", peer, offset, bytes, under_way(*barrier, at), at)) return;
    PendingStore store{offset, bytes, at, {}};
    std::memcpy(store.value, value, bytes);
    barrier->stores.push_back(store);
    if (!late_) let_arrive(*barrier, peer);
  }

  /// Stores `bytes` bytes in a block's shared memory at once, at an offset that they divide.
  void store(unsigned peer, std::size_t offset, const void* value, unsigned bytes, SourceLine at) {
    state_.observer.note(AccessKind::remote_store, bytes, offset, at);
    if (!barriers_.visit("stores in shared memory", peer, at)) return;
    if (!may_write("stores in", peer, offset, bytes, state_.self().accessor(at).stamp, at)) return;
    std::memcpy(state_.blocks[peer].memory.at(offset), value, bytes);
  }

  /// Starts to copy a box to `offset` of this block's shared memory.
  void load_box(std::size_t offset, const TensorMap& map, unsigned dimensions, const BoxCorner& corner,
                unsigned barrier_offset, SourceLine at) {
    PhaseBarrier* barrier = barriers_.find_barrier("copies a box to", state_.rank(), barrier_offset, at);
    if (barrier == nullptr) return;
    if (!barrier->known_to_copies) return state_.faults.not_published("copies a box to", *barrier, state_.rank(), at);
    ClusterMemory& memory = state_.own_block().memory;
    const std::size_t bytes = map.box_bytes();
    std::string problem = problem_of_box(map, dimensions, corner);
    if (problem.empty()) problem = problem_of_destination(memory, offset, bytes);
    if (!problem.empty()) return state_.faults.box_refused("copies", bytes, problem, at);
    if (!read_rows(state_.observer, map, corner, at)) return;
    check_fences(memory, offset, bytes, at);
    const auto what = [&] {
      return "copies a box to the " + std::to_string(bytes) + " bytes from byte " + std::to_string(offset) +
             " of shared memory";
    };
    if (!state_.note_write(state_.rank(), offset, bytes, under_way(*barrier, at), what, at)) return;
    barrier->copies.push_back({offset, at, map, corner});
    if (!late_) let_arrive(*barrier, state_.rank());
  }

  /// Checks a box as for a copy, and copies nothing.
  void prefetch_box(const TensorMap& map, unsigned dimensions, const BoxCorner& corner, SourceLine at) {
    const std::string problem = problem_of_box(map, dimensions, corner);
    if (!problem.empty()) return state_.faults.box_refused("prefetches", map.box_bytes(), problem, at);
    may_read_rows(state_.observer, map, corner, at);
  }

  /// Lets the transfers in flight to one barrier arrive, preferably one that threads wait for. Returns whether there
  /// were any.
  bool let_something_arrive() {
    for (const bool awaited : {true, false}) {
      for (unsigned rank = 0; rank < state_.blocks.size(); ++rank) {
        for (PhaseBarrier& barrier : state_.blocks[rank].barriers) {
          if (!barrier.has_pending() || (awaited && barrier.waiting.empty())) continue;
          let_arrive(barrier, rank);
          return true;
        }
      }
    }
    return false;
  }

 private:
  /// Notes a write of an element in a block's shared memory. Returns whether the element exists.
  bool may_write(const char* verb, unsigned rank, std::size_t offset, unsigned bytes, Stamp left, SourceLine at) {
    const auto index = static_cast<unsigned>(offset / bytes);
    const std::size_t there = state_.blocks[rank].memory.bytes();
    if (offset + bytes > there) {
      state_.faults.outside(verb, index, bytes, there, at);
      return false;
    }
    const auto what = [&] {
      return std::string(verb) + " " + shared_element(index, bytes) + " of block " + text_of(state_.blocks[rank].index);
    };
    return state_.note_write(rank, offset, bytes, left, what, at);
  }

  static Stamp under_way(const PhaseBarrier& barrier, SourceLine at) {
    return Stamp::make(barrier.participant, Stamp::under_way, at.line);
  }

  static std::string problem_of_box(const TensorMap& map, unsigned dimensions, const BoxCorner& corner) {
    if (dimensions != map.dimensions) {
      return "its map has " + std::to_string(map.dimensions) + " dimensions, not " + std::to_string(dimensions);
    }
    const std::int64_t begin = std::int64_t{corner[0]} * static_cast<std::int64_t>(map.number_bytes);
    if (begin % std::int64_t{TensorMap::granule_bytes} == 0) return "";
    return "it begins at byte " + std::to_string(begin) + " of its rows, not at a multiple of 16: a GPU stops there";
  }

  static std::string problem_of_destination(const ClusterMemory& memory, std::size_t offset, std::size_t bytes) {
    if (offset % 128 != 0) return "its destination, byte " + std::to_string(offset) + ", is not aligned to 128 bytes";
    if (offset + bytes <= memory.bytes()) return "";
    return "it ends at byte " + std::to_string(offset + bytes) + " of " + std::to_string(memory.bytes()) +
           " bytes of shared memory";
  }

  /// Checks that the threads that wrote the words fenced their writes. Their order is checked elsewhere.
  void check_fences(const ClusterMemory& memory, std::size_t offset, std::size_t bytes, SourceLine at) {
    const ClusterThread& self = state_.self();
    for (std::size_t word = ClusterState::word_of(offset); word < ClusterState::word_of(offset + bytes); ++word) {
      const Stamp writer = memory.writer_of(word);
      if (writer.time == 0 || writer.who == Stamp::a_barrier_lies_here) continue;
      if (Participant::place(writer.who) >= state_.launch->threads() || !self.accessor(at).knows(writer)) continue;
      const bool own = writer.who == self.participant();
      const unsigned number = Participant::rank(writer.who) * state_.launch->threads() + Participant::place(writer.who);
      if (state_.threads[number].fenced(writer.time, own ? self.time : self.clock->of(writer.who))) continue;
      return state_.faults.unfenced(word * ClusterMemory::word_bytes, writer, at);
    }
  }

  /// Lets the transfers in flight to the barrier of the block `rank` arrive.
  void let_arrive(PhaseBarrier& barrier, unsigned rank) {
    const SourceLine at = barrier.pending_at();
    barriers_.bring(barrier, land_everything(state_.blocks[rank].memory, barrier), at);
  }

  ClusterState& state_;
  ClusterBarriers& barriers_;
  bool late_ = false;
};

}  // namespace fftgen::emulator
