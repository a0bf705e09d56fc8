// An act of the 32 lanes of a warp together: each brings its part, and the last to arrive does it for all of them.
//
// Does not make lanes meet: block.h and cluster_meetings.h do.
#pragma once

#include "traffic.h"

namespace fftgen::emulator {

struct LanePart;

/// Lanes do the same act if they have arrived with the same WarpAct.
struct WarpAct {
  const char* does;  // the act in words, of a thread and its warp
  const char* infinitive;
  void (*act)(LanePart* const (&lanes)[lanes_of_a_warp]);
};

/// The part of a lane, with its operands and results; on its stack. The parts of an act are of one type derived from
/// this.
struct LanePart {
  const WarpAct* act;
};

}  // namespace fftgen::emulator
