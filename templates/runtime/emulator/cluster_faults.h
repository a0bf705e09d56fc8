// Reports what the threads of a cluster do wrong: who, at which line, to what, and what would have been right.
//
// Only words; what is wrong is found by cluster.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cluster_block.h"
#include "cluster_memory.h"
#include "cluster_threads.h"
#include "faults.h"
#include "observer.h"
#include "phase_barrier.h"
#include "sentences.h"
#include "source_line.h"
#include "warp_act.h"

namespace fftgen::emulator {

class ClusterFaults {
 public:
  ClusterFaults(Observer& observer, const ClusterThreads& threads, const std::vector<ClusterBlock>& blocks)
      : observer_(observer), threads_(threads), blocks_(blocks) {}

  static std::string barrier_at(unsigned offset) { return "the barrier at byte " + std::to_string(offset); }

  /// Reports that what(), which the running thread does to the memory of the block `rank`, conflicts with an access
  /// of the culprit that this memory remembers.
  template <typename What>
  void hazard(ClusterHazard hazard, What what, unsigned rank, FaultKind race, SourceLine at) const {
    const Stamp culprit = blocks_[rank].memory.culprit();
    observer_.tell(kind_of(hazard, culprit, race), at, [&] { return what() + end_of(hazard, culprit); });
  }

  void outside(const char* verb, unsigned index, std::size_t bytes, std::size_t available, SourceLine at) const {
    tell(FaultKind::shared_out_of_bounds, at, outside_shared_memory(verb, index, bytes, available));
  }

  void unfenced(std::size_t offset, Stamp writer, SourceLine at) const {
    tell(FaultKind::copy_unfenced, at,
         "copies a box over byte " + std::to_string(offset) + " of shared memory, which " +
             name_of_thread(writer.who) + " wrote at line " + std::to_string(writer.line) +
             "; between that write and the barrier that leads here it should call fence_async_proxy()");
  }

  void box_refused(const char* verb, std::size_t bytes, const std::string& problem, SourceLine at) const {
    tell(FaultKind::copy_refused, at,
         std::string(verb) + " a box of " + std::to_string(bytes) + " bytes, but " + problem);
  }

  void misused(const std::string& what, SourceLine at) const { tell(FaultKind::barrier_misused, at, what); }

  void arrives_too_often(const PhaseBarrier& barrier, SourceLine at) const {
    misused("arrives at " + barrier_at(barrier.offset) + ", whose phase " + std::to_string(barrier.phase) +
                " has all its " + std::to_string(barrier.arrivals) + " arrivals and lacks " +
                std::to_string(barrier.missing_bytes) + " bytes",
            at);
  }

  void not_initialised(const char* verb, unsigned offset, unsigned rank, SourceLine at) const {
    tell(FaultKind::barrier_uninitialised, at,
         verb + (" " + barrier_at(offset)) + of_block(rank) + ", which nobody has initialised");
  }

  void not_known(const char* verb, const PhaseBarrier& barrier, unsigned rank, SourceLine at) const {
    tell(FaultKind::barrier_uninitialised, at,
         verb + (" " + barrier_at(barrier.offset)) + of_block(rank) + ", which " +
             name_of_thread(barrier.initialised.who) + " initialises at line " +
             std::to_string(barrier.initialised.line) + no_barrier);
  }

  void not_published(const char* verb, const PhaseBarrier& barrier, unsigned rank, SourceLine at) const {
    tell(FaultKind::barrier_uninitialised, at,
         verb + (" " + barrier_at(barrier.offset)) + of_block(rank) + ", which " +
             name_of_thread(barrier.initialised.who) +
             " has initialised without publish_barriers() before the cluster synchronised");
  }

  void no_peer(const char* verb, unsigned rank, SourceLine at) const {
    tell(FaultKind::peer_missing, at,
         verb + (" in block " + std::to_string(rank)) + " of a cluster of " + std::to_string(blocks_.size()));
  }

  void peer_left(const char* verb, unsigned rank, SourceLine at) const {
    tell(FaultKind::peer_missing, at, verb + (" in block " + text_of(blocks_[rank].index)) + ", which has returned");
  }

  void left_before(unsigned rank, Stamp visit) const {
    observer_.tell_in_full(FaultKind::peer_missing, [&] {
      return "block " + text_of(blocks_[rank].index) + " may have returned before " + name_of_thread(visit.who) +
             " reaches into its shared memory at line " + std::to_string(visit.line) +
             ": no barrier leads from there to its end; it should synchronise with the cluster first";
    });
  }

  void left_in_flight(unsigned rank, unsigned offset, unsigned line) const {
    observer_.tell_in_full(FaultKind::shared_in_flight, [&] {
      return "block " + text_of(blocks_[rank].index) + " returns without having waited at " + barrier_at(offset) +
             " for the copy or store that was started at line " + std::to_string(line);
    });
  }

  void impossible_group(unsigned name, unsigned threads, SourceLine at) const {
    tell(FaultKind::barrier_misused, at,
         "comes to group barrier " + std::to_string(name) + " for " + std::to_string(threads) +
             " threads; names are 1 to 15, and threads a multiple of 32, at most those of the block");
  }

  void unequal_group(unsigned name, unsigned threads, unsigned wanted, SourceLine at) const {
    tell(FaultKind::barrier_misused, at,
         "comes to group barrier " + std::to_string(name) + " for " + std::to_string(threads) +
             " threads, but those before it came for " + std::to_string(wanted));
  }

  void torn_warp(unsigned name, unsigned warp, const std::string& how, SourceLine at) const {
    tell(FaultKind::divergent_barrier, at,
         "completes " + name_of_group(name) + ", to which warp " + std::to_string(warp) + " came " + how);
  }

  void torn_act(const WarpAct& act, const ClusterThread& other, SourceLine at) const {
    tell(FaultKind::divergent_barrier, at,
         std::string(act.does) + " with its warp, but thread " + text_of(other.index) + " " + other.wait.act->does +
             " at " + text_of(other.wait.at));
  }

  void deadlock() const {
    observer_.tell_in_full(FaultKind::deadlock, [&] { return "nobody can go on: " + who_waits(); });
  }

 private:
  static constexpr const char* no_barrier = ", and no barrier leads from there to here";

  void tell(FaultKind kind, SourceLine at, const std::string& sentence) const {
    observer_.tell(kind, at, [&] { return sentence; });
  }

  bool is_thread(unsigned participant) const { return Participant::place(participant) < threads_of_a_block(); }
  unsigned threads_of_a_block() const { return threads_.size() / static_cast<unsigned>(blocks_.size()); }

  std::string name_of_thread(unsigned participant) const {
    const unsigned rank = Participant::rank(participant);
    const ClusterThread& thread = threads_[rank * threads_of_a_block() + Participant::place(participant)];
    return name_of(thread.index, blocks_[rank].index);
  }

  static std::string name_of_group(unsigned name) {
    return name == 0 ? std::string("__syncthreads()") : "group barrier " + std::to_string(name);
  }

  std::string of_block(unsigned rank) const {
    return rank == threads_.running().rank ? "" : " of block " + text_of(blocks_[rank].index);
  }

  FaultKind kind_of(ClusterHazard hazard, Stamp culprit, FaultKind race) const {
    switch (hazard) {
      case ClusterHazard::never_written: return FaultKind::shared_uninitialised;
      case ClusterHazard::barrier: return FaultKind::barrier_misused;
      case ClusterHazard::written: return is_thread(culprit.who) ? race : FaultKind::shared_in_flight;
      case ClusterHazard::read:
      case ClusterHazard::none: break;
    }
    return race;
  }

  std::string end_of(ClusterHazard hazard, Stamp culprit) const {
    const std::string line = " at line " + std::to_string(culprit.line);
    switch (hazard) {
      case ClusterHazard::never_written: return ", into which nothing has been written";
      case ClusterHazard::barrier: return ", where a barrier lies, initialised" + line;
      case ClusterHazard::read: return ", which " + name_of_thread(culprit.who) + " reads" + line + no_barrier;
      case ClusterHazard::written:
        return is_thread(culprit.who) ? ", which " + name_of_thread(culprit.who) + " writes" + line + no_barrier
                                      : in_flight(culprit);
      case ClusterHazard::none: break;
    }
    return "";
  }

  std::string in_flight(Stamp culprit) const {
    const unsigned rank = Participant::rank(culprit.who);
    const PhaseBarrier& barrier = blocks_[rank].barriers[Participant::place(culprit.who) - threads_of_a_block()];
    return ", into which the copy or store started at line " + std::to_string(culprit.line) +
           (culprit.time == Stamp::under_way ? " is under way" : " has gone") +
           ": the thread has not waited for its end at " + barrier_at(barrier.offset);
  }

  /// Groups threads that wait at the same line for the same thing; only the first few groups are reported.
  std::string who_waits() const {
    struct Group {
      const ClusterThread* first;
      unsigned count;
    };
    std::vector<Group> groups;
    for (unsigned number = 0; number < threads_.size(); ++number) {
      const ClusterThread& thread = threads_[number];
      if (thread.finished) continue;
      const auto same = [&](const Group& group) {
        const Wait& a = group.first->wait;
        const Wait& b = thread.wait;
        return a.reason == b.reason && a.number == b.number && a.parity == b.parity && a.at.line == b.at.line;
      };
      const auto found = std::find_if(groups.begin(), groups.end(), same);
      if (found == groups.end()) {
        groups.push_back({&thread, 1});
      } else {
        ++found->count;
      }
    }
    constexpr std::size_t told = 4;
    std::string text;
    for (std::size_t i = 0; i < groups.size() && i < told; ++i) {
      const ClusterThread& first = *groups[i].first;
      text += (i == 0 ? "" : "; ") + name_of(first.index, blocks_[first.rank].index);
      if (groups[i].count > 1) text += " and " + std::to_string(groups[i].count - 1) + " more";
      text += (groups[i].count > 1 ? " wait at " : " waits at ") + text_of(first.wait.at) + " for " + reason_of(first);
    }
    return groups.size() > told ? text + "; and others" : text;
  }

  std::string reason_of(const ClusterThread& thread) const {
    const ClusterBlock& block = blocks_[thread.rank];
    switch (thread.wait.reason) {
      case Wait::For::nothing: return "nothing";
      case Wait::For::warp: return "the rest of their warp";
      case Wait::For::act:
        return "all 32 threads of their warp to " + std::string(thread.wait.act->infinitive) + " with";
      case Wait::For::cluster: return "the rest of the cluster";
      case Wait::For::group: {
        const Meeting& group = block.groups[thread.wait.number];
        return name_of_group(thread.wait.number) + ", to which " + std::to_string(group.come) + " of " +
               std::to_string(group.wanted) + " threads have come";
      }
      case Wait::For::phase: return phase_of(block.barriers[thread.wait.number]);
    }
    return "";
  }

  static std::string phase_of(const PhaseBarrier& barrier) {
    std::string text = "the end of phase " + std::to_string(barrier.phase) + " of " + barrier_at(barrier.offset) + ", ";
    text += "which lacks " + std::to_string(barrier.missing_arrivals) + " of " + std::to_string(barrier.arrivals) +
            " arrivals and " + std::to_string(barrier.missing_bytes < 0 ? 0 : barrier.missing_bytes) + " bytes";
    if (barrier.missing_bytes < 0) {
      text += " and has got " + std::to_string(-barrier.missing_bytes) + " bytes more than expected";
    }
    return text;
  }

  Observer& observer_;
  const ClusterThreads& threads_;
  const std::vector<ClusterBlock>& blocks_;
};

}  // namespace fftgen::emulator
