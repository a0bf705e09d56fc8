// Where the threads of a cluster meet: warps, groups of a block, blocks, and the cluster itself.
#pragma once

#include <algorithm>
#include <string>

#include "clock.h"
#include "cluster_block.h"
#include "cluster_state.h"
#include "cluster_threads.h"
#include "meeting.h"
#include "source_line.h"
#include "traffic.h"
#include "warp_act.h"

namespace fftgen::emulator {

class ClusterMeetings {
 public:
  explicit ClusterMeetings(ClusterState& state) : state_(state) {}

  void begin_cluster() {
    everyone_ = {};
    rounds_ = 0;
    last_round_ = nullptr;
  }

  /// Stops the thread until all threads of its warp that have not returned have arrived here.
  void sync_warp(SourceLine at) {
    const unsigned warp = state_.self().place / lanes_of_a_warp;
    ClusterBlock& block = state_.own_block();
    meet(block.warps[warp], block.unfinished_of_warp[warp], {Wait::For::warp, warp, 0, at}, true);
  }

  /// Stops the thread until all 32 threads of its warp have arrived here, and acts with them. They learn nothing of
  /// each other's accesses to memory.
  void act_together(LanePart& mine, SourceLine at) {
    ClusterThread& self = state_.self();
    const unsigned lane = self.place % lanes_of_a_warp;
    ActMeeting& meeting = state_.own_block().acts[self.place / lanes_of_a_warp];
    if (meeting.come == 0) {
      meeting.first = lane;
      meeting.at = at;
    } else if (at.line != meeting.at.line || mine.act != meeting.lanes[meeting.first]->act) {
      return state_.faults.torn_act(*mine.act, state_.threads[meeting.numbers[meeting.first]], at);
    }
    meeting.lanes[lane] = &mine;
    meeting.numbers[lane] = state_.threads.running_number();
    self.wait = {Wait::For::act, 0, 0, at, mine.act};
    if (++meeting.come < lanes_of_a_warp) return state_.threads.stop();
    mine.act->act(meeting.lanes);
    for (const unsigned number : meeting.numbers) {
      if (number != state_.threads.running_number()) state_.threads.wake(number, state_.threads[number].clock);
    }
    self.wait = {};
    meeting = {};
  }

  /// Stops the thread until all threads of the cluster that have not returned have arrived here.
  void sync_cluster(SourceLine at) {
    meet(everyone_, state_.threads.unfinished(), {Wait::For::cluster, 0, 0, at}, true);
  }

  /// Arrives at the cluster's barrier, and goes on.
  void arrive_cluster(SourceLine at) {
    ClusterThread& self = state_.self();
    if (self.arrived != 0) return state_.faults.misused("calls arrive_cluster() twice and no wait_cluster() between", at);
    self.arrived = rounds_ + 1;
    meet(everyone_, state_.threads.unfinished(), {}, false);
  }

  /// Stops the thread until all have arrived at the cluster's barrier, at which it has arrived before.
  void wait_cluster(SourceLine at) {
    ClusterThread& self = state_.self();
    if (self.arrived == 0) return state_.faults.misused("calls wait_cluster() before arrive_cluster()", at);
    const bool over = self.arrived <= rounds_;
    self.arrived = 0;
    const ClockRef before = self.clock;
    if (!over) {
      everyone_.waiting.push_back(state_.threads.running_number());
      self.wait = {Wait::For::cluster, 0, 0, at};
      state_.threads.stop();
    }
    // The round does not include what this thread has learned since it arrived.
    ClockGathering gathering;
    gathering.join(before);
    gathering.join(last_round_);
    state_.self().clock = gathering.clock();
  }

  /// Stops the thread until all threads of its block have arrived here; a thread that has returned is missed.
  void sync_block(SourceLine at) { meet_group(0, state_.launch->threads(), at, true); }

  /// Arrives at the group barrier `name`, and waits there if `waits` says so.
  void come_to_group(unsigned name, unsigned threads, SourceLine at, bool waits) {
    const bool possible = name >= 1 && name < ClusterBlock::names_of_groups && threads >= 1 &&
                          threads % lanes_of_a_warp == 0 && threads <= state_.launch->threads();
    if (!possible) return state_.faults.impossible_group(name, threads, at);
    meet_group(name, threads, at, waits);
  }

  /// The running thread has returned: threads that wait for all unfinished ones no longer wait for it.
  void forget_returned() {
    const unsigned warp = state_.self().place / lanes_of_a_warp;
    ClusterBlock& block = state_.own_block();
    end_meeting_of(block.warps[warp], block.unfinished_of_warp[warp]);
    end_meeting_of(everyone_, state_.threads.unfinished());
  }

 private:
  void meet_group(unsigned name, unsigned threads, SourceLine at, bool waits) {
    Meeting& group = state_.own_block().groups[name];
    if (group.come != 0 && group.wanted != threads) return state_.faults.unequal_group(name, threads, group.wanted, at);
    group.note_warp(state_.self().place / lanes_of_a_warp, at);
    if (group.come + 1 == threads) check_whole_warps(group, name, at);
    meet(group, threads, {Wait::For::group, name, 0, at}, waits);
  }

  void meet(Meeting& meeting, unsigned wanted, const Wait& wait, bool waits) {
    ClusterThread& self = state_.self();
    ++meeting.come;
    self.release(meeting.gathered);
    if (waits) {
      meeting.waiting.push_back(state_.threads.running_number());
      self.wait = wait;
    }
    end_meeting_of(meeting, wanted);
    if (waits) state_.threads.stop();
  }

  void end_meeting_of(Meeting& meeting, unsigned wanted) {
    meeting.wanted = wanted;
    if (!meeting.complete()) return;
    const ClockRef clock = meeting.gathered.clock();
    if (&meeting == &everyone_) {
      ++rounds_;
      last_round_ = clock;
    }
    for (const unsigned number : meeting.waiting) state_.threads.wake(number, clock);
    meeting = {};
  }

  void check_whole_warps(const Meeting& group, unsigned name, SourceLine at) {
    const unsigned count = state_.launch->threads();
    for (unsigned warp = 0; warp < group.warps.size(); ++warp) {
      const Meeting::Warp& one = group.warps[warp];
      const unsigned whole = std::min(lanes_of_a_warp, count - warp * lanes_of_a_warp);
      if (one.come != 0 && one.come != whole) {
        state_.faults.torn_warp(name, warp, std::to_string(one.come) + " threads strong; they come whole", at);
      } else if (one.apart) {
        state_.faults.torn_warp(name, warp, "from different lines; warps come together", at);
      }
    }
  }

  ClusterState& state_;
  Meeting everyone_;
  unsigned rounds_ = 0;  // completed rounds of the cluster's barrier
  ClockRef last_round_;  // the joined knowledge of the threads that arrived for the last of them
};

}  // namespace fftgen::emulator
