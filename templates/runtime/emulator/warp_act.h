// What the 32 lanes of a warp do together: each brings its part, and when all have come, it is done for all of them.
//
// Does not make lanes meet: block.h and cluster_meetings.h do.
#pragma once

#include "traffic.h"

namespace fftgen::emulator {

struct LanePart;

/// Lanes do the same if they have come for the same WarpAct.
struct WarpAct {
  const char* does;  // a thread of it, with its warp
  const char* infinitive;
  void (*act)(LanePart* const (&lanes)[lanes_of_a_warp]);
};

/// What a lane brings, and gets; on its stack. The parts of an act are of one type derived from this.
struct LanePart {
  const WarpAct* act;
};

}  // namespace fftgen::emulator
