// How errors are measured. A NaN anywhere propagates to both measures, and no comparison with a NaN holds: it never
// passes.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "fftgen_parallel.hpp"

namespace fftgen::verify {

/** Sums up |error|^2, or |value|^2 where a norm is wanted. */
struct Tally {
  double sum = 0;
  double largest = 0;
  std::uint64_t count = 0;
  std::uint64_t worst_position = 0;

  void add(double squared, std::uint64_t position) {
    sum += squared;
    ++count;
    raise(squared, position);
  }
  void merge(const Tally& other) {
    sum += other.sum;
    count += other.count;
    raise(other.largest, other.worst_position);
  }

 private:
  /** A NaN is larger than every number, and stays. */
  void raise(double squared, std::uint64_t position) {
    if (std::isnan(largest)) return;
    if (squared > largest || std::isnan(squared)) {
      largest = squared;
      worst_position = position;
    }
  }
};

struct Errors {
  double l2 = 0;   // ||error||_2 / ||reference||_2
  double max = 0;  // max |error| / rms |reference|
};

/** `reference_rms` is the root mean square of |reference| over the elements that were counted. */
inline Errors relative_errors(const Tally& tally, double reference_rms) {
  return {std::sqrt(tally.sum / static_cast<double>(tally.count)) / reference_rms,
          std::sqrt(tally.largest) / reference_rms};
}

inline double root_mean_square(const Tally& tally) { return std::sqrt(tally.sum / static_cast<double>(tally.count)); }

/** Calls body(task, tally) for every task in parallel; merged in the order of the tasks, so that the result is
 * repeatable. */
template <class Body>
Tally parallel_tally(std::uint64_t tasks, const Body& body) {
  std::vector<Tally> parts(tasks);
  parallel_for(tasks, [&](std::uint64_t task) { body(task, parts[task]); });
  Tally total;
  for (const Tally& part : parts) total.merge(part);
  return total;
}

}  // namespace fftgen::verify
