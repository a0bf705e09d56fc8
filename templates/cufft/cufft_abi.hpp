// SPDX-License-Identifier: Apache-2.0
// cuFFT's binary interface, as far as plans and their executions go. Numbers and parameters are those of cuFFT's documentation, and the
// same from CUDA 8 to 13; <cufft.h> is not needed.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fftgen_cufft {

using Handle = int;

/** cufftResult. */
enum Result : int {
  SUCCESS = 0,
  INVALID_PLAN = 1,
  ALLOC_FAILED = 2,
  INVALID_VALUE = 4,
  EXEC_FAILED = 6,
  SETUP_FAILED = 7,
  NO_WORKSPACE = 13,
  NOT_IMPLEMENTED = 14,
  NOT_SUPPORTED = 16,
};

/** cufftType. */
enum Type : int { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };

/** cudaDataType_t. */
enum DataType : int {
  R_32F = 0,
  R_64F = 1,
  R_16F = 2,
  C_32F = 4,
  C_64F = 5,
  C_16F = 6,
  R_16BF = 14,
  C_16BF = 15,
};

constexpr int FORWARD = -1;
constexpr int INVERSE = 1;
constexpr int MOST_DIMENSIONS = 3;

inline void say(const char* what, const char* about) { std::fprintf(stderr, "fftgen: %s%s\n", what, about); }

/** FFTGEN_SHIM. Off: everything is the real library's. Check: what is served is compared with what the real library computes. */
enum class Mode { on, off, check };

inline Mode mode() {
  static const Mode said = [] {
    const char* const text = std::getenv("FFTGEN_SHIM");
    if (text == nullptr || std::strcmp(text, "on") == 0) return Mode::on;
    if (std::strcmp(text, "off") == 0) return Mode::off;
    if (std::strcmp(text, "check") == 0) return Mode::check;
    say("FFTGEN_SHIM is on, off or check; it is taken as on, not as ", text);
    return Mode::on;
  }();
  return said;
}

}  // namespace fftgen_cufft
