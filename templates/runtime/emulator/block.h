// A worker's block: runs the threads of one thread block as fibers from barrier to barrier, and checks and logs what
// they do to memory. A worker keeps one Block for all the blocks it runs, so stacks and shadows are used again.
//
// Does not decide which blocks run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cuda_language.h"
#include "faults.h"
#include "fiber.h"
#include "global_memory.h"
#include "sentences.h"
#include "shared_memory.h"
#include "source_line.h"
#include "traffic.h"

namespace fftgen::emulator {

/// One launch of one kernel, its arguments bound.
struct Launch {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  const GlobalMemory* memory;
  void (*run_thread)(const void* call);
  const void* call;

  unsigned threads() const { return block.x * block.y * block.z; }
  std::uint64_t blocks() const { return std::uint64_t{grid.x} * grid.y * grid.z; }
};

class Block;

/// The block whose threads this host thread is running.
inline thread_local Block* current_block = nullptr;

class Block {
 public:
  void begin_launch(const Launch& launch) {
    launch_ = &launch;
    faults_ = {};
    traffic_ = {};
    last_loaded_ = {};
    last_stored_ = {};
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
    position_ = position;
    sampled_ = sampled;
    blockIdx = coordinates(position, launch_->grid);
    shared_.begin_block(launch_->shared_bytes);
    if (sampled) begin_sample();
    for (unsigned thread = 0; thread < threads_.size(); ++thread) {
      prepare_fiber(threads_[thread].context, stacks_.stack(thread), FiberStacks::usable_bytes, &Block::run_fiber);
    }
    while (run_to_barrier()) shared_.pass_barrier();
    if (sampled) finish_sample();
  }

  const FaultLog& faults() const { return faults_; }
  const Traffic& traffic() const { return traffic_; }

  // The rest of the public functions are called by the running CUDA thread.

  /// Stops the thread until all threads of the block have come here.
  void barrier(SourceLine at) {
    Thread& self = threads_[running_];
    self.state = State::waiting;
    self.waits_at = at;
    switch_fiber(self.context, scheduler_);
  }

  template <typename T>
  __forceinline__ T load_global(const T* pointer, SourceLine at) {
    const std::uintptr_t address = GlobalMemory::address_of(pointer);
    if (unlikely(sampled_)) log(AccessKind::global_load, sizeof(T), address, at);
    if (unlikely(!is_plain(last_loaded_, address, sizeof(T)))) {
      if (!find_allocation(last_loaded_, "reads", address, sizeof(T), at)) return poison<T>();
      if (last_loaded_.written != nullptr) check_written(last_loaded_, address, sizeof(T), at);
    }
    T value;
    std::memcpy(&value, pointer, sizeof(T));
    return value;
  }

  template <typename T>
  __forceinline__ void store_global(T* pointer, T value, SourceLine at) {
    const std::uintptr_t address = GlobalMemory::address_of(pointer);
    if (unlikely(sampled_)) log(AccessKind::global_store, sizeof(T), address, at);
    if (unlikely(!is_plain(last_stored_, address, sizeof(T)))) {
      if (!find_allocation(last_stored_, "writes", address, sizeof(T), at)) return;
      if (last_stored_.written != nullptr) last_stored_.mark_written(address, sizeof(T));
    }
    std::memcpy(pointer, &value, sizeof(T));
  }

  template <typename T>
  __forceinline__ T load_shared(unsigned index, SourceLine at) {
    const std::size_t offset = std::size_t{index} * sizeof(T);
    if (unlikely(sampled_)) log(AccessKind::shared_load, sizeof(T), offset, at);
    if (unlikely(offset + sizeof(T) > shared_.bytes())) {
      tell_outside_shared_memory("reads", index, sizeof(T), at);
      return poison<T>();
    }
    const SharedHazard hazard = shared_.note_read<shared_words<T>>(offset / SharedMemory::word_bytes);
    if (unlikely(hazard != SharedHazard::none)) tell_read_hazard(hazard, index, sizeof(T), at);
    T value;
    std::memcpy(&value, shared_.at(offset), sizeof(T));
    return value;
  }

  template <typename T>
  __forceinline__ void store_shared(unsigned index, T value, SourceLine at) {
    const std::size_t offset = std::size_t{index} * sizeof(T);
    if (unlikely(sampled_)) log(AccessKind::shared_store, sizeof(T), offset, at);
    if (unlikely(offset + sizeof(T) > shared_.bytes())) {
      tell_outside_shared_memory("writes", index, sizeof(T), at);
      return;
    }
    const SharedHazard hazard = shared_.note_write<shared_words<T>>(offset / SharedMemory::word_bytes);
    if (unlikely(hazard != SharedHazard::none)) tell_write_hazard(hazard, index, sizeof(T), at);
    std::memcpy(shared_.at(offset), &value, sizeof(T));
  }

 private:
  enum class State { waiting, finished };

  struct Thread {
    FiberContext context;
    uint3 index;
    State state;
    SourceLine waits_at;
  };

  /// A bound on memory for kernels that loop: the first accesses of a thread stand for the later ones.
  static constexpr std::size_t longest_log = 4096;

  template <typename T>
  static constexpr std::size_t shared_words = sizeof(T) / SharedMemory::word_bytes;

  static bool unlikely(bool condition) { return __builtin_expect(condition, false); }

  /// What a refused read gives: NaNs, so that the damage shows in the results too.
  template <typename T>
  static T poison() {
    T value;
    std::memset(&value, 0xff, sizeof(T));
    return value;
  }

  static void run_fiber() {
    Block& block = *current_block;
    block.launch_->run_thread(block.launch_->call);
    Thread& self = block.threads_[block.running_];
    self.state = State::finished;
    switch_fiber(self.context, block.scheduler_);  // and is never resumed
  }

  /// Runs every thread to its next barrier or its end. Whether all now wait at one barrier and the block goes on.
  bool run_to_barrier() {
    std::size_t waiting = 0;
    for (running_ = 0; running_ < threads_.size(); ++running_) {
      Thread& thread = threads_[running_];
      threadIdx = thread.index;
      shared_.run_as(running_);
      switch_fiber(scheduler_, thread.context);
      if (thread.state == State::waiting) ++waiting;
    }
    if (waiting == 0) return false;
    const Thread* first = &threads_[0];
    while (first->state != State::waiting) ++first;
    for (const Thread& thread : threads_) {
      if (thread.state == State::waiting && thread.waits_at.line == first->waits_at.line) continue;
      tell_divergence(*first, thread);
      return false;  // the waiting threads are abandoned: their stacks hold nothing that needs cleaning up
    }
    return true;
  }

  void begin_sample() {
    accesses_.assign(threads_.size(), {});
    for (unsigned thread = 0; thread < threads_.size(); ++thread) stacks_.arm(thread);
  }

  void finish_sample() {
    add_block_traffic(traffic_, accesses_);
    for (unsigned thread = 0; thread < threads_.size(); ++thread) {
      if (!stacks_.overflowed(thread) || faults_.has(FaultKind::stack_overflow)) continue;
      faults_.add(FaultKind::stack_overflow, position_,
                  name_of(threads_[thread]) + " needs more than the " + std::to_string(FiberStacks::usable_bytes) +
                      " bytes of stack that the emulator has for a thread");
    }
  }

  FFTGEN_EMULATOR_OPAQUE void log(AccessKind kind, unsigned bytes, std::uint64_t address, SourceLine at) {
    if (accesses_[running_].size() < longest_log) accesses_[running_].push_back({kind, bytes, at, address});
  }

  static bool is_plain(const Allocation& allocation, std::uintptr_t address, std::size_t bytes) {
    return allocation.holds(address, bytes) && address % bytes == 0 && allocation.written == nullptr;
  }

  /// Makes `cached` the allocation that holds the range. False, and told, when the access must not be done.
  FFTGEN_EMULATOR_OPAQUE bool find_allocation(Allocation& cached, const char* verb, std::uintptr_t address,
                                              std::size_t bytes, SourceLine at) {
    if (address % bytes != 0) {
      tell(FaultKind::global_misaligned, at,
           [&] { return misaligned_in_global_memory(verb, *launch_->memory, address, bytes); });
      return false;
    }
    const Allocation* found = launch_->memory->find(address, bytes);
    if (found == nullptr) {
      tell(FaultKind::global_out_of_bounds, at,
           [&] { return outside_global_memory(verb, *launch_->memory, address, bytes); });
      return false;
    }
    cached = *found;
    return true;
  }

  FFTGEN_EMULATOR_OPAQUE void check_written(const Allocation& allocation, std::uintptr_t address, std::size_t bytes,
                                            SourceLine at) {
    if (allocation.all_written(address, bytes)) return;
    tell(FaultKind::global_uninitialised, at, [&] { return unwritten_in_global_memory(allocation, address, bytes); });
  }

  FFTGEN_EMULATOR_OPAQUE void tell_outside_shared_memory(const char* verb, unsigned index, std::size_t bytes,
                                                         SourceLine at) {
    tell(FaultKind::shared_out_of_bounds, at,
         [&] { return outside_shared_memory(verb, index, bytes, shared_.bytes()); });
  }

  FFTGEN_EMULATOR_OPAQUE void tell_read_hazard(SharedHazard hazard, unsigned index, std::size_t bytes, SourceLine at) {
    if (hazard == SharedHazard::never_written) {
      tell(FaultKind::shared_uninitialised, at, [&] {
        return "reads " + shared_element(index, bytes) + ", which no thread of the block has written";
      });
    } else {
      tell(FaultKind::shared_race_on_read, at, [&] {
        return "reads " + shared_element(index, bytes) + ", which " + culprit() + " has written since the last barrier";
      });
    }
  }

  FFTGEN_EMULATOR_OPAQUE void tell_write_hazard(SharedHazard hazard, unsigned index, std::size_t bytes, SourceLine at) {
    tell(FaultKind::shared_race_on_write, at, [&] {
      return "writes " + shared_element(index, bytes) + ", which " + culprit() +
             (hazard == SharedHazard::read_by_other ? " has read" : " has written") + " since the last barrier";
    });
  }

  void tell_divergence(const Thread& waiting, const Thread& elsewhere) {
    if (faults_.has(FaultKind::divergent_barrier)) return;
    const std::string instead =
        elsewhere.state == State::finished ? " has returned" : " waits at " + text_of(elsewhere.waits_at);
    faults_.add(FaultKind::divergent_barrier, position_,
                text_of(waiting.waits_at) + ": " + name_of(waiting) + " waits at a barrier, but thread " +
                    text_of(elsewhere.index) + instead);
  }

  /// Adds a fault of the running thread, unless one of its kind is known: the sentence is made only then.
  template <typename Sentence>
  void tell(FaultKind kind, SourceLine at, Sentence sentence) {
    if (faults_.has(kind)) return;
    faults_.add(kind, position_, text_of(at) + ": " + name_of(threads_[running_]) + " " + sentence());
  }

  std::string name_of(const Thread& thread) const {
    return "thread " + text_of(thread.index) + " of block " + text_of(coordinates(position_, launch_->grid));
  }

  /// The other thread of the last shared-memory hazard.
  std::string culprit() const {
    return shared_.culprit() == SharedMemory::several_threads ? std::string("another thread")
                                                              : "thread " + text_of(threads_[shared_.culprit()].index);
  }

  const Launch* launch_ = nullptr;
  std::uint64_t position_ = 0;
  unsigned running_ = 0;
  bool sampled_ = false;
  SharedMemory shared_;
  Allocation last_loaded_;  // where the last load and the last store went: nearly always where the next ones go
  Allocation last_stored_;
  FiberContext scheduler_ = {};
  FiberStacks stacks_;
  std::vector<Thread> threads_;
  std::vector<std::vector<Access>> accesses_;  // of each thread of a sampled block
  FaultLog faults_;
  Traffic traffic_;
};

}  // namespace fftgen::emulator
