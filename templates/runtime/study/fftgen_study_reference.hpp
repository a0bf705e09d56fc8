// The results of the experiments, computed with far more digits than any number format has: the true values from
// which errors are measured (Andersson 2025, sections 3.5.2 and 4.1).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "fftgen_long_arithmetic.hpp"
#include "fftgen_parallel.hpp"

namespace fftgen::study {

/**
 * A transform; a transform and its inverse; a transform, smoothing, the inverse; two transforms, the inverse of their
 * product (table 3.5).
 */
enum class Experiment { one_way, two_way, smoothed, xor_convolution };

inline constexpr std::array<Experiment, 4> experiments = {Experiment::one_way, Experiment::two_way, Experiment::smoothed,
                                                          Experiment::xor_convolution};

inline const char* name_of(Experiment experiment) {
  switch (experiment) {
    case Experiment::one_way: return "one-way";
    case Experiment::two_way: return "two-way";
    case Experiment::smoothed: return "smoothed";
    case Experiment::xor_convolution: return "xor-convolution";
  }
  return "";
}

/** T of the smoothing function: a learned parameter in a network, 1 in the thesis. */
inline constexpr double smoothing_threshold = 1.0;

/** Numbers as unevaluated sums of two doubles, 106 bits: differences from a double come out right in double arithmetic. */
struct LongVector {
  std::vector<double> high;
  std::vector<double> low;

  std::size_t size() const { return high.size(); }
};

namespace detail {

using verify::Real;

/** Butterflies on `count` elements of stride `stride` from `data` on, for `columns` adjacent columns at a time. */
inline void transform_columns(Real* data, std::uint64_t count, std::uint64_t columns) {
  for (std::uint64_t half = 1; half < count; half *= 2) {
    for (std::uint64_t block = 0; block < count; block += 2 * half) {
      Real* const upper = data + block * columns;
      Real* const lower = upper + half * columns;
      for (std::uint64_t i = 0; i < half * columns; ++i) {
        const Real a = upper[i];
        const Real b = lower[i];
        upper[i] = a + b;
        lower[i] = a - b;
      }
    }
  }
}

/**
 * The Walsh-Hadamard transform of a vector whose length is a power of two, natural order. Up to 9 steps at a time
 * work on a part that fits into a core's own cache, so that 2^25 elements take three passes over memory rather than
 * 25.
 */
inline void walsh_hadamard(std::vector<Real>& vector) {
  constexpr std::uint64_t most = 512;
  const std::uint64_t size = vector.size();
  for (std::uint64_t stride = 1; stride < size;) {
    const std::uint64_t count = std::min(most, size / stride);
    const std::uint64_t columns = std::min<std::uint64_t>(stride, 16);
    verify::parallel_for(size / (count * columns), [&](std::uint64_t tile) {
      const std::uint64_t outer = tile / (stride / columns);
      const std::uint64_t first = outer * count * stride + tile % (stride / columns) * columns;
      if (stride == 1) return transform_columns(vector.data() + first, count, 1);
      thread_local std::vector<Real> part;
      part.resize(count * columns);
      for (std::uint64_t i = 0; i < count; ++i)
        std::copy_n(vector.data() + first + i * stride, columns, part.data() + i * columns);
      transform_columns(part.data(), count, columns);
      for (std::uint64_t i = 0; i < count; ++i)
        std::copy_n(part.data() + i * columns, columns, vector.data() + first + i * stride);
    });
    stride *= count;
  }
}

template <typename Element>
void for_each_index(std::uint64_t size, const Element& element) {
  verify::parallel_pieces(size, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) element(i);
  });
}

inline std::vector<Real> widened(const std::vector<double>& vector) {
  std::vector<Real> wide(vector.size());
  for_each_index(vector.size(), [&](std::uint64_t i) { wide[i] = Real(vector[i]); });
  return wide;
}

/**
 * factor * vector. A number below 2^-56 of the root mean square is a 0 that roundings of the transforms have blurred,
 * as in the XOR convolution of sparse vectors, and is set to 0.
 */
inline LongVector split(const std::vector<Real>& vector, double factor) {
  LongVector parts{std::vector<double>(vector.size()), std::vector<double>(vector.size())};
  double squares = 0;
  std::mutex mutex;
  verify::parallel_pieces(vector.size(), [&](std::uint64_t begin, std::uint64_t end) {
    double own = 0;
    for (std::uint64_t i = begin; i < end; ++i) own += static_cast<double>(vector[i]) * static_cast<double>(vector[i]);
    const std::lock_guard<std::mutex> lock(mutex);
    squares += own;
  });
  const double least = 0x1p-56 * std::sqrt(squares / static_cast<double>(vector.size()));
  for_each_index(vector.size(), [&](std::uint64_t i) {
    if (std::fabs(static_cast<double>(vector[i])) < least) return;
    const Real value = vector[i] * Real(factor);
    parts.high[i] = static_cast<double>(value);
    parts.low[i] = static_cast<double>(value - Real(parts.high[i]));
  });
  return parts;
}

inline Real smoothed(Real value) {
  const double rough = static_cast<double>(value);
  if (rough > smoothing_threshold) return value - Real(smoothing_threshold);
  if (rough < -smoothing_threshold) return value + Real(smoothing_threshold);
  return Real(0.0);
}

}  // namespace detail

/** The results of all experiments, in the order of `experiments`. */
using TrueResults = std::array<LongVector, 4>;

/** The results of the experiments for a pair of vectors. Only the last experiment needs both. */
inline TrueResults true_results(const std::vector<double>& a, const std::vector<double>& b) {
  using detail::Real;
  const std::size_t size = a.size();
  const double normalisation = 1.0 / static_cast<double>(size);
  std::vector<Real> transformed = detail::widened(a);
  detail::walsh_hadamard(transformed);
  std::vector<Real> product = detail::widened(b);
  detail::walsh_hadamard(product);
  detail::for_each_index(size, [&](std::uint64_t i) { product[i] = product[i] * transformed[i]; });
  detail::walsh_hadamard(product);

  TrueResults results;
  results[0] = detail::split(transformed, 1);
  // A transform and its inverse are the identity: no arithmetic could be more accurate.
  results[1] = LongVector{a, std::vector<double>(size)};
  detail::for_each_index(size, [&](std::uint64_t i) { transformed[i] = detail::smoothed(transformed[i]); });
  detail::walsh_hadamard(transformed);
  results[2] = detail::split(transformed, normalisation);
  results[3] = detail::split(product, normalisation);
  return results;
}

}  // namespace fftgen::study
