// The main function of a program that verifies one transform or several: all of them, or those whose names come first.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace fftgen::verify {

/** One transform, and the function that verifies it according to its arguments. */
struct Program {
  const char* name;
  int (*run)(int count, const char* const* words);
};

/**
 * Runs the programs that the first words name, or all; each of them gets the words that follow. The exit status is
 * the worst of theirs. `--list` prints the names.
 */
inline int run_programs(int argc, const char* const* argv, const std::vector<Program>& programs) {
  std::vector<const Program*> chosen;
  int next = 1;
  for (; next < argc; ++next) {
    const auto named = std::find_if(programs.begin(), programs.end(),
                                    [&](const Program& one) { return std::strcmp(one.name, argv[next]) == 0; });
    if (named == programs.end()) break;
    chosen.push_back(&*named);
  }
  if (next < argc && std::strcmp(argv[next], "--list") == 0) {
    for (const Program& program : programs) std::printf("%s\n", program.name);
    return 0;
  }
  if (chosen.empty()) {
    for (const Program& program : programs) chosen.push_back(&program);
  }
  const bool is_raw = next < argc && std::strcmp(argv[next], "raw") == 0;
  if (is_raw && chosen.size() > 1) {
    std::fprintf(stderr, "%s: raw transforms one file: name one transform before it (--list names all)\n", argv[0]);
    return 2;
  }
  // Help is printed once, not for each program.
  const bool is_help = std::any_of(argv + next, argv + argc, [](const char* word) {
    return std::strcmp(word, "--help") == 0 || std::strcmp(word, "help") == 0 || std::strcmp(word, "-h") == 0;
  });
  if (is_help) chosen.resize(1);
  std::vector<const char*> words(argv + next, argv + argc);
  words.insert(words.begin(), argc > 0 ? argv[0] : "verify");
  int worst = 0;
  for (const Program* program : chosen) {
    worst = std::max(worst, program->run(static_cast<int>(words.size()), words.data()));
  }
  return worst;
}

}  // namespace fftgen::verify
