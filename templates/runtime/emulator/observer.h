// A worker's observer: the part that blocks and clusters share for every thread. It does their accesses to global
// memory, checks and logs them, and keeps the faults.
//
// Knows nothing of shared memory, and does not decide who runs: block.h and cluster.h do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cuda_language.h"
#include "device_calls.h"
#include "faults.h"
#include "fiber.h"
#include "global_memory.h"
#include "kernel_call.h"
#include "sentences.h"
#include "source_line.h"
#include "traffic.h"

namespace fftgen::emulator {

class Observer;

/// The observer of the CUDA thread that this host thread is running.
inline thread_local Observer* current_observer = nullptr;

inline bool unlikely(bool condition) { return __builtin_expect(condition, false); }

class Observer {
 public:
  void begin_launch(const Launch& launch) {
    launch_ = &launch;
    faults_ = {};
    traffic_ = {};
    last_loaded_ = {};
    last_stored_ = {};
    log_ = nullptr;
    longest_log_ = launch.cluster_blocks == 0 ? 4096 : 512;
    current_observer = this;
  }

  /// Attributes the faults that follow to the block at `position`, x fastest: all kinds, or only the first of any
  /// kind where others would be its consequences.
  void observe_block(std::uint64_t position, bool only_first = false) {
    position_ = position;
    only_first_ = only_first;
    has_found_ = false;
  }

  /// Whether there was a fault since.
  bool has_found() const { return has_found_; }

  /// Notes a fault, and returns whether to report it: not if one of its kind is known.
  bool finds(FaultKind kind) {
    const bool told = !(only_first_ && has_found_) && !faults_.has(kind);
    has_found_ = true;
    return told;
  }

  /// Logs the accesses that follow here; null when they are not counted.
  void log_to(std::vector<Access>* log) { log_ = log; }

  const Launch& launch() const { return *launch_; }
  const FaultLog& faults() const { return faults_; }
  const Traffic& traffic() const { return traffic_; }

  void add_block(const std::vector<std::vector<Access>>& accesses_of_thread) {
    add_block_traffic(traffic_, accesses_of_thread);
  }

  /// Logs the access of the running thread, if its accesses are counted.
  FFTGEN_ALWAYS_INLINE void note(AccessKind kind, unsigned bytes, std::uint64_t address, SourceLine at) {
    if (unlikely(log_ != nullptr)) log(kind, bytes, address, at);
  }

  template <std::size_t bytes>
  FFTGEN_ALWAYS_INLINE void load_global(const void* pointer, void* value, SourceLine at) {
    const std::uintptr_t address = GlobalMemory::address_of(pointer);
    note(AccessKind::global_load, bytes, address, at);
    if (unlikely(!is_plain(last_loaded_, address, bytes))) {
      if (!find_allocation(last_loaded_, "reads", address, bytes, bytes, at)) return poison(value, bytes);
      if (last_loaded_.written != nullptr) check_written(last_loaded_, address, bytes, at);
    }
    std::memcpy(value, pointer, bytes);
  }

  template <std::size_t bytes>
  FFTGEN_ALWAYS_INLINE void store_global(void* pointer, const void* value, SourceLine at) {
    const std::uintptr_t address = GlobalMemory::address_of(pointer);
    note(AccessKind::global_store, bytes, address, at);
    if (unlikely(!is_plain(last_stored_, address, bytes))) {
      if (!find_allocation(last_stored_, "writes", address, bytes, bytes, at)) return;
      if (last_stored_.written != nullptr) last_stored_.mark_written(address, bytes);
    }
    std::memcpy(pointer, value, bytes);
  }

  /// Reports a range that is not allocated; a prefetch of words that were not written is no fault.
  void prefetch_global(const void* pointer, std::size_t bytes, SourceLine at) {
    find_allocation(last_loaded_, "asks the L2 cache for", GlobalMemory::address_of(pointer), bytes, 1, at);
  }

  /// Whether a range aligned to `alignment` bytes may be read; reports a fault if not.
  bool may_read_global(std::uintptr_t address, std::size_t bytes, std::size_t alignment, SourceLine at) {
    if (!find_allocation(last_loaded_, "reads", address, bytes, alignment, at)) return false;
    if (last_loaded_.written != nullptr) check_written(last_loaded_, address, bytes, at);
    return true;
  }

  /// Adds a fault of the running thread, unless one of its kind is known: only then is the sentence composed.
  template <typename Sentence>
  void tell(FaultKind kind, SourceLine at, Sentence sentence) {
    tell_in_full(kind, [&] { return text_of(at) + ": " + name_of(threadIdx, blockIdx) + " " + sentence(); });
  }

  /// Adds a fault that no single thread makes: the sentence says who and where.
  template <typename Sentence>
  void tell_in_full(FaultKind kind, Sentence sentence) {
    if (finds(kind)) faults_.add(kind, position_, sentence());
  }

 private:
  FFTGEN_EMULATOR_OPAQUE void log(AccessKind kind, unsigned bytes, std::uint64_t address, SourceLine at) {
    if (log_->size() < longest_log_) log_->push_back({kind, bytes, at, address});
  }

  static bool is_plain(const Allocation& allocation, std::uintptr_t address, std::size_t bytes) {
    return allocation.holds(address, bytes) && address % bytes == 0 && allocation.written == nullptr;
  }

  /// Sets `cached` to the allocation that holds the range. False, with a report, when the access is not allowed.
  FFTGEN_EMULATOR_OPAQUE bool find_allocation(Allocation& cached, const char* verb, std::uintptr_t address,
                                              std::size_t bytes, std::size_t alignment, SourceLine at) {
    if (address % alignment != 0) {
      tell(FaultKind::global_misaligned, at,
           [&] { return misaligned_in_global_memory(verb, *launch_->memory, address, bytes, alignment); });
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

  const Launch* launch_ = nullptr;
  std::uint64_t position_ = 0;
  bool only_first_ = false;
  bool has_found_ = false;
  Allocation last_loaded_;  // the allocations of the last load and the last store: nearly always those of the next ones
  Allocation last_stored_;
  std::vector<Access>* log_ = nullptr;
  /// A bound on memory for kernels that loop: the first accesses of a thread stand for the later ones. Lower for
  /// persistent kernels, where all threads of a cluster have a log.
  std::size_t longest_log_ = 0;
  FaultLog faults_;
  Traffic traffic_;
};

}  // namespace fftgen::emulator
