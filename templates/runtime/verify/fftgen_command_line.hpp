// Turns the arguments of the program into options, or says what is wrong with them.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace fftgen::verify {

enum class Mode { verify, huge, benchmark, raw, help };

struct Options {
  Mode mode = Mode::verify;
  bool json = false;
  std::optional<std::size_t> batch;
  // verify; the seed of huge too
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> samples;
  bool thorough = false;
  bool progress = false;
  std::string report;
  // benchmark
  unsigned repeat = 20;
  // raw
  std::string input;
  std::string output;
  bool in_place = false;
};

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr const char* usage_text =
    "usage:\n"
    "  %s [verify] [--batch B] [--seed S] [--samples K] [--thorough] [--json] [--report FILE] [--progress]\n"
    "      Compares the transform with its definition. Without --batch, several batches are tried.\n"
    "      --samples: outputs of a transform that are compared with a direct sum, where not all are.\n"
    "      --thorough: every test at every size, also where an emulator needs long for it.\n"
    "      --report FILE: adds what --json would print to a file; --progress: says on stderr which test begins.\n"
    "  %s huge [--batch B] [--seed S] [--json]\n"
    "      Checks every output of a Walsh-Hadamard transform on the device, for arrays that the host cannot hold.\n"
    "  %s benchmark [--batch B] [--repeat R] [--json]\n"
    "      Times the transform, a copy of the same bytes and, if compiled with it, cuFFT.\n"
    "  %s raw --input FILE --output FILE [--batch B] [--in-place]\n"
    "      Transforms a file of elements of the transform's type, arrays one behind the other.\n"
    "exit status: 0 passed, 1 failed, 2 wrong usage, 3 CUDA error or not enough memory\n";

namespace detail {

inline std::uint64_t parse_count(const std::string& option, const std::string& text, std::uint64_t smallest) {
  errno = 0;
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text.c_str(), &end, 10);
  const bool digits_only = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits_only || errno != 0 || *end != '\0' || value < smallest) {
    throw UsageError(option + " needs a whole number of at least " + std::to_string(smallest) + ", not '" + text + "'");
  }
  return value;
}

inline bool belongs_to(const std::string& option, Mode mode) {
  const std::vector<std::string> known =
      mode == Mode::verify      ? std::vector<std::string>{"--batch",    "--seed", "--samples", "--thorough",
                                                                  "--progress", "--json", "--report"}
      : mode == Mode::huge      ? std::vector<std::string>{"--batch", "--seed", "--json"}
      : mode == Mode::benchmark ? std::vector<std::string>{"--batch", "--repeat", "--json"}
                                : std::vector<std::string>{"--batch", "--input", "--output", "--in-place"};
  for (const std::string& name : known) {
    if (name == option) return true;
  }
  return false;
}

}  // namespace detail

/** Throws UsageError. */
inline Options parse_command_line(int argc, const char* const* argv) {
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  Options options;
  std::size_t next = 0;
  for (const std::string& word : words) {
    if (word == "--help" || word == "-h" || word == "help") {
      options.mode = Mode::help;
      return options;
    }
  }
  if (!words.empty() && words[0].rfind("--", 0) != 0) {
    next = 1;
    if (words[0] == "verify")
      options.mode = Mode::verify;
    else if (words[0] == "huge")
      options.mode = Mode::huge;
    else if (words[0] == "benchmark")
      options.mode = Mode::benchmark;
    else if (words[0] == "raw")
      options.mode = Mode::raw;
    else
      throw UsageError("unknown mode '" + words[0] + "'; the modes are verify, huge, benchmark and raw");
  }
  while (next < words.size()) {
    const std::string& option = words[next++];
    if (!detail::belongs_to(option, options.mode)) throw UsageError("this mode has no option '" + option + "'");
    const auto value = [&]() -> const std::string& {
      if (next == words.size()) throw UsageError(option + " needs a value");
      return words[next++];
    };
    if (option == "--json")
      options.json = true;
    else if (option == "--thorough")
      options.thorough = true;
    else if (option == "--progress")
      options.progress = true;
    else if (option == "--report")
      options.report = value();
    else if (option == "--in-place")
      options.in_place = true;
    else if (option == "--input")
      options.input = value();
    else if (option == "--output")
      options.output = value();
    else if (option == "--batch")
      options.batch = detail::parse_count(option, value(), 1);
    else if (option == "--samples")
      options.samples = detail::parse_count(option, value(), 1);
    else if (option == "--seed")
      options.seed = detail::parse_count(option, value(), 0);
    else if (option == "--repeat")
      options.repeat = static_cast<unsigned>(detail::parse_count(option, value(), 1));
  }
  if (options.mode == Mode::raw && (options.input.empty() || options.output.empty())) {
    throw UsageError("raw needs --input FILE and --output FILE");
  }
  return options;
}

}  // namespace fftgen::verify
