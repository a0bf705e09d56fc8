// A barrier in shared memory (mbarrier): phases that end when all arrivals and all expected bytes have arrived; and
// the transfers in flight to it.
//
// Only counts, as the PTX ISA says under mbarrier; cluster.h decides who may do what and when.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "clock.h"
#include "cluster_memory.h"
#include "source_line.h"
#include "tensor_map.h"

namespace fftgen::emulator {

/// A store into a block's shared memory that has been started.
struct PendingStore {
  std::size_t offset;
  unsigned bytes;
  SourceLine at;
  unsigned char value[16];
};

/// A bulk copy that has been started.
struct PendingCopy {
  std::size_t offset;
  SourceLine at;
  TensorMap map;
  BoxCorner corner;
};

struct PhaseBarrier {
  static constexpr std::size_t bytes_of_a_barrier = 8;
  static constexpr unsigned most_arrivals = (1u << 20) - 1;
  static constexpr std::int64_t most_bytes = (1 << 20) - 1;  // in either direction

  unsigned offset;
  unsigned participant;
  unsigned arrivals;  // arrivals of each phase
  Stamp initialised;

  bool known_to_peers = false;
  bool known_to_copies = false;
  std::uint32_t phase = 0;           // phases completed
  unsigned missing_arrivals = 0;     // in this phase
  std::int64_t missing_bytes = 0;    // in this phase; negative when bytes come before they are expected
  ClockGathering gathered = {};
  ClockRef completed = {};           // what the threads know that have waited for the last completed phase; null before
  Stamp last_landing = {};           // the phase, as a time, in which the last copy or store arrived
  std::vector<unsigned> waiting = {};  // threads that wait for the phase to end
  std::vector<PendingStore> stores = {};
  std::vector<PendingCopy> copies = {};

  bool has_pending() const { return !stores.empty() || !copies.empty(); }

  /// The line at which one of the transfers in flight was started.
  SourceLine pending_at() const { return copies.empty() ? stores.front().at : copies.front().at; }

  /// The stamp of data that arrives now, known to the threads that wait for the end of this phase.
  Stamp landing(unsigned line) const { return Stamp::make(participant, phase + 1, line); }

  bool is_over(unsigned parity) const { return phase % 2 != parity; }

  /// Ends the phase if nothing is missing; returns whether it did.
  bool end_phase() {
    if (missing_arrivals != 0 || missing_bytes != 0) return false;
    phase += 1;
    gathered.raise(participant, phase);
    completed = gathered.clock();
    missing_arrivals = arrivals;
    return true;
  }
};

}  // namespace fftgen::emulator
