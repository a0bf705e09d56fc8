// The index structure of a transform, and the characters on it: a character is a row of the matrix, as a function of
// the position, or a column.
//
// One output of a transform is the sum of the inputs against a character, the transform of an impulse is a character, a
// shift multiplies by one. So this is the only mathematics that the tests share; no fast algorithm is used anywhere but
// on whole numbers, which are exact.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "fftgen_fourier_axis.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_walsh_axis.hpp"

namespace fftgen::verify {

/** One number per dimension, slowest first: an index, or a frequency. */
using MultiIndex = std::vector<std::uint64_t>;

/** A consecutive stretch of one row of the array. */
struct Run {
  std::uint64_t begin;  // position in the array
  std::uint64_t size;
};

/** A dense row-major array of what is transformed together: the transformed dimensions. */
template <class C>
class Grid {
 public:
  Grid(const Subject<C>& subject, Side side) {
    for (const Dimension& dimension : subject.dimensions) {
      if (dimension.transformed) axes_.emplace_back(subject, dimension, side);
    }
    for (const auto& axis : axes_) points_ *= axis.length();
    runs_per_row_ = (axes_.back().length() + axes_.back().run() - 1) / axes_.back().run();
  }

  std::size_t rank() const { return axes_.size(); }
  const Axis<Family<C>>& axis(std::size_t d) const { return axes_[d]; }
  std::uint64_t points() const { return points_; }
  /** The gain of the whole matrix (fftgen_axis.hpp). */
  double gain() const {
    double product = 1;
    for (const auto& axis : axes_) product *= axis.gain();
    return product;
  }
  std::uint64_t run_count() const { return points_ / axes_.back().length() * runs_per_row_; }

  Run run(std::uint64_t number) const {
    const Axis<Family<C>>& last = axes_.back();
    const std::uint64_t begin_in_row = number % runs_per_row_ * last.run();
    return {number / runs_per_row_ * last.length() + begin_in_row, std::min(last.run(), last.length() - begin_in_row)};
  }

  /** The coordinates of a position, as stored. */
  MultiIndex coordinates(std::uint64_t position) const {
    MultiIndex result(rank());
    for (std::size_t d = rank(); d-- > 0;) {
      result[d] = position % axes_[d].length();
      position /= axes_[d].length();
    }
    return result;
  }

  /** The indices of what is stored at a position. */
  MultiIndex indices(std::uint64_t position) const {
    MultiIndex result = coordinates(position);
    for (std::size_t d = 0; d < rank(); ++d) result[d] = axes_[d].index(result[d]);
    return result;
  }

  /** The position at which these indices are stored. */
  std::uint64_t position(const MultiIndex& indices) const {
    std::uint64_t result = 0;
    for (std::size_t d = 0; d < rank(); ++d) result = result * axes_[d].length() + axes_[d].position(indices[d]);
    return result;
  }

 private:
  std::vector<Axis<Family<C>>> axes_;
  std::uint64_t points_ = 1;
  std::uint64_t runs_per_row_;
};

/** chi(position) = product over dimensions of factor(frequency_d, index_d(position)), or of inverse(...). */
template <class C>
class Character {
 public:
  Character(const Grid<C>& grid, MultiIndex frequency, bool inverse = false)
      : grid_(&grid), frequency_(std::move(frequency)), inverse_(inverse) {
    const std::size_t last = grid.rank() - 1;
    if (grid.axis(last).run() == 1) {
      within_run_.push_back(Value<C>{1.0});
      return;
    }
    // The first factor is 1, but for matrices that begin with -1.
    const Value<C> first = conjugate(factor(last, 0));
    for (const std::uint64_t offset : grid.axis(last).offsets()) within_run_.push_back(first * factor(last, offset));
  }

  Value<C> at(std::uint64_t position) const {
    Value<C> product{1.0};
    for (std::size_t d = grid_->rank(); d-- > 0;) {
      const auto& axis = grid_->axis(d);
      product = product * factor(d, axis.index(position % axis.length()));
      position /= axis.length();
    }
    return product;
  }

  /** chi(run.begin + i) = at(run.begin) * within_run()[i]. */
  const std::vector<Value<C>>& within_run() const { return within_run_; }

 private:
  Value<C> factor(std::size_t d, std::uint64_t index) const {
    const auto& axis = grid_->axis(d);
    return inverse_ ? axis.inverse(frequency_[d], index) : axis.factor(frequency_[d], index);
  }

  const Grid<C>* grid_;
  MultiIndex frequency_;
  bool inverse_;
  std::vector<Value<C>> within_run_;
};

}  // namespace fftgen::verify
