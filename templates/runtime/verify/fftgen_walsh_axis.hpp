// A dimension of a Walsh-Hadamard transform: the matrix consists of +1 and -1, the output may be in another order, and
// shifts are exclusive ors with the index, in the part of it that is a power of two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fftgen_axis.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_walsh_matrix.hpp"

namespace fftgen::verify {

/** The index whose output is stored at a position, of 2^bits. */
__host__ __device__ inline std::uint64_t walsh_index(std::uint64_t position, unsigned bits, Order order) {
  if (order == Order::dyadic) return reversed_bits(position, bits);
  // Row s ^ (s >> 1) in dyadic order has s sign changes.
  if (order == Order::sequency) return reversed_bits(position ^ (position >> 1), bits);
  return position;
}

/** The position at which the output of an index is stored. */
inline std::uint64_t walsh_position(std::uint64_t index, unsigned bits, Order order) {
  if (order == Order::natural) return index;
  std::uint64_t position = reversed_bits(index, bits);
  if (order == Order::sequency) {
    for (unsigned distance = 1; distance < bits; distance *= 2) position ^= position >> distance;
  }
  return position;
}

template <>
class Axis<Walsh> {
 public:
  template <class C>
  Axis(const Subject<C>& subject, const Dimension& dimension, Side side)
      : length_(dimension.length),
        side_(side),
        order_(side == Side::inputs ? Order::natural : subject.order),
        base_(base_matrix(base_order(dimension.length, subject.hadamard), subject.hadamard, is_inverse(subject))) {
    while ((std::uint64_t{base_.order} << bits_) < length_) ++bits_;
    run_ = std::min<std::uint64_t>(shifts(), longest_run);
    for (std::uint64_t position = 0; position < run_; ++position) offsets_.push_back(index(position));
  }

  std::uint64_t length() const { return length_; }
  std::uint64_t run() const { return run_; }
  const std::vector<std::uint64_t>& offsets() const { return offsets_; }

  std::uint64_t index(std::uint64_t position) const { return walsh_index(position, bits_, order_); }
  std::uint64_t position(std::uint64_t index) const { return walsh_position(index, bits_, order_); }

  Real factor(std::uint64_t frequency, std::uint64_t index) const {
    const std::uint64_t row = (side_ == Side::inputs ? frequency : index) >> bits_;
    const std::uint64_t column = (side_ == Side::inputs ? index : frequency) >> bits_;
    const bool negative = odd_ones(frequency & index & (shifts() - 1)) != base_.negative(row, column);
    return negative ? -1.0 : 1.0;
  }

  Real inverse(std::uint64_t frequency, std::uint64_t index) const { return factor(frequency, index); }
  double gain() const { return static_cast<double>(length_); }

  /** The matrix of the heaviest digit. */
  const BaseMatrix& base() const { return base_; }

  /** H_m has no such symmetry. */
  std::uint64_t shifts() const { return std::uint64_t{1} << bits_; }
  std::uint64_t shifted(std::uint64_t index, std::uint64_t shift) const { return index ^ shift; }

 private:
  static constexpr std::uint64_t longest_run = 256;
  std::uint64_t length_;
  Side side_;
  Order order_;
  BaseMatrix base_;
  unsigned bits_ = 0;  // the number of bits of the power of two in the length
  std::uint64_t run_ = 1;
  std::vector<std::uint64_t> offsets_;
};

}  // namespace fftgen::verify
