// The roots of unity exp(2 pi i e / n) for whole e, each correct to the last places of Real: the exponent is reduced to
// the first octant in integers, so that no large angle is ever rounded (as FFTW's trigonometry code does).
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "fftgen_long_arithmetic.hpp"

namespace fftgen::verify {

/** a b mod n for a, b < n < 2^42; beyond 2^32 the product itself has more than 64 bits, and b is taken in two parts of 21. */
inline std::uint64_t product_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t n) {
  if (n <= std::uint64_t{1} << 32) return a * b % n;
  const std::uint64_t part = std::uint64_t{1} << 21;
  return (a * (b / part) % n * part + a * (b % part) % n) % n;
}

/** exp(2 pi i m / n) for 0 <= m / n <= 1/8, by the C library. */
inline void first_octant_root(std::uint64_t m, std::uint64_t n, long double& cosine, long double& sine) {
  const long double two_pi = 6.283185307179586476925286766559L;
  const long double angle = two_pi * static_cast<long double>(m) / static_cast<long double>(n);
  cosine = std::cos(angle);
  sine = std::sin(angle);
}

/** exp(2 pi i m / n) for 0 <= m / n <= 1/8, by Taylor series: the terms left out are below 2^-106. */
inline void first_octant_root(std::uint64_t m, std::uint64_t n, DoubleDouble& cosine, DoubleDouble& sine) {
  const DoubleDouble two_pi{6.283185307179586232, 2.449293598294706414e-16};
  const DoubleDouble angle = two_pi * static_cast<double>(m) / static_cast<double>(n);
  const DoubleDouble minus_square = -(angle * angle);
  cosine = 1.0;
  sine = 1.0;
  for (int k = 28; k >= 2; k -= 2) {
    cosine = DoubleDouble(1.0) + cosine * minus_square / static_cast<double>((k - 1) * k);
    sine = DoubleDouble(1.0) + sine * minus_square / static_cast<double>(k * (k + 1));
  }
  sine = sine * angle;
}

/** exp(2 pi i m / n) for 0 <= m < n < 2^61. */
inline Complex root_of_unity(std::uint64_t m, std::uint64_t n) {
  const std::uint64_t turn = 8 * n;  // angles in units of 1 / (8 n) of a turn: an octant is n of them
  std::uint64_t angle = 8 * m;
  const bool below_axis = angle > turn - angle;
  if (below_axis) angle = turn - angle;
  const bool second_quadrant = angle > 2 * n;
  if (second_quadrant) angle = 4 * n - angle;
  const bool above_diagonal = angle > 2 * n - angle;
  if (above_diagonal) angle = 2 * n - angle;

  Complex root;
  first_octant_root(angle, turn, root.re, root.im);
  if (above_diagonal) std::swap(root.re, root.im);
  if (second_quadrant) root.re = -root.re;
  if (below_axis) root.im = -root.im;
  return root;
}

/** All n roots exp(2 pi i e / n), in two levels when n is large: at most about 2 sqrt(n) are stored, or 2^14. */
class RootsOfUnity {
 public:
  explicit RootsOfUnity(std::uint64_t n) {
    while ((std::uint64_t{1} << low_bits_) < n && low_bits_ < 14) ++low_bits_;
    while ((n >> low_bits_) > (std::uint64_t{1} << low_bits_)) ++low_bits_;
    const std::uint64_t step = std::uint64_t{1} << low_bits_;
    for (std::uint64_t e = 0; e < step && e < n; ++e) low_.push_back(root_of_unity(e, n));
    for (std::uint64_t e = 0; e < n; e += step) high_.push_back(root_of_unity(e, n));
  }

  /** exp(2 pi i e / n) for 0 <= e < n. */
  Complex operator()(std::uint64_t e) const {
    const Complex& low = low_[e & ((std::uint64_t{1} << low_bits_) - 1)];
    const std::uint64_t high = e >> low_bits_;
    return high == 0 ? low : high_[high] * low;
  }

 private:
  unsigned low_bits_ = 0;
  std::vector<Complex> low_;
  std::vector<Complex> high_;
};

}  // namespace fftgen::verify
