// Sums of a signal against characters: the definition of the transform, in long arithmetic, separable over dimensions.
// Cost: one multiplication per element and character (complex: about 5 ns on one core where long double has 80 bits),
// plus one pass over the signal for every 64 characters. 64 outputs of 2^24 points: about 5 s of one core.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "fftgen_characters.hpp"
#include "fftgen_metrics.hpp"
#include "fftgen_parallel.hpp"

namespace fftgen::verify {

/** For given frequencies: the sums over all positions of a signal times the character of each frequency. */
template <class C>
class CharacterSums {
 public:
  CharacterSums(const Grid<C>& grid, const std::vector<MultiIndex>& frequencies, bool inverse = false)
      : grid_(&grid) {
    for (const MultiIndex& frequency : frequencies) characters_.emplace_back(grid, frequency, inverse);
  }

  template <class Signal>
  std::vector<Value<C>> of(const Signal& signal) const {
    const std::uint64_t groups = (characters_.size() + group - 1) / group;
    const std::uint64_t runs_per_part = std::max<std::uint64_t>(1, (1 << 16) / grid_->axis(grid_->rank() - 1).run());
    const std::uint64_t parts = (grid_->run_count() + runs_per_part - 1) / runs_per_part;

    std::vector<Value<C>> partial_sums(parts * characters_.size());
    parallel_for(groups * parts, [&](std::uint64_t task) {
      const std::uint64_t part = task % parts;
      const std::uint64_t first = task / parts * group;
      const std::uint64_t last = std::min<std::uint64_t>(characters_.size(), first + group);
      const std::uint64_t last_run = std::min(grid_->run_count(), (part + 1) * runs_per_part);
      Value<C>* const sums = partial_sums.data() + part * characters_.size();
      std::vector<Value<C>> values(grid_->axis(grid_->rank() - 1).run());
      for (std::uint64_t run = part * runs_per_part; run < last_run; ++run) {
        add_run(signal, grid_->run(run), first, last, values, sums);
      }
    });

    std::vector<Value<C>> sums(characters_.size());
    for (std::size_t i = 0; i < partial_sums.size(); ++i) {
      Value<C>& sum = sums[i % sums.size()];
      sum = sum + partial_sums[i];
    }
    return sums;
  }

 private:
  static constexpr std::uint64_t group = 64;  // characters whose tables are in the cache together: at most 8 KiB each

  /** Adds the sums over one run to those of characters first .. last - 1. */
  template <class Signal>
  void add_run(const Signal& signal, const Run& run, std::uint64_t first, std::uint64_t last,
               std::vector<Value<C>>& values, Value<C>* sums) const {
    for (std::uint64_t i = 0; i < run.size; ++i) values[i] = widen(signal(run.begin + i));
    for (std::uint64_t c = first; c < last; ++c) {
      const Value<C>* const factors = characters_[c].within_run().data();
      Value<C> sum{};
      for (std::uint64_t i = 0; i < run.size; ++i) sum = sum + values[i] * factors[i];
      sums[c] = sums[c] + sum * characters_[c].at(run.begin);
    }
  }

  const Grid<C>* grid_;
  std::vector<Character<C>> characters_;
};

/** The root mean square of |signal(0)| ... |signal(count - 1)|. */
template <class Signal>
double signal_rms(std::uint64_t count, const Signal& signal) {
  constexpr std::uint64_t piece = 1 << 16;
  return root_mean_square(parallel_tally((count + piece - 1) / piece, [&](std::uint64_t task, Tally& tally) {
    const std::uint64_t end = std::min(count, (task + 1) * piece);
    for (std::uint64_t i = task * piece; i < end; ++i) tally.add(squared_magnitude(widen(signal(i))), i);
  }));
}

}  // namespace fftgen::verify
