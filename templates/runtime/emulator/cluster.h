// A worker's cluster: runs the threads of all blocks of one thread-block cluster, and serves their calls for barriers
// and shared memory, their own and each other's.
//
// What is checked, for any order of the threads and not only for the one that they happened to run in:
//   - Every access to shared memory happens after those of other threads that it conflicts with: a chain of barriers
//     leads from one to the other. Accesses of a warp's threads are no exception; __syncwarp() is a barrier.
//   - Data of copies and stores is used only by threads that waited for the phase it completes in, or learned of it
//     from one that did; and copies and stores start only when earlier readers and writers of the words are done.
//   - A thread that has written words fences before a copy may overwrite them. Reads need no fence.
//   - Barriers are initialised, made known to peers and copies, and get no more arrivals than a phase has.
//   - A block leaves when its peers are done with its memory and its own copies are waited for.
// Only the order of this run shows deadlocks, too many arrivals, and wrong results. Orders and the moments of arrival
// change from cluster to cluster (run_order.h).
//
// Does not check global memory for races, warps for divergence at phase barriers, or that a thread keeps up with the
// phases: one that looks two phases later than it should waits for the wrong one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "clock.h"
#include "cluster_barriers.h"
#include "cluster_block.h"
#include "cluster_meetings.h"
#include "cluster_memory.h"
#include "cluster_state.h"
#include "cluster_threads.h"
#include "cluster_transfers.h"
#include "counters.h"
#include "cuda_language.h"
#include "faults.h"
#include "fiber.h"
#include "kernel_call.h"
#include "observer.h"
#include "phase_barrier.h"
#include "sentences.h"
#include "source_line.h"
#include "traffic.h"

namespace fftgen::emulator {

class Cluster;

/// The cluster whose threads this host thread is running; null when it runs a block without one.
inline thread_local Cluster* current_cluster = nullptr;

class Cluster {
 public:
  Cluster(Observer& observer, FiberStacks& stacks)
      : stacks_(stacks),
        state_(observer, stacks),
        meetings_(state_),
        barriers_(state_),
        transfers_(state_, barriers_) {}

  void begin_launch(const Launch& launch) {
    state_.launch = &launch;
    state_.threads.begin_launch(launch);
    state_.blocks.resize(launch.cluster_blocks);
    current_cluster = this;
    blockDim = launch.block;
    gridDim = launch.grid;
  }

  /// Runs the cluster with this number, to its end or to the first turn with a fault, which abandons its threads.
  /// Blocks of it whose positions in the grid are among `samples`, which ascend, also add to the traffic and have
  /// their stacks checked.
  void run(std::uint64_t cluster, const std::vector<std::uint64_t>& samples) {
    const std::uint64_t first = cluster * state_.blocks.size();
    state_.observer.observe_block(first, true);
    meetings_.begin_cluster();
    barriers_.begin_cluster();
    transfers_.begin_cluster(cluster);
    numbers_.begin_cluster(cluster, state_.launch->blocks() / state_.blocks.size());
    for (unsigned rank = 0; rank < state_.blocks.size(); ++rank) {
      const bool sampled = std::binary_search(samples.begin(), samples.end(), first + rank);
      state_.blocks[rank].begin(*state_.launch, first + rank, sampled);
      if (sampled) for_each_stack(rank, [&](unsigned, unsigned stack) { stacks_.arm(stack); });
    }
    const ClockRef nothing = empty_clock(state_.blocks.size(), state_.launch->threads() + ClusterBlock::most_barriers);
    state_.threads.begin_cluster(cluster, blocks(), nothing, &Cluster::run_fiber);
    const auto enter_thread = [this](const ClusterThread& thread) { enter(thread); };
    const auto goes_on = [this] { return state_.threads.unfinished() != 0 && !state_.observer.has_found(); };
    while (goes_on()) {
      if (!state_.threads.run_ready(enter_thread, goes_on) && !transfers_.let_something_arrive()) {
        state_.faults.deadlock();
      }
    }
    state_.observer.log_to(nullptr);
    for (unsigned rank = 0; rank < state_.blocks.size(); ++rank) finish_sample(rank);
  }

  // The rest of the public functions are called by the running CUDA thread.

  ClusterMeetings& meetings() { return meetings_; }
  ClusterBarriers& barriers() { return barriers_; }
  ClusterTransfers& transfers() { return transfers_; }

  unsigned rank() const { return state_.rank(); }
  unsigned blocks() const { return static_cast<unsigned>(state_.blocks.size()); }

  /// The next number of a counter in global memory; not counted as traffic.
  FFTGEN_EMULATOR_OPAQUE unsigned take_number(unsigned* counter, SourceLine at) {
    const std::uintptr_t address = GlobalMemory::address_of(counter);
    if (!state_.observer.may_read_global(address, sizeof(unsigned), sizeof(unsigned), at)) {
      unsigned refused;
      poison(&refused, sizeof refused);
      return refused;
    }
    return numbers_.take(*state_.launch->counters, counter);
  }

  FFTGEN_EMULATOR_OPAQUE void load_shared(unsigned index, std::size_t bytes, void* value, SourceLine at) {
    const std::size_t offset = index * bytes;
    state_.observer.note(AccessKind::shared_load, static_cast<unsigned>(bytes), offset, at);
    const ClusterThread& self = state_.self();
    ClusterMemory& memory = state_.blocks[self.rank].memory;
    if (unlikely(offset + bytes > memory.bytes())) {
      state_.faults.outside("reads", index, bytes, memory.bytes(), at);
      return poison(value, bytes);
    }
    const ClusterHazard hazard =
        memory.note_read(ClusterState::word_of(offset), ClusterState::words_in(bytes), self.accessor(at));
    if (unlikely(hazard != ClusterHazard::none)) {
      const auto what = [&] { return "reads " + shared_element(index, bytes); };
      state_.faults.hazard(hazard, what, self.rank, FaultKind::shared_race_on_read, at);
    }
    std::memcpy(value, memory.at(offset), bytes);
  }

  FFTGEN_EMULATOR_OPAQUE void store_shared(unsigned index, std::size_t bytes, const void* value, SourceLine at) {
    const std::size_t offset = index * bytes;
    state_.observer.note(AccessKind::shared_store, static_cast<unsigned>(bytes), offset, at);
    const ClusterThread& self = state_.self();
    ClusterMemory& memory = state_.blocks[self.rank].memory;
    if (unlikely(offset + bytes > memory.bytes())) {
      return state_.faults.outside("writes", index, bytes, memory.bytes(), at);
    }
    const auto what = [&] { return "writes " + shared_element(index, bytes); };
    if (!state_.note_write(self.rank, offset, bytes, self.accessor(at).stamp, what, at)) return;
    std::memcpy(memory.at(offset), value, bytes);
  }

 private:
  template <typename Visitor>
  void for_each_stack(unsigned rank, Visitor visit) const {
    const unsigned count = state_.launch->threads();
    for (unsigned place = 0; place < count; ++place) visit(place, rank * count + place);
  }

  void enter(const ClusterThread& thread) {
    ClusterBlock& block = state_.blocks[thread.rank];
    threadIdx = thread.index;
    blockIdx = block.index;
    state_.observer.log_to(block.sampled ? &block.accesses[thread.place] : nullptr);
  }

  static void run_fiber() {
    Cluster& cluster = *current_cluster;
    cluster.state_.launch->run_thread(cluster.state_.launch->call);
    cluster.finish_thread();
    cluster.state_.threads.stop();  // and is never resumed
  }

  void finish_thread() {
    ClusterBlock& block = state_.own_block();
    state_.threads.finish();
    --block.unfinished_of_warp[state_.self().place / lanes_of_a_warp];
    --block.unfinished;
    meetings_.forget_returned();
    if (block.unfinished == 0) check_leaving(rank());
  }

  void finish_sample(unsigned rank) {
    ClusterBlock& block = state_.blocks[rank];
    if (!block.sampled) return;
    state_.observer.add_block(block.accesses);
    for_each_stack(rank, [&](unsigned place, unsigned stack) {
      if (!stacks_.overflowed(stack)) return;
      state_.observer.tell_in_full(FaultKind::stack_overflow,
                             [&] { return stack_overflow_of(coordinates(place, state_.launch->block), block.index); });
    });
  }

  /// All threads of the block have returned: accesses of others to its memory must be over.
  void check_leaving(unsigned rank) {
    ClusterBlock& block = state_.blocks[rank];
    ClockGathering gathering;
    for_each_stack(rank, [&](unsigned, unsigned number) { state_.threads[number].release(gathering); });
    const ClockRef known = gathering.clock();
    for (const Stamp visit : block.visits) {
      if (visit.time != 0 && known->of(visit.who) < visit.time) return state_.faults.left_before(rank, visit);
    }
    for (const PhaseBarrier& barrier : block.barriers) {
      const Stamp last = barrier.last_landing;
      const unsigned line = barrier.has_pending() ? barrier.pending_at().line : last.line;
      if (!barrier.has_pending() && (last.time == 0 || known->of(last.who) >= last.time)) continue;
      return state_.faults.left_in_flight(rank, barrier.offset, line);
    }
  }

  FiberStacks& stacks_;
  ClusterState state_;
  ClusterMeetings meetings_;
  ClusterBarriers barriers_;
  ClusterTransfers transfers_;
  ClusterNumbers numbers_;
};

}  // namespace fftgen::emulator
