// The index structure of a transform, and the characters (complex exponentials) on it.
//
// A character is chi(k) = exp(+-2 pi i sum over dimensions of p_d k_d / n_d). One output of a transform is the sum of
// the inputs against a character, the transform of an impulse is a character, a shift multiplies by one. So this is the
// only mathematics that the tests share; no fast algorithm is used anywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "fftgen_roots_of_unity.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

/**
 * One dimension: which index is stored at which position. Positions come in runs in which the index of a position is
 * that of the run's first position plus a fixed offset, so that whole runs can share one table.
 */
class Axis {
 public:
  Axis(const Dimension& dimension, Order order) : length_(dimension.length) {
    if (order == Order::digit_reversed) radices_ = dimension.radices;
    run_ = std::min<std::uint64_t>(length_, longest_run);
    if (order == Order::digit_reversed) {  // a run must end where a digit does: a product of the last radices
      run_ = 1;
      for (auto radix = radices_.rbegin(); radix != radices_.rend() && run_ * *radix <= longest_run; ++radix)
        run_ *= *radix;
    }
    for (std::uint64_t position = 0; position < run_; ++position) offsets_.push_back(index(position));
  }

  std::uint64_t length() const { return length_; }
  std::uint64_t run() const { return run_; }
  const std::vector<std::uint64_t>& offsets() const { return offsets_; }

  /** The index of what is stored at `position`. */
  std::uint64_t index(std::uint64_t position) const {
    if (radices_.empty()) return position;
    std::uint64_t index = 0;
    std::uint64_t position_weight = length_;
    std::uint64_t index_weight = 1;
    for (const unsigned radix : radices_) {
      position_weight /= radix;
      index += position / position_weight * index_weight;
      position %= position_weight;
      index_weight *= radix;
    }
    return index;
  }

  /** The position at which `index` is stored. */
  std::uint64_t position(std::uint64_t index) const {
    if (radices_.empty()) return index;
    std::uint64_t position = 0;
    std::uint64_t position_weight = length_;
    for (const unsigned radix : radices_) {
      position_weight /= radix;
      position += index % radix * position_weight;
      index /= radix;
    }
    return position;
  }

 private:
  static constexpr std::uint64_t longest_run = 256;
  std::uint64_t length_;
  std::uint64_t run_ = 1;
  std::vector<unsigned> radices_;  // empty when positions are indices
  std::vector<std::uint64_t> offsets_;
};

/** One number per dimension, slowest first: an index, or a frequency. */
using MultiIndex = std::vector<std::uint64_t>;

/** A consecutive stretch of one row of the array. */
struct Run {
  std::uint64_t begin;  // position in the array
  std::uint64_t size;
};

/** A dense row-major array of one transform's elements. */
class Grid {
 public:
  template <class C>
  Grid(const Subject<C>& subject, Order order) : points_(point_count(subject)) {
    for (const Dimension& dimension : subject.dimensions) {
      axes_.emplace_back(dimension, order);
      roots_.emplace_back(dimension.length);
    }
    runs_per_row_ = (axes_.back().length() + axes_.back().run() - 1) / axes_.back().run();
  }

  std::size_t rank() const { return axes_.size(); }
  const Axis& axis(std::size_t d) const { return axes_[d]; }
  const RootsOfUnity& roots(std::size_t d) const { return roots_[d]; }
  std::uint64_t points() const { return points_; }
  std::uint64_t run_count() const { return points_ / axes_.back().length() * runs_per_row_; }

  Run run(std::uint64_t number) const {
    const Axis& last = axes_.back();
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
  std::vector<Axis> axes_;
  std::vector<RootsOfUnity> roots_;
  std::uint64_t points_;
  std::uint64_t runs_per_row_;
};

/** chi(position) = product over dimensions of exp(sign 2 pi i frequency_d index_d(position) / n_d). */
class Character {
 public:
  Character(const Grid& grid, MultiIndex frequency, int sign)
      : grid_(&grid), frequency_(std::move(frequency)), sign_(sign) {
    const std::size_t last = grid.rank() - 1;
    for (const std::uint64_t offset : grid.axis(last).offsets()) within_run_.push_back(signed_root(last, offset));
  }

  Complex at(std::uint64_t position) const {
    Complex product{1.0, 0.0};
    for (std::size_t d = grid_->rank(); d-- > 0;) {
      const Axis& axis = grid_->axis(d);
      product = product * signed_root(d, axis.index(position % axis.length()));
      position /= axis.length();
    }
    return product;
  }

  /** chi(run.begin + i) = at(run.begin) * within_run()[i]. */
  const std::vector<Complex>& within_run() const { return within_run_; }

 private:
  Complex signed_root(std::size_t d, std::uint64_t index) const {
    // Lengths are below 2^32, so the product does not overflow.
    const Complex root = grid_->roots(d)(frequency_[d] * index % grid_->axis(d).length());
    return sign_ < 0 ? conjugate(root) : root;
  }

  const Grid* grid_;
  MultiIndex frequency_;
  int sign_;
  std::vector<Complex> within_run_;
};

}  // namespace fftgen::verify
