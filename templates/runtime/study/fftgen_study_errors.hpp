// The mean relative error |V* - V| / |V| over the elements of a result V* with the true values V (Andersson 2025, section 4.1).
// Where the true value is 0 there is no relative error: such elements are left out of the mean, and counted.
#pragma once

#include <cmath>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "fftgen_parallel.hpp"
#include "fftgen_study_formats.cuh"
#include "fftgen_study_reference.hpp"

namespace fftgen::study {

struct MeanError {
  /** Absent if any element of the result is infinite or no number; 0 if no true value differs from 0. */
  std::optional<double> relative;
  /** Elements whose true value is 0. */
  std::uint64_t zeros = 0;
  /** Of these, the ones where the result is not 0. */
  std::uint64_t missed_zeros = 0;
};

template <typename T>
MeanError mean_error(const std::vector<T>& result, const LongVector& truth) {
  double sum = 0;
  MeanError error;
  std::mutex mutex;
  verify::parallel_pieces(result.size(), [&](std::uint64_t begin, std::uint64_t end) {
    double own_sum = 0;
    std::uint64_t zeros = 0;
    std::uint64_t missed = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      const double value = widen(result[i]);
      const double size = std::fabs(truth.high[i]);
      // The first difference is exact where the two are within a factor of 2, and else the second hardly matters.
      const double difference = std::fabs((value - truth.high[i]) - truth.low[i]);
      own_sum += size == 0 ? value - value : difference / size;  // 0, unless the value is infinite or no number
      zeros += size == 0 ? 1 : 0;
      missed += size == 0 && value != 0 ? 1 : 0;
    }
    const std::lock_guard<std::mutex> lock(mutex);
    sum += own_sum;
    error.zeros += zeros;
    error.missed_zeros += missed;
  });
  const auto counted = static_cast<double>(result.size() - error.zeros);
  if (std::isfinite(sum)) error.relative = counted > 0 ? sum / counted : 0.0;
  return error;
}

}  // namespace fftgen::study
