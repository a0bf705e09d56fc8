// The threads of a cluster's blocks as fibers of one host thread: which are ready, what the others wait for, and what
// each knows of the others.
//
// Runs the ready threads; cluster.h decides what makes a thread wait or ready again.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clock.h"
#include "cluster_memory.h"
#include "cuda_language.h"
#include "fiber.h"
#include "kernel_call.h"
#include "run_order.h"
#include "sentences.h"
#include "source_line.h"
#include "warp_act.h"

namespace fftgen::emulator {

/// What a thread waits for, and where: the name of a group, or the place of a barrier in its block's list and a
/// parity.
struct Wait {
  enum class For { nothing, warp, act, group, cluster, phase };

  For reason = For::nothing;
  unsigned number = 0;
  unsigned parity = 0;
  SourceLine at = {};
  const WarpAct* act = nullptr;
};

struct ClusterThread {
  FiberContext context;
  uint3 index;         // index in its block
  unsigned rank;       // rank of its block
  unsigned place;      // place in its block
  ClockRef clock;      // what it knows of the others
  std::uint32_t time;  // its own time, ahead of what the others may know of it
  std::array<std::uint32_t, 4> fences;  // the times of its last fences against copies, newest first
  Wait wait;
  unsigned arrived;  // the round of the cluster's barrier at which it has arrived without waiting, from 1 on; or 0
  bool finished;

  unsigned participant() const { return Participant::number(rank, place); }

  Accessor accessor(SourceLine at) const { return {clock.get(), Stamp::make(participant(), time, at.line)}; }

  /// Joins into `gathering` everything that this thread has done so far.
  void release(ClockGathering& gathering) {
    gathering.join(clock);
    gathering.raise(participant(), time);
    ++time;
  }

  void fence() {
    std::copy_backward(fences.begin(), fences.end() - 1, fences.end());
    fences.front() = time;
    ++time;
  }

  /// Whether the thread fenced between its access at `accessed` and `known`, the last time of it that others know.
  /// The oldest remembered fence stands for those before it.
  bool fenced(std::uint32_t accessed, std::uint32_t known) const {
    const bool forgets = fences.back() != 0 && accessed < fences.back();
    return forgets || std::any_of(fences.begin(), fences.end(), [&](std::uint32_t fence) {
      return fence >= accessed && fence < known;
    });
  }
};

class ClusterThreads {
 public:
  explicit ClusterThreads(FiberStacks& stacks) : stacks_(stacks) {}

  void begin_launch(const Launch& launch) {
    threads_of_a_block_ = launch.threads();
    stacks_.reserve(launch.threads() * launch.cluster_blocks);
    threads_.resize(launch.threads() * launch.cluster_blocks);
    for (unsigned number = 0; number < threads_.size(); ++number) {
      ClusterThread& thread = threads_[number];
      thread.rank = number / threads_of_a_block_;
      thread.place = number % threads_of_a_block_;
      thread.index = coordinates(thread.place, launch.block);
    }
  }

  /// Starts all threads at `entry`, without knowledge of each other.
  void begin_cluster(std::uint64_t cluster, unsigned blocks, const ClockRef& nothing, void (*entry)()) {
    order_ = run_order(cluster, blocks, threads_of_a_block_);
    ready_.assign(threads_.size(), 1);
    unfinished_ = static_cast<unsigned>(threads_.size());
    for (unsigned number = 0; number < threads_.size(); ++number) {
      ClusterThread& thread = threads_[number];
      thread.clock = nothing;
      thread.time = 1;
      thread.fences = {};
      thread.wait = {};
      thread.arrived = 0;
      thread.finished = false;
      prepare_fiber(thread.context, stacks_.stack(number), FiberStacks::usable_bytes, entry);
    }
  }

  /// Gives each ready thread one turn, after before_turn(thread), as long as goes_on(). Returns whether any was
  /// ready.
  template <typename BeforeTurn, typename GoesOn>
  bool run_ready(BeforeTurn before_turn, GoesOn goes_on) {
    bool any = false;
    for (const unsigned number : order_) {
      if (ready_[number] == 0 || !goes_on()) continue;
      any = true;
      ready_[number] = 0;
      running_ = number;
      before_turn(threads_[number]);
      switch_fiber(scheduler_, threads_[number].context);
    }
    return any;
  }

  ClusterThread& running() { return threads_[running_]; }
  const ClusterThread& running() const { return threads_[running_]; }
  unsigned running_number() const { return running_; }
  ClusterThread& operator[](unsigned number) { return threads_[number]; }
  const ClusterThread& operator[](unsigned number) const { return threads_[number]; }
  unsigned size() const { return static_cast<unsigned>(threads_.size()); }
  unsigned unfinished() const { return unfinished_; }

  /// Ends the turn of the running thread. It gets another once it has been woken, which may have happened already.
  void stop() { switch_fiber(running().context, scheduler_); }

  void wake(unsigned number, const ClockRef& clock) {
    threads_[number].wait = {};
    threads_[number].clock = clock;
    ready_[number] = 1;
  }

  /// The running thread's function has returned; it only has to stop.
  void finish() {
    running().finished = true;
    --unfinished_;
  }

 private:
  FiberStacks& stacks_;
  unsigned threads_of_a_block_ = 0;
  unsigned running_ = 0;
  unsigned unfinished_ = 0;
  FiberContext scheduler_ = {};
  std::vector<ClusterThread> threads_;  // by rank, then place
  std::vector<unsigned> order_;
  std::vector<unsigned char> ready_;
};

}  // namespace fftgen::emulator
