// Inputs whose Walsh-Hadamard transform is known everywhere without computing it, and exact however long the
// transform: they range from a Walsh function to an impulse.
//
// A pattern fixes some digits of the index and is a Walsh function of the others: x[j] = w (-1)^(number of ones of j
// AND m) where j and c agree in the fixed bits, 0 elsewhere. Its transform has the roles exchanged: y[k] = w 2^f
// (-1)^(number of ones of k AND c) where k and m agree in the f free bits, 0 elsewhere. The heaviest digit of m 2^b
// indices takes part with a column, or a row, of its matrix. Whichever digits are transformed, all numbers are small
// multiples of one power of two, so nothing is ever rounded; and as kernels transform the lightest digits first, or the
// heaviest, fixing just those spreads the numbers over the whole array at the border between two kernels.
//
// Every member has a pattern of its own, the sum of a few such terms.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "fftgen_axis.hpp"
#include "fftgen_element.hpp"
#include "fftgen_input.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_walsh_axis.hpp"

namespace fftgen::verify {

/** Everything that a kernel needs, by value. */
struct Pattern {
  static constexpr int most_dimensions = 8;
  static constexpr int terms = 3;

  struct Extent {
    std::uint64_t length;
    bool transformed;
    unsigned bits;           // the number of bits of the power of two in the length
    std::uint64_t fixed;     // bits that are fixed
    bool heaviest_is_fixed;  // the digit of the base matrix
    BaseMatrix base;
  };

  int rank = 0;
  Extent extents[most_dimensions];  // slowest first
  std::uint64_t array_elements = 1;
  std::uint64_t distance = 0;
  Order order = Order::natural;
  std::uint64_t seed = 0;
  double unit_in = 1;   // the weight of an input ...
  double unit_out = 1;  // ... and of the output

  /** 1, -2, 4: terms that meet never cancel. */
  __host__ __device__ static double weight(int term) { return term == 0 ? 1 : term == 1 ? -2 : 4; }

  /** Whether the address is that of an element rather than a gap, and the value that the element must have. */
  __host__ __device__ bool value(std::uint64_t address, Side side, double* value) const {
    std::uint64_t rest = address % distance;
    if (rest >= array_elements) return false;
    std::uint64_t coordinates[most_dimensions];
    std::uint64_t member = address / distance;
    for (int d = rank; d-- > 0;) {
      coordinates[d] = rest % extents[d].length;
      rest /= extents[d].length;
      if (!extents[d].transformed) member = member * extents[d].length + coordinates[d];
    }
    double sum = 0;
    for (int term = 0; term < terms; ++term) {
      const std::uint64_t key = hash(seed + hash(member * terms + term));
      double product = weight(term);
      for (int d = 0; d < rank && product != 0; ++d) {
        if (extents[d].transformed) product *= factor(extents[d], hash(key + d), coordinates[d], side);
      }
      sum += product;
    }
    *value = sum * (side == Side::inputs ? unit_in : unit_out);
    return true;
  }

 private:
  /**
   * 1, -1 or 0: the factor of one dimension, for one term. The random number is c and m in one, as they have no bit
   * in common.
   */
  __host__ __device__ double factor(const Extent& extent, std::uint64_t random, std::uint64_t position,
                                    Side side) const {
    const bool inputs = side == Side::inputs;
    const std::uint64_t all = (std::uint64_t{1} << extent.bits) - 1;
    const std::uint64_t index = inputs ? position : walsh_index(position, extent.bits, order);
    const std::uint64_t agreeing = (inputs ? extent.fixed : ~extent.fixed) & all;
    const std::uint64_t high = index >> extent.bits;
    const std::uint64_t chosen = hash(random) % extent.base.order;
    const bool heaviest_agrees = extent.heaviest_is_fixed == inputs;
    if (((index ^ random) & agreeing) != 0 || (heaviest_agrees && high != chosen)) return 0;
    const bool base = !heaviest_agrees && extent.base.negative(inputs ? chosen : high, inputs ? high : chosen);
    const bool negative = odd_ones(index & random & ~agreeing & all) != base;
    return negative ? -1 : 1;
  }
};

/** The number of bits and base matrices of which a transform consists. */
inline std::uint64_t digit_count(const Pattern& pattern) {
  std::uint64_t count = 0;
  for (int d = 0; d < pattern.rank; ++d) {
    if (pattern.extents[d].transformed) count += pattern.extents[d].bits + (pattern.extents[d].base.order > 1 ? 1 : 0);
  }
  return count;
}

/** Fixes the digits first .. last - 1, counted from the lightest. */
template <class C>
Pattern make_pattern(const Subject<C>& subject, std::uint64_t seed, std::uint64_t first, std::uint64_t last) {
  Pattern pattern;
  pattern.rank = static_cast<int>(subject.dimensions.size());
  pattern.array_elements = point_count(subject);
  pattern.distance = distance_of(subject, subject.input);
  pattern.order = subject.order;
  pattern.seed = seed;
  double gain = 1;
  std::uint64_t digit = 0;
  const auto is_fixed = [&] {
    const bool fixed = first <= digit && digit < last;
    ++digit;
    return fixed;
  };
  for (int d = pattern.rank; d-- > 0;) {
    const Dimension& dimension = subject.dimensions[static_cast<std::size_t>(d)];
    Pattern::Extent extent{dimension.length, dimension.transformed, 0, 0, false, {}};
    if (dimension.transformed) {
      const unsigned base = base_order(dimension.length, subject.hadamard);
      extent.base = base_matrix(base, subject.hadamard, is_inverse(subject));
      while ((std::uint64_t{extent.base.order} << extent.bits) < dimension.length) ++extent.bits;
      for (unsigned bit = 0; bit < extent.bits; ++bit) {
        if (is_fixed())
          extent.fixed |= std::uint64_t{1} << bit;
        else
          gain *= 2;
      }
      if (extent.base.order > 1) {
        extent.heaviest_is_fixed = is_fixed();
        if (!extent.heaviest_is_fixed) gain *= extent.base.order;
      }
    }
    pattern.extents[d] = extent;
  }
  // Inputs and outputs are equally far from the limits of the exponents. Weights take 3 bits more.
  const double growth = std::log2(gain * std::abs(subject.scale));
  const int middle = (Element<C>::smallest_exponent + Element<C>::largest_exponent - 3) / 2;
  pattern.unit_in = std::exp2(std::round(middle - growth / 2));
  pattern.unit_out = pattern.unit_in * gain * subject.scale;
  return pattern;
}

}  // namespace fftgen::verify
