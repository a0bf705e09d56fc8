// The emulator's versions of the maxima of fftgen_split.cuh. They make the 32 lanes of a warp meet as products do.
#pragma once

#include <cmath>

#include "cuda_language.h"
#include "cuda_math.h"
#include "matrix_functions.h"
#include "source_line.h"
#include "traffic.h"
#include "warp_act.h"

namespace fftgen {

namespace emulator {

/// What a lane compares with the others of its four, and the largest.
struct LaneMaximum : LanePart {
  float x;
};

inline void compare_in_warp(LanePart* const (&lanes)[lanes_of_a_warp]) {
  const auto number = [&](unsigned lane) -> float& { return static_cast<LaneMaximum&>(*lanes[lane]).x; };
  for (unsigned first = 0; first < lanes_of_a_warp; first += 4) {
    float largest = number(first);
    for (unsigned lane = first + 1; lane < first + 4; ++lane) largest = std::fmax(largest, number(lane));
    for (unsigned lane = first; lane < first + 4; ++lane) number(lane) = largest;
  }
}

inline constexpr WarpAct comparison = {"compares", "compare", compare_in_warp};

}  // namespace emulator

inline float quad_max(float x, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::LaneMaximum mine = {{&emulator::comparison}, x};
  emulator::act_together(mine, at);
  return mine.x;
}

inline float2 quad_powers(float2 x, emulator::SourceLine at = emulator::SourceLine::current()) {
  const auto power = [](float largest) { return __uint_as_float(__float_as_uint(largest) & 0x7f800000u); };
  const float first = quad_max(x.x, at);
  return make_float2(power(first), power(quad_max(x.y, at)));
}

}  // namespace fftgen
