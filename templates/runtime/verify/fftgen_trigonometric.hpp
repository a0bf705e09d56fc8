// The matrix of a cosine or sine transform along one dimension, in long arithmetic, and that of its inverse.
#pragma once

#include <cmath>
#include <cstdint>

#include "fftgen_long_arithmetic.hpp"
#include "fftgen_roots_of_unity.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

/** The square root, by one Newton step from the square root in double precision. */
inline Real square_root(double square) {
  const double first = std::sqrt(square);
  return Real(first) + (Real(square) - Real(first) * Real(first)) / Real(2 * first);
}

class TrigonometricMatrix {
 public:
  /** For fewer than 2^30 numbers: angles are reduced in integers of 64 bits. */
  TrigonometricMatrix(Kind kind, std::uint64_t length, bool orthonormal)
      : kind_(kind), length_(length), orthonormal_(orthonormal), roots_(period(kind, length)) {
    if (orthonormal) norm_ = square_root(2) / square_root(static_cast<double>(logical_length(kind, length) / 2));
  }

  /** The factor with which number j of the input contributes to number k of the output. */
  Real entry(std::uint64_t k, std::uint64_t j) const { return entry_of(kind_, k, j); }

  /** The factor with which number k of the output contributes to gain() times number j of the input. */
  Real inverse(std::uint64_t j, std::uint64_t k) const {
    return orthonormal_ ? entry_of(kind_, k, j) : entry_of(inverse_kind(kind_), j, k);
  }

  /** The matrix of the inverse times the matrix is gain() times the identity. */
  double gain() const { return orthonormal_ ? 1.0 : static_cast<double>(logical_length(kind_, length_)); }

 private:
  static std::uint64_t logical_length(Kind kind, std::uint64_t n) {
    return 2 * (kind == Kind::dct_1 ? n - 1 : kind == Kind::dst_1 ? n + 1 : n);
  }
  /** The period of the angles, which a kind and its inverse share. */
  static std::uint64_t period(Kind kind, std::uint64_t n) {
    const bool quarter = kind == Kind::dct_4 || kind == Kind::dst_4;
    return quarter ? 8 * n : kind == Kind::dct_1 || kind == Kind::dst_1 ? logical_length(kind, n) : 4 * n;
  }
  static Kind inverse_kind(Kind kind) {
    switch (kind) {
      case Kind::dct_2: return Kind::dct_3;
      case Kind::dct_3: return Kind::dct_2;
      case Kind::dst_2: return Kind::dst_3;
      case Kind::dst_3: return Kind::dst_2;
      default: return kind;
    }
  }

  Real entry_of(Kind kind, std::uint64_t k, std::uint64_t j) const {
    const std::uint64_t last = length_ - 1;
    switch (kind) {
      case Kind::dct_1: return weighted(j == 0 || j == last, k == 0 || k == last, cosine(j, k));
      case Kind::dct_2: return weighted(false, k == 0, cosine(2 * j + 1, k));
      case Kind::dct_3: return weighted(j == 0, false, cosine(j, 2 * k + 1));
      case Kind::dct_4: return weighted(false, false, cosine(2 * j + 1, 2 * k + 1));
      case Kind::dst_1: return weighted(false, false, sine(j + 1, k + 1));
      case Kind::dst_2: return weighted(false, k == last, sine(2 * j + 1, k + 1));
      case Kind::dst_3: return weighted(j == last, false, sine(j + 1, 2 * k + 1));
      case Kind::dst_4: return weighted(false, false, sine(2 * j + 1, 2 * k + 1));
      default: return Real(0.0);
    }
  }

  /**
   * An input without a mirror counts once, all others twice; orthonormal: such a number on either side has a factor
   * sqrt(1/2).
   */
  Real weighted(bool input_alone, bool output_alone, Real value) const {
    if (!orthonormal_) return input_alone ? value : Real(2.0) * value;
    const int alone = (input_alone ? 1 : 0) + (output_alone ? 1 : 0);
    const Real own = norm_ * value;
    return alone == 2 ? own / Real(2.0) : alone == 1 ? own / square_root(2) : own;
  }

  Real cosine(std::uint64_t a, std::uint64_t b) const { return roots_(angle(a, b)).re; }
  Real sine(std::uint64_t a, std::uint64_t b) const { return roots_(angle(a, b)).im; }

  /** a b in steps of a root of unity. */
  std::uint64_t angle(std::uint64_t a, std::uint64_t b) const { return product_modulo(a, b, period(kind_, length_)); }

  Kind kind_;
  std::uint64_t length_;
  bool orthonormal_;
  Real norm_{};
  RootsOfUnity roots_;
};

}  // namespace fftgen::verify
