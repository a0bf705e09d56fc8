// Numbers of expressions, real or complex, in extended precision: what becomes of an element as it is loaded or stored,
// where it is.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace fftgen::verify {

/** Where an element is: its indices along the dimensions, slowest first, and the number of its array. */
struct Where {
  std::array<std::uint64_t, 8> indices = {};
  std::uint64_t batch = 0;
};

struct Quantity {
  long double re = 0;
  long double im = 0;
  Quantity(long double real = 0, long double imaginary = 0) : re(real), im(imaginary) {}
};

inline Quantity operator-(Quantity a) { return {-a.re, -a.im}; }
inline Quantity operator+(Quantity a, Quantity b) { return {a.re + b.re, a.im + b.im}; }
inline Quantity operator-(Quantity a, Quantity b) { return {a.re - b.re, a.im - b.im}; }
inline Quantity operator*(Quantity a, Quantity b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
/** By a real number. */
inline Quantity operator/(Quantity a, Quantity b) { return {a.re / b.re, a.im / b.re}; }

inline Quantity conj(Quantity a) { return {a.re, -a.im}; }
inline Quantity re(Quantity a) { return a.re; }
inline Quantity im(Quantity a) { return a.im; }
inline Quantity abs(Quantity a) { return std::hypot(a.re, a.im); }
inline Quantity abs2(Quantity a) { return a.re * a.re + a.im * a.im; }
inline Quantity arg(Quantity a) { return std::atan2(a.im, a.re); }
inline Quantity exp(Quantity a) { return std::exp(a.re); }
inline Quantity log(Quantity a) { return std::log(a.re); }
inline Quantity log10(Quantity a) { return std::log10(a.re); }
inline Quantity sqrt(Quantity a) { return std::sqrt(a.re); }
inline Quantity min(Quantity a, Quantity b) { return std::fmin(a.re, b.re); }
inline Quantity max(Quantity a, Quantity b) { return std::fmax(a.re, b.re); }
template <class... Others>
Quantity min(Quantity a, Quantity b, Others... others) {
  return min(min(a, b), others...);
}
template <class... Others>
Quantity max(Quantity a, Quantity b, Others... others) {
  return max(max(a, b), others...);
}

/** Of the index of a frequency, from -length / 2 on. */
inline Quantity signed_frequency(Quantity index, long double length) {
  return 2 * index.re < length ? index : Quantity(index.re - length);
}

/** Weights 0 to points - 1: a period, or one that ends as it begins. */
struct Window {
  long double points;
  bool is_symmetric;
  long double beta;  // of a Kaiser window

  bool has(Quantity k) const { return 0 <= k.re && k.re < points; }
  /** k as an angle. */
  long double angle(Quantity k) const {
    return points == 1 ? 3.14159265358979323846264338327950288L
                       : 6.28318530717958647692528676655900577L * k.re / (is_symmetric ? points - 1 : points);
  }
};

inline Quantity hann(Window window, Quantity k) {
  return window.has(k) ? 0.5L - 0.5L * std::cos(window.angle(k)) : 0.0L;
}
inline Quantity hamming(Window window, Quantity k) {
  return window.points == 1 ? Quantity(1) : window.has(k) ? 0.54L - 0.46L * std::cos(window.angle(k)) : 0.0L;
}
inline Quantity blackman(Window window, Quantity k) {
  const long double angle = window.angle(k);
  return window.has(k) ? 0.42L - 0.5L * std::cos(angle) + 0.08L * std::cos(2 * angle) : 0.0L;
}
/** The modified Bessel function of order 0 by its integral, whose trapezoidal sum converges faster than any power. */
inline long double bessel_i0(long double x) {
  constexpr int steps = 200;
  long double sum = 0;
  for (int step = 0; step < steps; ++step)
    sum += std::exp(x * (std::cos(3.14159265358979323846264338327950288L * (step + 0.5L) / steps) - 1));
  return std::exp(x) * sum / steps;
}
inline Quantity kaiser(Window window, Quantity k) {
  const long double along = window.angle(k) / 3.14159265358979323846264338327950288L - 1;
  return window.has(k) ? bessel_i0(window.beta * std::sqrt(std::fmax(0.0L, 1 - along * along))) / bessel_i0(window.beta)
                       : 0.0L;
}

inline Quantity clamp(Quantity a, Quantity least, Quantity largest) { return min(max(a, least), largest); }

}  // namespace fftgen::verify
