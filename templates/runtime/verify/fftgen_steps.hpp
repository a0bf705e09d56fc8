// The tests of a verification as a list, so that their number and their work are known before the first one runs.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "fftgen_progress.hpp"

namespace fftgen::verify {

struct Step {
  std::string name;
  double work = 0;  // about the number of elements of all its transforms; 0 where a test is left out
  std::function<void()> run;
};

class Steps {
 public:
  void add(std::string name, double work, std::function<void()> run) {
    steps_.push_back({std::move(name), work, std::move(run)});
  }

  /** Runs the tests in their order. */
  void run(Progress& progress) const {
    std::size_t count = 0;
    double work = 0;
    for (const Step& step : steps_) {
      count += step.work > 0 ? 1 : 0;
      work += step.work;
    }
    std::size_t number = 0;
    double done = 0;
    for (const Step& step : steps_) {
      if (step.work > 0) progress.begin(++number, count, done / work, step.name);
      step.run();
      done += step.work;
    }
  }

 private:
  std::vector<Step> steps_;
};

}  // namespace fftgen::verify
