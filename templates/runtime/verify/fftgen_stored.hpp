// Numbers that arrays hold in another type than a transform is tested with: how their bits are read and written, and
// what they can hold.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace fftgen::verify {

/** as_tested: the type of the parts of the elements. Others: floating-point numbers, and whole numbers of 8 and 16 bits. */
enum class Stored { as_tested, f64, f32, f16, bf16, u8, i8, u16, i16 };

__host__ __device__ inline bool is_whole(Stored type) { return type >= Stored::u8; }

/** Bytes of a number of another type. */
__host__ __device__ inline std::size_t bytes_of(Stored type) {
  return type == Stored::f64 ? 8 : type == Stored::f32 ? 4 : type == Stored::u8 || type == Stored::i8 ? 1 : 2;
}

__host__ __device__ inline bool is_nan(double value) { return value != value; }

/** The limits of whole numbers. */
__host__ __device__ inline double least_of(Stored type) {
  return type == Stored::i8 ? -128 : type == Stored::i16 ? -32768 : 0;
}
__host__ __device__ inline double most_of(Stored type) {
  return type == Stored::u8 ? 255 : type == Stored::i8 ? 127 : type == Stored::u16 ? 65535 : 32767;
}

/** The largest power of two of a type, as an exponent. */
inline int largest_exponent_of(Stored type) {
  switch (type) {
    case Stored::as_tested:
    case Stored::f64:
      return 1023;
    case Stored::f32:
    case Stored::bf16:
      return 127;
    case Stored::f16:
    case Stored::u16:
      return 15;
    case Stored::i16:
      return 14;
    case Stored::u8:
      return 7;
    case Stored::i8:
      return 6;
  }
  return 0;
}

/** By how much a stored number may differ from any that is not as small as can be: half of a step that is not relative. */
inline double half_step_of(Stored type) { return is_whole(type) ? 0.5 : type == Stored::f16 ? 0x1p-25 : 0; }

/** Floating-point numbers of 16 bits: a sign, `exponent` bits and `fraction` bits. */
struct ShortFormat {
  int exponent;
  int fraction;

  __host__ __device__ int bias() const { return (1 << (exponent - 1)) - 1; }

  __host__ __device__ double widen(std::uint16_t bits) const {
    const int power = bits >> fraction & ((1 << exponent) - 1);
    const int digits = bits & ((1 << fraction) - 1);
    const double sign = bits >> 15 == 0 ? 1 : -1;
    if (power == (1 << exponent) - 1) return digits == 0 ? sign * HUGE_VAL : static_cast<double>(NAN);
    if (power == 0) return sign * ldexp(static_cast<double>(digits), 1 - bias() - fraction);
    return sign * ldexp(static_cast<double>(digits + (1 << fraction)), power - bias() - fraction);
  }

  /** To nearest even. */
  __host__ __device__ std::uint16_t narrow(double value) const {
    const int top = ((1 << exponent) - 1) << fraction;
    const int sign = copysign(1.0, value) < 0 ? 0x8000 : 0;
    if (is_nan(value)) return static_cast<std::uint16_t>(0x7fff);
    const double size = fabs(value);
    if (size == 0) return static_cast<std::uint16_t>(sign);
    const int power = size == HUGE_VAL ? 2000 : max_of(ilogb(size), 1 - bias());
    if (power > bias()) return static_cast<std::uint16_t>(sign | top);
    // A carry out of the digits is right to run into the exponent, and there into infinity.
    const int digits = static_cast<int>(rint(ldexp(size, fraction - power)));
    return static_cast<std::uint16_t>(sign | (((power + bias() - 1) << fraction) + digits));
  }

 private:
  __host__ __device__ static int max_of(int a, int b) { return a < b ? b : a; }
};

__host__ __device__ inline ShortFormat short_format(Stored type) {
  return type == Stored::f16 ? ShortFormat{5, 10} : ShortFormat{8, 7};
}

/** The nearest number that the type has: of whole numbers the nearest within the limits, 0 for NaN. */
__host__ __device__ inline double as_held(Stored type, double value) {
  switch (type) {
    case Stored::as_tested:
    case Stored::f64:
      return value;
    case Stored::f32:
      return static_cast<float>(value);
    case Stored::f16:
    case Stored::bf16:
      return short_format(type).widen(short_format(type).narrow(value));
    default:
      return is_nan(value) ? 0 : fmin(fmax(rint(value) + 0.0, least_of(type)), most_of(type));  // there is no -0
  }
}

/** Number `index` of an array of another type. */
__host__ __device__ inline double read_number(Stored type, const void* array, std::size_t index) {
  switch (type) {
    case Stored::f64:
      return static_cast<const double*>(array)[index];
    case Stored::f32:
      return static_cast<const float*>(array)[index];
    case Stored::f16:
    case Stored::bf16:
      return short_format(type).widen(static_cast<const std::uint16_t*>(array)[index]);
    case Stored::u8:
      return static_cast<const std::uint8_t*>(array)[index];
    case Stored::i8:
      return static_cast<const std::int8_t*>(array)[index];
    case Stored::u16:
      return static_cast<const std::uint16_t*>(array)[index];
    case Stored::i16:
      return static_cast<const std::int16_t*>(array)[index];
    case Stored::as_tested:
      break;
  }
  return 0;
}

/** Writes the nearest number that the type has. */
__host__ __device__ inline void write_number(Stored type, void* array, std::size_t index, double value) {
  const double held = as_held(type, value);
  switch (type) {
    case Stored::f64:
      static_cast<double*>(array)[index] = value;
      break;
    case Stored::f32:
      static_cast<float*>(array)[index] = static_cast<float>(value);
      break;
    case Stored::f16:
    case Stored::bf16:
      static_cast<std::uint16_t*>(array)[index] = short_format(type).narrow(value);
      break;
    case Stored::u8:
      static_cast<std::uint8_t*>(array)[index] = static_cast<std::uint8_t>(held);
      break;
    case Stored::i8:
      static_cast<std::int8_t*>(array)[index] = static_cast<std::int8_t>(held);
      break;
    case Stored::u16:
      static_cast<std::uint16_t*>(array)[index] = static_cast<std::uint16_t>(held);
      break;
    case Stored::i16:
      static_cast<std::int16_t*>(array)[index] = static_cast<std::int16_t>(held);
      break;
    case Stored::as_tested:
      break;
  }
}

}  // namespace fftgen::verify
