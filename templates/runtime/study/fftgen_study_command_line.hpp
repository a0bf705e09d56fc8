// The study program's arguments.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace fftgen::study {

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Options {
  unsigned smallest = 0;  // exponents of 2
  unsigned largest = 63;
  unsigned seeds = 3;
};

inline constexpr const char* usage_text =
    "usage: %s [--smallest K] [--largest K] [--seeds N]\n"
    "  Measures the mean relative errors of all implementations that it was built with, and prints them as JSON.\n"
    "  --smallest, --largest: only sizes from 2^K, up to 2^K\n"
    "  --seeds: so many different inputs of each distribution (default: 3)\n"
    "exit status: 0 done, 2 wrong usage, 3 CUDA error or not enough memory\n";

/** Throws UsageError. */
inline Options parse_command_line(int argc, const char* const* argv) {
  Options options;
  for (int next = 1; next < argc; next += 2) {
    const std::string option = argv[next];
    unsigned* const target = option == "--smallest"  ? &options.smallest
                             : option == "--largest" ? &options.largest
                             : option == "--seeds"   ? &options.seeds
                                                     : nullptr;
    if (target == nullptr) throw UsageError("there is no option '" + option + "'");
    if (next + 1 == argc) throw UsageError(option + " needs a value");
    const std::string text = argv[next + 1];
    errno = 0;
    const unsigned long value = std::strtoul(text.c_str(), nullptr, 10);
    const bool digits_only = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits_only || errno != 0 || value > 1000) throw UsageError(option + " needs a number, not '" + text + "'");
    *target = static_cast<unsigned>(value);
  }
  if (options.seeds == 0) throw UsageError("--seeds needs at least 1");
  return options;
}

}  // namespace fftgen::study
