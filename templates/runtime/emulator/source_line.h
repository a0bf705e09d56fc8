// The place of an access in the generated text: an instruction's identity, for messages and for grouping the accesses
// of a warp. Generated kernels have one statement to a line.
#pragma once

namespace fftgen::emulator {

struct SourceLine {
  const char* file;
  unsigned line;

  /// As a default argument, the line of the call.
  static constexpr SourceLine current(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace fftgen::emulator
