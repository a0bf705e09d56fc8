// A barrier at which threads meet: a group of a block, a warp, or the whole cluster. The waiting threads go on
// together, and then know everything that the arriving threads knew.
//
// Only counts: cluster.h decides who must arrive, and who is woken.
#pragma once

#include <vector>

#include "clock.h"
#include "source_line.h"

namespace fftgen::emulator {

struct Meeting {
  struct Warp {
    unsigned come = 0;
    SourceLine at = {};
    bool apart = false;  // its threads came from different lines
  };

  unsigned wanted = 0;  // threads that must arrive; 0 before the first arrives
  unsigned come = 0;
  std::vector<unsigned> waiting;
  std::vector<Warp> warps;  // warps of a group
  ClockGathering gathered;

  bool complete() const { return come != 0 && come >= wanted; }

  void note_warp(unsigned warp, SourceLine at) {
    if (warps.size() <= warp) warps.resize(warp + 1);
    Warp& one = warps[warp];
    if (one.come != 0 && (one.at.line != at.line)) one.apart = true;
    one.at = at;
    ++one.come;
  }
};

}  // namespace fftgen::emulator
