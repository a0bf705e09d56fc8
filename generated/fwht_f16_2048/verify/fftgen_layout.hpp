// Where the elements of a batch lie in memory. Tests number them by position: what is transformed together, a *member*,
// comes without gaps, and members follow each other. In memory arrays may lie apart, and members of an array that is
// not transformed along all of its dimensions are interleaved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fftgen_subject.hpp"

namespace fftgen::verify {

class Layout {
 public:
  template <class C>
  explicit Layout(const Subject<C>& subject) : array_elements_(point_count(subject)) {
    for (const Dimension& dimension : subject.dimensions) {
      extents_.push_back({dimension.length, dimension.transformed});
      (dimension.transformed ? points_ : members_per_array_) *= dimension.length;
      interleaved_ = interleaved_ || !dimension.transformed;
    }
    distance_ = subject.distance == 0 ? array_elements_ : subject.distance;
  }

  /** Elements of a member. */
  std::uint64_t points() const { return points_; }
  std::uint64_t members(std::uint64_t batch) const { return batch * members_per_array_; }
  std::uint64_t array_elements() const { return array_elements_; }
  std::uint64_t distance() const { return distance_; }

  /** From the first element of a batch to its last. */
  std::uint64_t memory_elements(std::uint64_t batch) const {
    return batch == 0 ? 0 : (batch - 1) * distance_ + array_elements_;
  }

  /** Whether addresses are positions. */
  bool is_dense() const { return !interleaved_ && distance_ == array_elements_; }

  /** The position of what lies at an address, in elements from the start; none in a gap between arrays. */
  std::optional<std::uint64_t> position(std::uint64_t address) const {
    if (is_dense()) return address;
    std::uint64_t rest = address % distance_;
    if (rest >= array_elements_) return std::nullopt;
    std::uint64_t within = 0;
    std::uint64_t member = 0;
    std::uint64_t weight_within = 1;
    std::uint64_t weight_member = 1;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      const std::uint64_t coordinate = rest % extent->length;
      rest /= extent->length;
      if (extent->transformed) {
        within += coordinate * weight_within;
        weight_within *= extent->length;
      } else {
        member += coordinate * weight_member;
        weight_member *= extent->length;
      }
    }
    return (address / distance_ * members_per_array_ + member) * points_ + within;
  }

  std::uint64_t address(std::uint64_t position) const {
    if (is_dense()) return position;
    std::uint64_t within = position % points_;
    std::uint64_t member = position / points_ % members_per_array_;
    std::uint64_t address = position / points_ / members_per_array_ * distance_;
    std::uint64_t weight = 1;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      std::uint64_t& rest = extent->transformed ? within : member;
      address += rest % extent->length * weight;
      rest /= extent->length;
      weight *= extent->length;
    }
    return address;
  }

  /** `(0, 17, 4) of batch member 2`, or where in the gap behind that one; coordinates as stored. */
  std::string place(std::uint64_t address) const {
    const std::string member = "batch member " + std::to_string(address / distance_);
    std::uint64_t rest = address % distance_;
    if (rest >= array_elements_) return std::to_string(rest - array_elements_) + " of the gap behind " + member;
    std::string coordinates;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      coordinates = std::to_string(rest % extent->length) + (coordinates.empty() ? "" : ", ") + coordinates;
      rest /= extent->length;
    }
    return "(" + coordinates + ") of " + member;
  }

 private:
  struct Extent {
    std::uint64_t length;
    bool transformed;
  };

  std::vector<Extent> extents_;  // slowest first
  std::uint64_t array_elements_;
  std::uint64_t distance_;
  std::uint64_t points_ = 1;
  std::uint64_t members_per_array_ = 1;
  bool interleaved_ = false;
};

}  // namespace fftgen::verify
