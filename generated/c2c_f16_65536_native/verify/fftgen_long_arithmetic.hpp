// The numbers that references are computed in: at least 64 bits of mantissa, so that a reference's own error is
// thousands of times smaller than the rounding error of double, whatever the machine.
// `long double` where it has them (x86, and the software quad of some Arm and RISC-V systems), otherwise a pair of
// doubles.
#pragma once

#include <cfloat>
#include <cmath>
#include <cstdint>

namespace fftgen::verify {

/** The unevaluated sum of two doubles, about 106 bits of mantissa (Dekker 1971; Hida, Li & Bailey 2001). */
struct DoubleDouble {
  double high = 0;
  double low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : high(value) {}
  constexpr DoubleDouble(double larger, double smaller) : high(larger), low(smaller) {}
  explicit constexpr operator double() const { return high + low; }

  /** Needs |larger| >= |smaller|. */
  static DoubleDouble ordered_sum(double larger, double smaller) {
    const double sum = larger + smaller;
    return {sum, smaller - (sum - larger)};
  }
  static DoubleDouble exact_sum(double a, double b) {
    const double sum = a + b;
    const double from_b = sum - a;
    return {sum, (a - (sum - from_b)) + (b - from_b)};
  }
  static DoubleDouble exact_product(double a, double b) {
    const double product = a * b;
    return {product, std::fma(a, b, -product)};
  }

  friend DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble high = exact_sum(a.high, b.high);
    const DoubleDouble low = exact_sum(a.low, b.low);
    const DoubleDouble sum = ordered_sum(high.high, high.low + low.high);
    return ordered_sum(sum.high, sum.low + low.low);
  }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble product = exact_product(a.high, b.high);
    return ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
  }
  friend DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
    const double first = a.high / b.high;
    const DoubleDouble rest = a - b * first;
    const double second = rest.high / b.high;
    const DoubleDouble last = rest - b * second;
    return ordered_sum(first, second) + last.high / b.high;
  }
};

// Defining FFTGEN_VERIFY_DOUBLE_DOUBLE tries the pair of doubles on a machine that does not need it.
#if LDBL_MANT_DIG >= 64 && !defined(FFTGEN_VERIFY_DOUBLE_DOUBLE)
using Real = long double;
#else
using Real = DoubleDouble;
#endif

struct Complex {
  Real re = 0.0;
  Real im = 0.0;

  friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  friend Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
  friend Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
  friend Complex operator*(Real a, Complex b) { return {a * b.re, a * b.im}; }
};

inline Complex conjugate(Complex a) { return {a.re, -a.im}; }
inline Real conjugate(Real a) { return a; }

inline double squared_magnitude(Complex a) {
  const double re = static_cast<double>(a.re);
  const double im = static_cast<double>(a.im);
  return re * re + im * im;
}
inline double squared_magnitude(Real a) {
  const double value = static_cast<double>(a);
  return value * value;
}

}  // namespace fftgen::verify
