// CUDA's mathematical functions that generated kernels use and that the host library lacks.
// They are as exact as the host's: the errors of the device's approximate versions are not modelled.
#pragma once

#include <math.h>
#include <string.h>

#include <cmath>

namespace fftgen::emulator {

/// sin(pi x) and cos(pi x), exact at multiples of 1/2: only the distance to the nearest one meets a rounded pi.
template <typename Real>
inline void sine_and_cosine_of_half_turns(Real x, Real* sine, Real* cosine) {
  const double nearest = std::nearbyint(2.0 * static_cast<double>(x));
  const double angle = 3.14159265358979323846 * (static_cast<double>(x) - 0.5 * nearest);
  const double s = std::sin(angle);
  const double c = std::cos(angle);
  const double quadrant = nearest - 4.0 * std::floor(0.25 * nearest);
  const bool swapped = quadrant == 1.0 || quadrant == 3.0;
  *sine = static_cast<Real>((quadrant >= 2.0 ? -1.0 : 1.0) * (swapped ? c : s));
  *cosine = static_cast<Real>((quadrant == 1.0 || quadrant == 2.0 ? -1.0 : 1.0) * (swapped ? s : c));
}

}  // namespace fftgen::emulator

inline void sincospi(double x, double* sine, double* cosine) {
  fftgen::emulator::sine_and_cosine_of_half_turns(x, sine, cosine);
}

inline void sincospif(float x, float* sine, float* cosine) {
  fftgen::emulator::sine_and_cosine_of_half_turns(x, sine, cosine);
}

inline void __sincosf(float x, float* sine, float* cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}

inline float __logf(float x) { return std::log(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __expf(float x) { return std::exp(x); }

// Sums and products that a compiler may not contract: __fadd_rn(__fmul_rn(a, b), c) rounds twice.
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }

inline int min(int a, int b) { return b < a ? b : a; }
inline int max(int a, int b) { return a < b ? b : a; }

// The nearest whole number, of two the even one; 0 for NaN, and the limits of 32 bits beyond them.
inline int __double2int_rn(double x) {
  if (x != x) return 0;
  return static_cast<int>(std::nearbyint(std::fmin(std::fmax(x, -2147483648.0), 2147483647.0)));
}
inline int __float2int_rn(float x) { return __double2int_rn(x); }

// The same bits, as another type.
inline unsigned __float_as_uint(float x) {
  unsigned bits;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}

inline float __uint_as_float(unsigned bits) {
  float x;
  memcpy(&x, &bits, sizeof(x));
  return x;
}
