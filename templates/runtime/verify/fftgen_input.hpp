// Random inputs that need no storage: every element is a hash of its position, so it can be filled in parallel,
// checked afterwards and computed again for the reference.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "fftgen_layout.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

/** The output function of splitmix64 (Steele, Lea & Flood 2014). */
__host__ __device__ inline std::uint64_t hash(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/**
 * Uniform in (-amplitude, amplitude), all parts whole multiples of amplitude 2^(1 - bits): exact in the element type,
 * and in sums of a few when bits is small. The amplitude is a power of two. No number is likelier than its negative: a
 * mean of half a multiple would make the output that adds up all of them many times as large as the others.
 */
template <class C>
struct RandomSignal {
  std::uint64_t seed;
  int bits = Element<C>::mantissa_bits;
  double amplitude = 1;

  C operator()(std::uint64_t position) const {
    const std::uint64_t key = hash(seed) + parts<C> * position;
    if constexpr (is_walsh<C>)
      return narrow<C>(part(hash(key)));
    else
      return narrow<C>({part(hash(key)), part(hash(key + 1))});
  }

 private:
  double part(std::uint64_t random) const {
    const std::int64_t most = std::int64_t{1} << (bits - 1);
    const auto steps = static_cast<std::int64_t>(random >> (64 - bits)) - most;
    return amplitude * (static_cast<double>(steps < 0 ? steps + 1 : steps) / static_cast<double>(most));
  }
};

/** The largest power of two that all floating-point types hold which numbers pass through, as an exponent. */
template <class C>
int largest_exponent(const Subject<C>& subject) {
  int least = Element<C>::largest_exponent;
  const Stored types[] = {subject.input.stored, subject.between, subject.output.stored};
  for (const Stored type : types) {
    if (!is_whole(type)) least = std::min(least, largest_exponent_of(type));
  }
  return least;
}

/**
 * 1; but for types with a small exponent range the power of two that keeps inputs as far from the limits as the
 * numbers computed from them, which are 2^least to 2^most times as large. Whole numbers have the range of their type in
 * the input, and about a quarter of it in the output.
 */
template <class C>
double middle_amplitude(const Subject<C>& subject, double least, double most) {
  const auto whole = [](Stored type) { return std::exp2(largest_exponent_of(type) + 1); };
  const double inputs = is_whole(subject.input.stored) ? whole(subject.input.stored) : 0;
  if (is_whole(subject.output.stored)) {
    const double wanted = std::exp2(std::round(std::log2(whole(subject.output.stored)) - 2 - most));
    return inputs == 0 ? wanted : std::clamp(wanted, 2.0, inputs);
  }
  if (inputs != 0) return inputs;
  if (largest_exponent(subject) > 100) return 1;
  return std::exp2(-std::round((std::min(0.0, least) + std::max(0.0, most)) / 2));
}

/**
 * The amplitude of random inputs that are transformed `times` times. A Fourier transform may be scaled at its end
 * only: before that its numbers are larger than the inputs whatever the scale.
 */
template <class C>
double random_amplitude(const Subject<C>& subject, int times = 1) {
  const double unscaled = std::log2(static_cast<double>(Layout(subject, subject.input).points())) / 2;
  const double growth = unscaled + std::log2(std::abs(subject.scale));
  const bool is_between = is_walsh<C> || is_whole(subject.output.stored);
  return middle_amplitude(subject, times * growth, times * (is_between ? growth : std::max(growth, unscaled)));
}

/** A stream of random choices: which outputs to sample, where to put an impulse, by how much to shift. */
class Choices {
 public:
  explicit Choices(std::uint64_t seed) : state_(hash(~seed)) {}

  std::uint64_t below(std::uint64_t count) { return hash(state_++) % count; }

  /** Parts of magnitude 1/4 to 1, of so few bits that products with short inputs, and sums of them, are exact. */
  template <class C>
  Value<C> short_number() {
    const double first = short_part(Element<C>::factor_bits);
    if constexpr (is_walsh<C>)
      return first;
    else
      return {first, short_part(Element<C>::factor_bits)};
  }

 private:
  double short_part(int bits) {
    const std::uint64_t quarter = std::uint64_t{1} << (bits - 2);
    const double magnitude = static_cast<double>(quarter + below(3 * quarter)) / static_cast<double>(4 * quarter);
    return below(2) == 0 ? magnitude : -magnitude;
  }

  std::uint64_t state_;
};

}  // namespace fftgen::verify
