// The emulator's versions of the maxima of fftgen_split.cuh. They make the 32 lanes of a warp meet as products do.
#pragma once

#include "cuda_language.h"
#include "cuda_math.h"
#include "device_calls.h"
#include "source_line.h"

namespace fftgen {

inline float quad_max(float x, emulator::SourceLine at = emulator::SourceLine::current()) {
  return emulator::largest_of_four(x, at);
}

inline float2 quad_powers(float2 x, emulator::SourceLine at = emulator::SourceLine::current()) {
  const auto power = [](float largest) { return __uint_as_float(__float_as_uint(largest) & 0x7f800000u); };
  const float first = quad_max(x.x, at);
  return make_float2(power(first), power(quad_max(x.y, at)));
}

}  // namespace fftgen
