// A dimension of a Fourier transform: the matrix consists of roots of unity, the output may be digit-reversed, and
// shifts are cyclic; or of a cosine or sine transform, whose factors do not multiply along a run, and which has no shifts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "fftgen_axis.hpp"
#include "fftgen_roots_of_unity.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_trigonometric.hpp"

namespace fftgen::verify {

template <>
class Axis<Fourier> {
 public:
  template <class C>
  Axis(const Subject<C>& subject, const Dimension& dimension, Side side)
      : length_(dimension.length), side_(side), sign_(exponent_sign(subject)), roots_(dimension.length) {
    if (is_trigonometric(subject))
      trigonometric_.emplace(kind_of(subject, dimension), dimension.length, subject.orthonormal);
    const bool reversed = side == Side::outputs && subject.order == Order::digit_reversed;
    if (reversed) radices_ = dimension.radices;
    run_ = trigonometric_ ? 1 : std::min<std::uint64_t>(length_, longest_run);
    if (reversed) {  // a run must end where a digit does: a product of the last radices
      run_ = 1;
      for (auto radix = radices_.rbegin(); radix != radices_.rend() && run_ * *radix <= longest_run; ++radix)
        run_ *= *radix;
    }
    for (std::uint64_t position = 0; position < run_; ++position) offsets_.push_back(index(position));
  }

  std::uint64_t length() const { return length_; }
  std::uint64_t run() const { return run_; }
  const std::vector<std::uint64_t>& offsets() const { return offsets_; }

  /** The index of the element stored at `position`. */
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

  Complex factor(std::uint64_t frequency, std::uint64_t index) const {
    if (trigonometric_) {
      const bool inputs = side_ == Side::inputs;
      return {trigonometric_->entry(inputs ? frequency : index, inputs ? index : frequency), Real(0.0)};
    }
    const Complex root = roots_(product_modulo(frequency, index, length_));
    return sign_ < 0 ? conjugate(root) : root;
  }

  Complex inverse(std::uint64_t frequency, std::uint64_t index) const {
    return trigonometric_ ? Complex{trigonometric_->inverse(frequency, index), Real(0.0)}
                          : conjugate(factor(frequency, index));
  }
  double gain() const { return trigonometric_ ? trigonometric_->gain() : static_cast<double>(length_); }

  std::uint64_t shifts() const { return length_; }
  std::uint64_t shifted(std::uint64_t index, std::uint64_t shift) const { return (index + length_ - shift) % length_; }

 private:
  static constexpr std::uint64_t longest_run = 256;
  std::uint64_t length_;
  Side side_;
  int sign_;  // in the exponent
  RootsOfUnity roots_;
  std::uint64_t run_ = 1;
  std::optional<TrigonometricMatrix> trigonometric_;
  std::vector<unsigned> radices_;  // empty when positions are indices
  std::vector<std::uint64_t> offsets_;
};

}  // namespace fftgen::verify
