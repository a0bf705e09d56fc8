// Floating-point numbers of 16 bits, for <cuda_fp16.h> and <cuda_bf16.h>: stored as bits, computed exactly and
// rounded once, to nearest even, with subnormals, infinities and NaNs. Does not model flushing or other roundings.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace fftgen::emulator {

inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}

inline float float_of(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

/// A double, rounded to odd: towards zero, with the last bit set if anything was cut off. A second rounding, to a
/// format with at least two digits less, then gives the same as rounding the double at once.
inline float rounded_to_odd(double x) {
  float nearest = static_cast<float>(x);
  if (!std::isfinite(x) || static_cast<double>(nearest) == x) return nearest;
  if (std::fabs(static_cast<double>(nearest)) > std::fabs(x)) nearest = std::nextafterf(nearest, 0.0f);
  return std::copysign(float_of(bits_of(std::fabs(nearest)) | 1u), static_cast<float>(x));
}

/// a * b + c rounded to odd, for factors whose product a double holds exactly.
inline double fused_to_odd(double a, double b, double c) {
  const double product = a * b;
  const double sum = product + c;
  if (!std::isfinite(sum)) return sum;
  // The rounding error of the sum (Knuth's TwoSum).
  const double added = sum - product;
  const double error = (product - (sum - added)) + (c - added);
  if (error == 0.0) return sum;
  const double cut = (error < 0.0) == (sum < 0.0) ? sum : std::nextafter(sum, 0.0);
  std::uint64_t bits;
  std::memcpy(&bits, &cut, sizeof(bits));
  bits |= 1u;
  double odd;
  std::memcpy(&odd, &bits, sizeof(odd));
  return odd;
}

/// `Format` says how the bits become a float, and how a float is rounded to them. Its functions are never inlined:
/// generated kernels have thousands of sums, in which everything else is inlined.
///
/// A float has more than twice the digits of either format and two, so that sums, products and quotients of two numbers
/// may be rounded to float first.
template <typename Format>
struct ShortFloat {
  std::uint16_t bits;

  ShortFloat() = default;
  ShortFloat(float x) : bits(Format::round(x)) {}
  ShortFloat(double x) : ShortFloat(rounded_to_odd(x)) {}
  template <typename Integer, typename = std::enable_if_t<std::is_integral_v<Integer>>>
  ShortFloat(Integer x) : ShortFloat(static_cast<double>(x)) {}
  operator float() const { return Format::widen(bits); }

  static ShortFloat of_bits(std::uint16_t bits) {
    ShortFloat x;
    x.bits = bits;
    return x;
  }

  ShortFloat operator+() const { return *this; }
  ShortFloat operator-() const { return of_bits(static_cast<std::uint16_t>(bits ^ 0x8000u)); }
  friend ShortFloat operator+(ShortFloat a, ShortFloat b) { return ShortFloat(a.wide() + b.wide()); }
  friend ShortFloat operator-(ShortFloat a, ShortFloat b) { return ShortFloat(a.wide() - b.wide()); }
  friend ShortFloat operator*(ShortFloat a, ShortFloat b) { return ShortFloat(a.wide() * b.wide()); }
  friend ShortFloat operator/(ShortFloat a, ShortFloat b) { return ShortFloat(a.wide() / b.wide()); }
  ShortFloat& operator+=(ShortFloat b) { return *this = *this + b; }
  ShortFloat& operator-=(ShortFloat b) { return *this = *this - b; }
  ShortFloat& operator*=(ShortFloat b) { return *this = *this * b; }
  ShortFloat& operator/=(ShortFloat b) { return *this = *this / b; }
  friend bool operator==(ShortFloat a, ShortFloat b) { return a.wide() == b.wide(); }
  friend bool operator!=(ShortFloat a, ShortFloat b) { return a.wide() != b.wide(); }
  friend bool operator<(ShortFloat a, ShortFloat b) { return a.wide() < b.wide(); }
  friend bool operator>(ShortFloat a, ShortFloat b) { return a.wide() > b.wide(); }
  friend bool operator<=(ShortFloat a, ShortFloat b) { return a.wide() <= b.wide(); }
  friend bool operator>=(ShortFloat a, ShortFloat b) { return a.wide() >= b.wide(); }

  // CUDA's functions of the same name for both formats; _rn: never contracted with a product.
  friend ShortFloat __hadd(ShortFloat a, ShortFloat b) { return a + b; }
  friend ShortFloat __hsub(ShortFloat a, ShortFloat b) { return a - b; }
  friend ShortFloat __hmul(ShortFloat a, ShortFloat b) { return a * b; }
  friend ShortFloat __hdiv(ShortFloat a, ShortFloat b) { return a / b; }
  friend ShortFloat __hadd_rn(ShortFloat a, ShortFloat b) { return a + b; }
  friend ShortFloat __hsub_rn(ShortFloat a, ShortFloat b) { return a - b; }
  friend ShortFloat __hmul_rn(ShortFloat a, ShortFloat b) { return a * b; }
  friend ShortFloat __hfma(ShortFloat a, ShortFloat b, ShortFloat c) {
    return ShortFloat(fused_to_odd(a.wide(), b.wide(), c.wide()));
  }
  friend ShortFloat __hneg(ShortFloat a) { return -a; }
  friend ShortFloat __habs(ShortFloat a) { return of_bits(static_cast<std::uint16_t>(a.bits & 0x7fffu)); }
  friend bool __hisnan(ShortFloat a) { return std::isnan(a.wide()); }
  friend bool __heq(ShortFloat a, ShortFloat b) { return a == b; }
  friend bool __hlt(ShortFloat a, ShortFloat b) { return a < b; }
  friend bool __hgt(ShortFloat a, ShortFloat b) { return a > b; }

 private:
  float wide() const { return Format::widen(bits); }
};

/// Two numbers in one register: x in its lower half.
template <typename Format>
struct alignas(4) ShortFloatPair {
  ShortFloat<Format> x, y;

  friend ShortFloatPair __hadd2(ShortFloatPair a, ShortFloatPair b) { return {a.x + b.x, a.y + b.y}; }
  friend ShortFloatPair __hsub2(ShortFloatPair a, ShortFloatPair b) { return {a.x - b.x, a.y - b.y}; }
  friend ShortFloatPair __hmul2(ShortFloatPair a, ShortFloatPair b) { return {a.x * b.x, a.y * b.y}; }
  friend ShortFloatPair __hadd2_rn(ShortFloatPair a, ShortFloatPair b) { return __hadd2(a, b); }
  friend ShortFloatPair __hsub2_rn(ShortFloatPair a, ShortFloatPair b) { return __hsub2(a, b); }
  friend ShortFloatPair __hmul2_rn(ShortFloatPair a, ShortFloatPair b) { return __hmul2(a, b); }
  friend ShortFloatPair __hfma2(ShortFloatPair a, ShortFloatPair b, ShortFloatPair c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
  }
  friend ShortFloatPair __hneg2(ShortFloatPair a) { return {-a.x, -a.y}; }
  friend ShortFloatPair operator+(ShortFloatPair a, ShortFloatPair b) { return __hadd2(a, b); }
  friend ShortFloatPair operator-(ShortFloatPair a, ShortFloatPair b) { return __hsub2(a, b); }
  friend ShortFloatPair operator*(ShortFloatPair a, ShortFloatPair b) { return __hmul2(a, b); }
  friend ShortFloatPair operator-(ShortFloatPair a) { return __hneg2(a); }
  friend float __low2float(ShortFloatPair a) { return a.x; }
  friend float __high2float(ShortFloatPair a) { return a.y; }
};

}  // namespace fftgen::emulator
