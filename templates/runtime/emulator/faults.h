// The faults of kernels, as values. A kind is reported once per launch, for the first block that shows it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace fftgen::emulator {

enum class FaultKind {
  shared_out_of_bounds,
  shared_uninitialised,
  shared_race_on_read,
  shared_race_on_write,
  shared_misaligned,
  global_out_of_bounds,
  global_misaligned,
  global_uninitialised,
  divergent_barrier,
  shared_in_flight,
  barrier_uninitialised,
  barrier_misused,
  copy_refused,
  copy_unfenced,
  peer_missing,
  deadlock,
  no_cluster,
  stack_overflow,
  launch_refused,
};

inline constexpr std::size_t fault_kinds = 19;

inline const char* name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::shared_out_of_bounds: return "shared-out-of-bounds";
    case FaultKind::shared_uninitialised: return "shared-uninitialised";
    case FaultKind::shared_race_on_read: return "shared-race-on-read";
    case FaultKind::shared_race_on_write: return "shared-race-on-write";
    case FaultKind::shared_misaligned: return "shared-misaligned";
    case FaultKind::global_out_of_bounds: return "global-out-of-bounds";
    case FaultKind::global_misaligned: return "global-misaligned";
    case FaultKind::global_uninitialised: return "global-uninitialised";
    case FaultKind::divergent_barrier: return "divergent-barrier";
    case FaultKind::shared_in_flight: return "shared-in-flight";
    case FaultKind::barrier_uninitialised: return "barrier-uninitialised";
    case FaultKind::barrier_misused: return "barrier-misused";
    case FaultKind::copy_refused: return "copy-refused";
    case FaultKind::copy_unfenced: return "copy-unfenced";
    case FaultKind::peer_missing: return "peer-missing";
    case FaultKind::deadlock: return "deadlock";
    case FaultKind::no_cluster: return "no-cluster";
    case FaultKind::stack_overflow: return "stack-overflow";
    case FaultKind::launch_refused: return "launch-refused";
  }
  return "unknown";
}

struct Fault {
  FaultKind kind;
  std::string message;
};

/// The first fault of each kind, first by the block's position in the grid: the same for any number of workers.
class FaultLog {
 public:
  bool has(FaultKind kind) const { return first_[index(kind)].has_value(); }

  void add(FaultKind kind, std::uint64_t block, std::string message) {
    auto& slot = first_[index(kind)];
    if (!slot || block < slot->block) slot = Located{block, std::move(message)};
  }

  /// Calls visit(kind, block, message) for each fault.
  template <typename Visitor>
  void for_each(Visitor visit) const {
    for (std::size_t kind = 0; kind < fault_kinds; ++kind) {
      if (first_[kind]) visit(static_cast<FaultKind>(kind), first_[kind]->block, first_[kind]->message);
    }
  }

 private:
  struct Located {
    std::uint64_t block;
    std::string message;
  };

  static std::size_t index(FaultKind kind) { return static_cast<std::size_t>(kind); }

  std::array<std::optional<Located>, fault_kinds> first_;
};

}  // namespace fftgen::emulator
