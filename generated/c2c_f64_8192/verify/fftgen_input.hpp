// Random inputs that nobody has to store: every element is a hash of its position, so it can be filled in parallel,
// checked afterwards and computed again for the reference.
#pragma once

#include <cstdint>

#include "fftgen_long_arithmetic.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

/** The output function of splitmix64 (Steele, Lea & Flood 2014). */
inline std::uint64_t hash(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/** Uniform in [-1, 1), both parts whole multiples of 2^(1 - bits): exact in the element type, and in sums of a few when
 * bits is small. */
template <class C>
struct RandomSignal {
  std::uint64_t seed;
  int bits = Element<C>::mantissa_bits;

  C operator()(std::uint64_t position) const {
    const std::uint64_t key = hash(seed);
    C value;
    value.x = part(hash(key + 2 * position));
    value.y = part(hash(key + 2 * position + 1));
    return value;
  }

 private:
  typename Element<C>::Real part(std::uint64_t random) const {
    const auto steps = static_cast<std::int64_t>(random >> (64 - bits)) - (std::int64_t{1} << (bits - 1));
    return static_cast<typename Element<C>::Real>(static_cast<double>(steps) /
                                                  static_cast<double>(std::int64_t{1} << (bits - 1)));
  }
};

/** A stream of random choices: which outputs to sample, where to put an impulse, by how much to shift. */
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : state_(hash(~seed)) {}

  std::uint64_t below(std::uint64_t count) { return hash(state_++) % count; }

  /** Parts of magnitude 1/4 .. 127/128 in steps of 1/128: products with 12-bit inputs, and sums of them, are exact in
   * f32. */
  Complex short_number() {
    const double re = short_part();
    return {re, short_part()};
  }

 private:
  double short_part() {
    const double magnitude = static_cast<double>(32 + below(96)) / 128;
    return below(2) == 0 ? magnitude : -magnitude;
  }

  std::uint64_t state_;
};

}  // namespace fftgen::verify
