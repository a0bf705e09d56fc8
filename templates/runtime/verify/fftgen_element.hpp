// The elements that arrays are made of: how they are called, how exact they are, and the long numbers that stand for
// them where nothing may be rounded. A complex element makes a transform a Fourier transform, a real one a
// Walsh-Hadamard transform. Elements of 16 bits are in fftgen_half.hpp.
#pragma once

#include <cuda_runtime.h>

#include <cstring>

#include "fftgen_long_arithmetic.hpp"

namespace fftgen::verify {

/** The properties of the types of real numbers. */
template <class R>
struct Number;

template <>
struct Number<float> {
  static constexpr const char* precision = "f32";
  static constexpr int mantissa_bits = 24;
  static constexpr double roundoff = 0x1p-24;
  static constexpr int smallest_exponent = -149;  // 2 to this power is the smallest positive number,
  static constexpr int largest_exponent = 127;    // and this the largest power of two
  // Numbers of so many bits: products of the two, and sums of four of those, are exact.
  static constexpr int factor_bits = 7;
  static constexpr int short_bits = 12;
  __host__ __device__ static double widen(float value) { return value; }
  __host__ __device__ static float narrow(double value) { return static_cast<float>(value); }
};

template <>
struct Number<double> {
  static constexpr const char* precision = "f64";
  static constexpr int mantissa_bits = 53;
  static constexpr double roundoff = 0x1p-53;
  static constexpr int smallest_exponent = -1074;
  static constexpr int largest_exponent = 1023;
  static constexpr int factor_bits = 7;
  static constexpr int short_bits = 12;
  __host__ __device__ static double widen(double value) { return value; }
  __host__ __device__ static double narrow(double value) { return value; }
};

struct Fourier {};
struct Walsh {};

/** The properties of the elements: `Real` is the type of their parts, `Value` their type in long arithmetic. */
template <class C>
struct Element : Number<C> {
  using Family = Walsh;
  using Real = C;
  using Value = ::fftgen::verify::Real;
  static Value widen(C value) { return Number<C>::widen(value); }
  static C narrow(Value value) { return Number<C>::narrow(static_cast<double>(value)); }
};

template <class C, class R>
struct ComplexElement : Number<R> {
  using Family = Fourier;
  using Real = R;
  using Value = Complex;
  static Value widen(C value) { return {Number<R>::widen(value.x), Number<R>::widen(value.y)}; }
  static C narrow(Value value) {
    C result;
    result.x = Number<R>::narrow(static_cast<double>(value.re));
    result.y = Number<R>::narrow(static_cast<double>(value.im));
    return result;
  }
};

template <>
struct Element<float2> : ComplexElement<float2, float> {};
template <>
struct Element<double2> : ComplexElement<double2, double> {};

template <class C>
using Family = typename Element<C>::Family;

/** An element in long arithmetic. */
template <class C>
using Value = typename Element<C>::Value;

/** Real numbers that an element consists of. */
template <class C>
inline constexpr int parts = static_cast<int>(sizeof(C) / sizeof(typename Element<C>::Real));

/** Converts without rounding. */
template <class C>
Value<C> widen(C value) {
  return Element<C>::widen(value);
}

/** Rounds each part. */
template <class C>
C narrow(Value<C> value) {
  return Element<C>::narrow(value);
}

template <class C>
bool same_bits(const C& a, const C& b) {
  return std::memcmp(&a, &b, sizeof(C)) == 0;
}

}  // namespace fftgen::verify
