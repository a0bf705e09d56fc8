// The vectors that are transformed: five distributions (Andersson 2025, table 3.4), drawn in double precision by a hash of the
// seed and the position, so that every number format and every machine gets the same ones.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fftgen_parallel.hpp"

namespace fftgen::study {

enum class Distribution { pmone, norm, relu_norm, pagh_norm, pagh_pmone };

inline constexpr std::array<Distribution, 5> distributions = {Distribution::pmone, Distribution::norm,
                                                              Distribution::relu_norm, Distribution::pagh_norm,
                                                              Distribution::pagh_pmone};

/** The thesis's short names. */
inline const char* name_of(Distribution distribution) {
  switch (distribution) {
    case Distribution::pmone: return "PMONE";
    case Distribution::norm: return "NORM";
    case Distribution::relu_norm: return "RELU_NORM";
    case Distribution::pagh_norm: return "PAGH_NORM";
    case Distribution::pagh_pmone: return "PAGH_PMONE";
  }
  return "";
}

/** Random numbers by position: independent for different seeds. */
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : key_(mixed(seed)) {}

  std::uint64_t bits(std::uint64_t position) const { return mixed(key_ ^ mixed(position)); }
  /** 1 or -1. */
  double sign(std::uint64_t position) const { return (bits(position) >> 63) == 0 ? 1.0 : -1.0; }
  /** Below a power of two. */
  std::uint64_t below(std::uint64_t power_of_two, std::uint64_t position) const {
    return bits(position) & (power_of_two - 1);
  }
  /**
   * A number from the standard normal distribution, by Box and Muller's method, from positions 2 position and 2
   * position + 1.
   */
  double normal(std::uint64_t position) const {
    const double radius = std::sqrt(-2.0 * std::log(uniform(2 * position)));
    return radius * std::cos(6.283185307179586 * uniform(2 * position + 1));
  }

 private:
  /** In (0, 1). */
  double uniform(std::uint64_t position) const {
    return (static_cast<double>(bits(position) >> 12) + 0.5) * 0x1p-52;
  }
  /** The output function of splitmix64 (Steele, Lea & Flood 2014). */
  static std::uint64_t mixed(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t key_;
};

namespace detail {

/**
 * Pagh's scattering: n / 8 values are added, each with a random sign, to random places of a vector of zeros. Not in parallel:
 * several values may meet in one place.
 */
template <typename Value>
void scatter(std::vector<double>& vector, std::uint64_t seed, const Value& value) {
  const Draws places(seed ^ 0x706c6163);
  const Draws signs(seed ^ 0x7369676e);
  const std::uint64_t count = vector.size() / 8;
  for (std::uint64_t i = 0; i < count; ++i) vector[places.below(vector.size(), i)] += signs.sign(i) * value(i);
}

}  // namespace detail

/** A vector of `size` numbers, a power of two and at least 8. `which` tells apart the vectors of one experiment. */
inline std::vector<double> draw(Distribution distribution, std::size_t size, std::uint64_t seed, std::uint64_t which) {
  const std::uint64_t own_seed = (seed << 8) + which;
  const Draws draws(own_seed);
  std::vector<double> vector(size);
  const auto fill = [&](const auto& value) {
    verify::parallel_pieces(size, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) vector[i] = value(i);
    });
  };
  switch (distribution) {
    case Distribution::pmone: fill([&](std::uint64_t i) { return draws.sign(i); }); break;
    case Distribution::norm: fill([&](std::uint64_t i) { return draws.normal(i); }); break;
    case Distribution::relu_norm: fill([&](std::uint64_t i) { return std::fmax(0.0, draws.normal(i)); }); break;
    case Distribution::pagh_norm:
      detail::scatter(vector, own_seed, [&](std::uint64_t i) { return draws.normal(i); });
      break;
    case Distribution::pagh_pmone:
      detail::scatter(vector, own_seed, [&](std::uint64_t i) { return draws.sign(i); });
      break;
  }
  return vector;
}

}  // namespace fftgen::study
