// The emulator's <cuda_fp16.h>: IEEE half precision, 5 bits of exponent and 11 digits.
#pragma once

#include <cstdint>

#include "cuda_language.h"
#include "short_float.h"

namespace fftgen::emulator {

struct HalfFormat {
  static constexpr bool sums_in_products = true;  // the sums of a tensor core

  __attribute__((noinline)) static std::uint16_t round(float x) {
    const std::uint32_t bits = bits_of(x);
    const std::uint32_t sign = bits >> 16 & 0x8000u;
    const std::uint32_t exponent = bits >> 23 & 0xffu;
    const std::uint32_t fraction = bits & 0x7fffffu;
    if (exponent == 255 && fraction != 0) return 0x7fffu;  // the only NaN that a GPU makes
    if (exponent >= 143) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 2^16 and more
    if (exponent < 102) return static_cast<std::uint16_t>(sign);             // below half of the least subnormal
    // Normal numbers lose 13 bits, subnormal ones more. A carry out of the digits is right to run into the exponent.
    const std::uint32_t lost = exponent >= 113 ? 13 : 126 - exponent;
    const std::uint32_t digits = fraction | 0x800000u;
    const std::uint32_t kept = (digits + (1u << (lost - 1)) - 1 + (digits >> lost & 1u)) >> lost;
    const std::uint32_t base = exponent >= 113 ? (exponent - 113) << 10 : 0;
    return static_cast<std::uint16_t>(sign | (base + kept));
  }

  __attribute__((noinline)) static float widen(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000u) << 16;
    const std::uint32_t exponent = half >> 10 & 0x1fu;
    const std::uint32_t fraction = half & 0x3ffu;
    if (exponent == 31) return float_of(sign | 0x7f800000u | fraction << 13);
    if (exponent != 0) return float_of(sign | (exponent + 112) << 23 | fraction << 13);
    const float size = static_cast<float>(fraction) * 0x1p-24f;
    return sign == 0 ? size : -size;
  }
};

}  // namespace fftgen::emulator

using __half = fftgen::emulator::ShortFloat<fftgen::emulator::HalfFormat>;
using __half2 = fftgen::emulator::ShortFloatPair<fftgen::emulator::HalfFormat>;
using half = __half;
using half2 = __half2;

inline __half __float2half(float x) { return __half(x); }
inline __half __float2half_rn(float x) { return __half(x); }
inline __half __double2half(double x) { return __half(x); }
inline float __half2float(__half x) { return x; }
inline __half __ushort_as_half(unsigned short bits) { return __half::of_bits(bits); }
inline unsigned short __half_as_ushort(__half x) { return x.bits; }

inline __half2 __halves2half2(__half low, __half high) { return {low, high}; }
inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half x) { return {x, x}; }
inline __half2 __float2half2_rn(float x) { return {x, x}; }
inline __half2 __floats2half2_rn(float low, float high) { return {low, high}; }
inline __half2 __float22half2_rn(float2 x) { return {x.x, x.y}; }
inline float2 __half22float2(__half2 x) { return {x.x, x.y}; }
inline __half __low2half(__half2 x) { return x.x; }
inline __half __high2half(__half2 x) { return x.y; }
inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
inline __half2 __low2half2(__half2 x) { return {x.x, x.x}; }
inline __half2 __high2half2(__half2 x) { return {x.y, x.y}; }
