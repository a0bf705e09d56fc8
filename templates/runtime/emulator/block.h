// A worker's block: runs the threads of one thread block as fibers from barrier to barrier, and checks and logs their
// accesses to shared memory. A worker keeps one Block for all the blocks it runs, so stacks and shadows are used
// again.
//
// Serves launches without clusters; cluster.h serves the others. Does not decide which blocks run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cuda_language.h"
#include "faults.h"
#include "fiber.h"
#include "kernel_call.h"
#include "observer.h"
#include "sentences.h"
#include "shared_memory.h"
#include "source_line.h"
#include "traffic.h"
#include "warp_act.h"

namespace fftgen::emulator {

class Block;

/// The block whose threads this host thread is running; null when it runs a cluster.
inline thread_local Block* current_block = nullptr;

class Block {
 public:
  Block(Observer& observer, FiberStacks& stacks) : observer_(observer), stacks_(stacks) {}

  void begin_launch(const Launch& launch) {
    launch_ = &launch;
    stacks_.reserve(launch.threads());
    threads_.resize(launch.threads());
    for (unsigned thread = 0; thread < launch.threads(); ++thread) {
      threads_[thread].index = coordinates(thread, launch.block);
    }
    current_block = this;
    blockDim = launch.block;
    gridDim = launch.grid;
  }

  /// Runs the block at `position` of the grid, x fastest. A sampled one also adds to the traffic and has its stacks
  /// checked.
  void run(std::uint64_t position, bool sampled) {
    sampled_ = sampled;
    observer_.observe_block(position);
    blockIdx = coordinates(position, launch_->grid);
    shared_.begin_block(launch_->shared_bytes);
    if (sampled) begin_sample();
    for (unsigned thread = 0; thread < threads_.size(); ++thread) {
      prepare_fiber(threads_[thread].context, stacks_.stack(thread), FiberStacks::usable_bytes, &Block::run_fiber);
    }
    while (run_to_barrier()) shared_.pass_barrier();
    observer_.log_to(nullptr);
    if (sampled) finish_sample();
  }

  // The rest of the public functions are called by the running CUDA thread.

  /// Stops the thread until all threads of the block have arrived here.
  void barrier(SourceLine at) {
    Thread& self = threads_[running_];
    self.state = State::waiting;
    self.waits_at = at;
    switch_fiber(self.context, scheduler_);
  }

  /// Stops the thread until all lanes of its warp have arrived here, and acts with them. Not a barrier for memory.
  void act_together(LanePart& mine, SourceLine at) {
    Thread& self = threads_[running_];
    self.state = State::acting;
    self.waits_at = at;
    self.part = &mine;
    ++acting_;
    switch_fiber(self.context, scheduler_);
  }

  template <std::size_t bytes>
  FFTGEN_ALWAYS_INLINE void load_shared(unsigned index, void* value, SourceLine at) {
    const std::size_t offset = std::size_t{index} * bytes;
    observer_.note(AccessKind::shared_load, bytes, offset, at);
    if (unlikely(offset + bytes > shared_.bytes())) {
      tell_outside_shared_memory("reads", index, bytes, at);
      return poison(value, bytes);
    }
    const SharedHazard hazard = shared_.note_read<shared_words<bytes>>(offset / SharedMemory::word_bytes);
    if (unlikely(hazard != SharedHazard::none)) tell_read_hazard(hazard, index, bytes, at);
    std::memcpy(value, shared_.at(offset), bytes);
  }

  template <std::size_t bytes>
  FFTGEN_ALWAYS_INLINE void store_shared(unsigned index, const void* value, SourceLine at) {
    const std::size_t offset = std::size_t{index} * bytes;
    observer_.note(AccessKind::shared_store, bytes, offset, at);
    if (unlikely(offset + bytes > shared_.bytes())) return tell_outside_shared_memory("writes", index, bytes, at);
    const SharedHazard hazard = shared_.note_write<shared_words<bytes>>(offset / SharedMemory::word_bytes);
    if (unlikely(hazard != SharedHazard::none)) tell_write_hazard(hazard, index, bytes, at);
    std::memcpy(shared_.at(offset), value, bytes);
  }

 private:
  enum class State { waiting, acting, finished };

  struct Thread {
    FiberContext context;
    uint3 index;
    State state;
    SourceLine waits_at;
    LanePart* part;  // the part of a thread that is acting, on its stack
  };

  template <std::size_t bytes>
  static constexpr std::size_t shared_words = bytes / SharedMemory::word_bytes;

  static void run_fiber() {
    Block& block = *current_block;
    block.launch_->run_thread(block.launch_->call);
    Thread& self = block.threads_[block.running_];
    self.state = State::finished;
    switch_fiber(self.context, block.scheduler_);  // and is never resumed
  }

  /// Runs every thread to its next barrier or its end. Returns whether all now wait at one barrier and the block goes
  /// on.
  bool run_to_barrier() {
    const auto count = static_cast<unsigned>(threads_.size());
    for (unsigned first = 0; first < count; first += lanes_of_a_warp) {
      if (!run_warp(first, std::min(first + lanes_of_a_warp, count))) return false;
    }
    const auto waits = [](const Thread& thread) { return thread.state == State::waiting; };
    const auto first = std::find_if(threads_.begin(), threads_.end(), waits);
    if (first == threads_.end()) return false;
    for (const Thread& thread : threads_) {
      if (thread.state == State::waiting && thread.waits_at.line == first->waits_at.line) continue;
      tell_divergence(*first, thread);
      return false;  // the waiting threads are abandoned: their stacks hold nothing that needs cleaning up
    }
    return true;
  }

  /// Runs the threads of a warp likewise. Returns whether every act was one of all lanes of the warp.
  bool run_warp(unsigned first, unsigned last) {
    do {
      acting_ = 0;
      for (running_ = first; running_ < last; ++running_) {
        Thread& thread = threads_[running_];
        threadIdx = thread.index;
        shared_.run_as(running_);
        if (unlikely(sampled_)) observer_.log_to(&accesses_[running_]);
        switch_fiber(scheduler_, thread.context);
      }
      if (acting_ != 0 && !act_in_warp(first, last)) return false;
    } while (acting_ != 0);
    return true;
  }

  bool act_in_warp(unsigned first, unsigned last) {
    const auto acts = [](const Thread& thread) { return thread.state == State::acting; };
    const Thread& one = *std::find_if(&threads_[first], &threads_[first] + (last - first), acts);
    LanePart* lanes[lanes_of_a_warp] = {};
    for (unsigned thread = first; thread < last; ++thread) {
      const Thread& other = threads_[thread];
      if (!acts(other) || other.waits_at.line != one.waits_at.line || other.part->act != one.part->act) {
        tell_torn_warp(one, other);
        return false;
      }
      lanes[thread - first] = other.part;
    }
    if (last - first != lanes_of_a_warp) {
      observer_.tell_in_full(FaultKind::divergent_barrier, [&] {
        return text_of(one.waits_at) + ": " + name_of(one.index, blockIdx) + " " + one.part->act->does +
               " with its warp, which has only " + std::to_string(last - first) + " threads";
      });
      return false;
    }
    one.part->act->act(lanes);
    return true;
  }

  void begin_sample() {
    accesses_.assign(threads_.size(), {});
    for (unsigned thread = 0; thread < threads_.size(); ++thread) stacks_.arm(thread);
  }

  void finish_sample() {
    observer_.add_block(accesses_);
    for (unsigned thread = 0; thread < threads_.size(); ++thread) {
      if (!stacks_.overflowed(thread)) continue;
      observer_.tell_in_full(FaultKind::stack_overflow,
                             [&] { return stack_overflow_of(threads_[thread].index, blockIdx); });
    }
  }

  FFTGEN_EMULATOR_OPAQUE void tell_outside_shared_memory(const char* verb, unsigned index, std::size_t bytes,
                                                         SourceLine at) {
    observer_.tell(FaultKind::shared_out_of_bounds, at,
                   [&] { return outside_shared_memory(verb, index, bytes, shared_.bytes()); });
  }

  FFTGEN_EMULATOR_OPAQUE void tell_read_hazard(SharedHazard hazard, unsigned index, std::size_t bytes, SourceLine at) {
    if (hazard == SharedHazard::never_written) {
      observer_.tell(FaultKind::shared_uninitialised, at, [&] {
        return "reads " + shared_element(index, bytes) + ", which no thread of the block has written";
      });
    } else {
      observer_.tell(FaultKind::shared_race_on_read, at, [&] {
        return "reads " + shared_element(index, bytes) + ", which " + culprit() + " has written since the last barrier";
      });
    }
  }

  FFTGEN_EMULATOR_OPAQUE void tell_write_hazard(SharedHazard hazard, unsigned index, std::size_t bytes, SourceLine at) {
    observer_.tell(FaultKind::shared_race_on_write, at, [&] {
      return "writes " + shared_element(index, bytes) + ", which " + culprit() +
             (hazard == SharedHazard::read_by_other ? " has read" : " has written") + " since the last barrier";
    });
  }

  void tell_divergence(const Thread& waiting, const Thread& elsewhere) {
    observer_.tell_in_full(FaultKind::divergent_barrier, [&] {
      const std::string instead =
          elsewhere.state == State::finished ? " has returned" : " waits at " + text_of(elsewhere.waits_at);
      return text_of(waiting.waits_at) + ": " + name_of(waiting.index, blockIdx) +
             " waits at a barrier, but thread " + text_of(elsewhere.index) + instead;
    });
  }

  void tell_torn_warp(const Thread& acting, const Thread& elsewhere) {
    observer_.tell_in_full(FaultKind::divergent_barrier, [&] {
      const auto does = [](const Thread& thread) {
        return std::string(thread.state == State::waiting ? "waits" : thread.part->act->does);
      };
      const std::string instead =
          elsewhere.state == State::finished ? "has returned" : does(elsewhere) + " at " + text_of(elsewhere.waits_at);
      return text_of(acting.waits_at) + ": " + name_of(acting.index, blockIdx) + " " + does(acting) +
             " with its warp, but thread " + text_of(elsewhere.index) + " " + instead;
    });
  }

  /// The other thread of the last shared-memory hazard.
  std::string culprit() const {
    return shared_.culprit() == SharedMemory::several_threads ? std::string("another thread")
                                                              : "thread " + text_of(threads_[shared_.culprit()].index);
  }

  Observer& observer_;
  FiberStacks& stacks_;
  const Launch* launch_ = nullptr;
  unsigned running_ = 0;
  unsigned acting_ = 0;  // threads of the running warp that wait for the rest of it
  bool sampled_ = false;
  SharedMemory shared_;
  FiberContext scheduler_ = {};
  std::vector<Thread> threads_;
  std::vector<std::vector<Access>> accesses_;  // of each thread of a sampled block
};

}  // namespace fftgen::emulator
