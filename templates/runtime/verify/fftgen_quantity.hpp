// Numbers of expressions, real or complex, in extended precision: what becomes of an element as it is loaded or stored.
#pragma once

#include <cmath>

namespace fftgen::verify {

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
inline Quantity clamp(Quantity a, Quantity least, Quantity largest) { return min(max(a, least), largest); }

}  // namespace fftgen::verify
