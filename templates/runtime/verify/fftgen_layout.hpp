// Where the elements of a batch lie in memory, on one side. Tests number them by position: a *member*, the elements
// of one transform, has no gaps, and members follow each other. In memory rows and arrays may have gaps or be
// interleaved, members of an array that is not transformed along all of its dimensions are interleaved, and some of
// their elements may be absent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fftgen_subject.hpp"

namespace fftgen::verify {

class Layout {
 public:
  template <class C>
  Layout(const Subject<C>& subject, const Array& array)
      : array_elements_(point_count(subject)), planar_(array.planar), reals_(array.content == Content::reals) {
    std::size_t last = 0;  // the last transformed dimension
    for (std::size_t d = 0; d < subject.dimensions.size(); ++d) {
      if (subject.dimensions[d].transformed) last = d;
    }
    std::uint64_t dense = array_elements_;
    for (std::size_t d = 0; d < subject.dimensions.size(); ++d) {
      const Dimension& dimension = subject.dimensions[d];
      dense /= dimension.length;
      const std::uint64_t stride = array.strides.empty() ? dense : array.strides[d];
      const Range range = array.ranges.empty() ? Range{0, dimension.length} : array.ranges[d];
      const bool halved = array.content == Content::half && d == last;
      const std::uint64_t stored = halved ? dimension.length / 2 + 1 : dimension.length;
      const bool packed = array.packed && d == last;
      const std::uint64_t shift = shift_of(array, d);
      const std::uint64_t first = shift > 0 ? 0 : range.from;
      const std::uint64_t places = shift > 0 ? dimension.length : range.below - range.from;
      extents_.push_back({dimension.length, dimension.transformed, stride, range, stored, packed, shift, first, places});
      stored_elements_ *= stored;
      known_ = known_ && range.count() == (packed ? stored - 1 : stored);
      (dimension.transformed ? points_ : members_per_array_) *= dimension.length;
      dense_ = dense_ && dimension.transformed && stride == dense && shift == 0;
      base_ += first * stride;
      whole_ = whole_ && range.count() == dimension.length;
    }
    distance_ = distance_of(subject, array);
    dense_ = dense_ && whole_ && !planar_ && distance_ == array_elements_;
    shares_ = shares_places(subject, array);
    add_levels();
    // A plane begins at a multiple of the alignment of pointers.
    granule_ = std::max<std::uint64_t>(1, alignment_of<C>(array) / number_bytes<C>(array));
  }

  /** Elements of a member. */
  std::uint64_t points() const { return points_; }
  std::uint64_t members(std::uint64_t batch) const { return batch * members_per_array_; }
  std::uint64_t array_elements() const { return array_elements_; }
  bool planar() const { return planar_; }
  /** Whether all elements are present. */
  bool whole() const { return whole_; }
  /** Whether several elements share a place. */
  bool shares() const { return shares_; }

  /** The position that stands for the place of an element: its own, unless several elements share the place. */
  std::uint64_t counted_as(std::uint64_t position) const {
    return shares_ && present(position) ? *this->position(address(position), array_of(position) + 1) : position;
  }

  /** Whether all elements are present, or follow as conjugates of those present. */
  bool known() const { return known_; }
  /** Whether the elements are real numbers. */
  bool reals() const { return reals_; }
  /** Elements of an array in a file: of half a spectrum n/2 + 1 along its last dimension. */
  std::uint64_t stored_elements() const { return stored_elements_; }

  /** Elements of a batch that are present. */
  std::uint64_t present_elements(std::uint64_t batch) const {
    for (const Extent& extent : extents_) batch *= extent.range.count();
    return batch;
  }

  /** Elements of a buffer for a batch, from the place of its first element on. */
  std::uint64_t memory_elements(std::uint64_t batch) const {
    if (batch == 0) return 0;
    std::uint64_t last = (batch - 1) * distance_;
    for (const Extent& extent : extents_) last += (extent.first + extent.places - 1) * extent.stride;
    return planar_ ? (last + granule_) / granule_ * granule_ : last + 1;
  }

  /** Whether addresses are positions. */
  bool is_dense() const { return dense_; }

  /** Whether the element of a position is present. */
  bool present(std::uint64_t position) const {
    if (whole_) return true;
    std::uint64_t within = position % points_;
    std::uint64_t member = position / points_ % members_per_array_;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      std::uint64_t& rest = extent->transformed ? within : member;
      if (!extent->has(rest % extent->length)) return false;
      rest /= extent->length;
    }
    return true;
  }

  /**
   * The position of the real number that is packed into the imaginary part of a spectrum's element, if there is one.
   */
  std::optional<std::uint64_t> packed_in(std::uint64_t position) const {
    std::uint64_t rest = position % points_;
    std::uint64_t weight = 1;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      if (!extent->transformed) continue;
      if (extent->packed)
        return rest % extent->length == 0 ? std::optional(position + extent->length / 2 * weight) : std::nullopt;
      rest /= extent->length;
      weight *= extent->length;
    }
    return std::nullopt;
  }

  /** Whether any element of a member is present. */
  bool any_present(std::uint64_t member) const {
    std::uint64_t rest = member % members_per_array_;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      if (extent->transformed) continue;
      if (!extent->range.has(rest % extent->length)) return false;
      rest /= extent->length;
    }
    return true;
  }

  /** The position of the element at an address of a batch, in elements from the start; none for a gap. */
  std::optional<std::uint64_t> position(std::uint64_t address, std::uint64_t batch) const {
    if (is_dense()) return address;
    const std::optional<Place> place = place_of(address, batch);
    if (!place) return std::nullopt;
    std::uint64_t within = 0;
    std::uint64_t member = 0;
    for (std::size_t d = 0; d < extents_.size(); ++d) {
      const Extent& extent = extents_[d];
      std::uint64_t& index = extent.transformed ? within : member;
      index = index * extent.length + place->coordinates[d];
    }
    return (place->array * members_per_array_ + member) * points_ + within;
  }

  /** The address in a dense row-major array. */
  std::uint64_t dense_address(std::uint64_t position) const { return address_in(position, &Extent::length); }

  /** The address in a file, which has n/2 + 1 elements of half a spectrum. */
  std::uint64_t stored_address(std::uint64_t position) const { return address_in(position, &Extent::stored); }
  /** Whether a file has the element. */
  bool is_stored(std::uint64_t position) const {
    std::uint64_t within = position % points_;
    std::uint64_t member = position / points_ % members_per_array_;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      std::uint64_t& rest = extent->transformed ? within : member;
      if (rest % extent->length >= extent->stored) return false;
      rest /= extent->length;
    }
    return true;
  }

  /** The array of the batch that a position belongs to. */
  std::uint64_t array_of(std::uint64_t position) const { return position / points_ / members_per_array_; }

  /** Where the element of a position is. */
  Where where(std::uint64_t position) const {
    Where result;
    result.batch = array_of(position);
    std::uint64_t rest = dense_address(position) % array_elements_;
    for (std::size_t d = extents_.size(); d-- > 0;) {
      result.indices[d] = rest % extents_[d].length;
      rest /= extents_[d].length;
    }
    return result;
  }

  /** `(0, 17, 4) of batch member 2`; coordinates as stored. */
  std::string place(std::uint64_t position) const {
    std::uint64_t rest = dense_address(position) % array_elements_;
    std::string coordinates;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      coordinates = std::to_string(rest % extent->length) + (coordinates.empty() ? "" : ", ") + coordinates;
      rest /= extent->length;
    }
    return "(" + coordinates + ") of batch member " + std::to_string(array_of(position));
  }

  /** The place of an address, or that nothing belongs there. */
  std::string place_at(std::uint64_t address, std::uint64_t batch) const {
    const std::optional<std::uint64_t> found = position(address, batch);
    return found ? place(*found) : std::to_string(address) + ", where nothing is to be,";
  }

 private:
  struct Extent {
    std::uint64_t length;
    bool transformed;
    std::uint64_t stride;
    Range range;
    std::uint64_t stored;
    bool packed;
    std::uint64_t shift;
    std::uint64_t first;   // of the places where elements may be
    std::uint64_t places;  // from there on

    std::uint64_t place_of(std::uint64_t index) const { return (index + shift) % length; }
    std::uint64_t index_at(std::uint64_t place) const { return (place + length - shift) % length; }

    /** Whether the element is present, by itself or packed into another one. */
    bool has(std::uint64_t index) const { return range.has(packed && 2 * index == length ? 0 : index); }
  };
  struct Place {
    std::vector<std::uint64_t> coordinates;
    std::uint64_t array;
  };

  std::uint64_t address_in(std::uint64_t position, std::uint64_t Extent::*length) const {
    std::uint64_t within = position % points_;
    std::uint64_t member = position / points_ % members_per_array_;
    std::uint64_t address = 0;
    std::uint64_t weight = 1;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      std::uint64_t& rest = extent->transformed ? within : member;
      address += rest % extent->length * weight;
      rest /= extent->length;
      weight *= (*extent).*length;
    }
    return position / points_ / members_per_array_ * weight + address;
  }

  /** One of the strides: of a dimension with more than one element present, or from array to array. */
  struct Level {
    std::optional<std::size_t> dimension;
    std::uint64_t stride;
    std::uint64_t last;   // the last index, counted from the first present; for arrays the batch gives it
    std::uint64_t reach;  // how far the levels below reach, without arrays among them
    bool over_arrays;     // whether a level below is that of arrays
  };

  void add_levels() {
    for (std::size_t d = 0; d < extents_.size(); ++d) {
      const Extent& extent = extents_[d];
      const std::uint64_t last = extent.places - 1;
      if (last > 0) levels_.push_back({d, extent.stride, last, 0, false});
    }
    levels_.push_back({std::nullopt, distance_, 0, 0, false});
    // Among equal strides arrays come first.
    std::stable_sort(levels_.begin(), levels_.end(), [](const Level& a, const Level& b) {
      return a.stride != b.stride ? a.stride > b.stride : !a.dimension && b.dimension;
    });
    std::uint64_t reach = 0;
    bool over_arrays = false;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      level->reach = reach;
      level->over_arrays = over_arrays;
      reach += level->last * level->stride;
      over_arrays = over_arrays || !level->dimension;
    }
  }

  std::optional<Place> place_of(std::uint64_t address, std::uint64_t batch) const {
    if (address < base_) return std::nullopt;
    Place place{std::vector<std::uint64_t>(extents_.size()), 0};
    for (std::size_t d = 0; d < extents_.size(); ++d) place.coordinates[d] = extents_[d].index_at(extents_[d].first);
    return fills(0, address - base_, batch, place) ? std::optional<Place>(place) : std::nullopt;
  }

  /**
   * Whether the levels from this one on reach an address, and with which indices. The heaviest is divided by first;
   * where several elements share an address, the lowest indices of the heaviest level count, whatever the batch is.
   */
  bool fills(std::size_t from, std::uint64_t address, std::uint64_t batch, Place& place) const {
    if (from == levels_.size()) return address == 0;
    const Level& level = levels_[from];
    const std::uint64_t reach = level.reach + (level.over_arrays ? (batch - 1) * distance_ : 0);
    const std::uint64_t most = std::min(address / level.stride, level.dimension ? level.last : batch - 1);
    std::uint64_t index = address <= reach ? 0 : (address - reach + level.stride - 1) / level.stride;
    for (; index <= most; ++index) {
      if (level.dimension) {
        const Extent& extent = extents_[*level.dimension];
        place.coordinates[*level.dimension] = extent.index_at(extent.first + index);
        if (!extent.range.has(place.coordinates[*level.dimension])) continue;
      } else {
        place.array = index;
      }
      if (fills(from + 1, address - index * level.stride, batch, place)) return true;
    }
    return false;
  }

  /** The address in elements from the start of a batch. */
  std::uint64_t address(std::uint64_t position) const {
    std::uint64_t within = position % points_;
    std::uint64_t member = position / points_ % members_per_array_;
    std::uint64_t address = array_of(position) * distance_;
    for (auto extent = extents_.rbegin(); extent != extents_.rend(); ++extent) {
      std::uint64_t& rest = extent->transformed ? within : member;
      address += extent->place_of(rest % extent->length) * extent->stride;
      rest /= extent->length;
    }
    return address;
  }

  std::vector<Extent> extents_;  // slowest first
  std::vector<Level> levels_;  // heaviest first
  std::uint64_t array_elements_;
  bool planar_;
  bool reals_;
  std::uint64_t stored_elements_ = 1;
  std::uint64_t distance_ = 0;
  std::uint64_t points_ = 1;
  std::uint64_t members_per_array_ = 1;
  std::uint64_t granule_ = 1;
  std::uint64_t base_ = 0;  // address of the first element present
  bool dense_ = true;
  bool shares_ = false;
  bool whole_ = true;
  bool known_ = true;
};

/** The imaginary parts of a batch, which follow the real parts in a buffer that has both. */
template <class C, class Real>
Real* second_plane(const Subject<C>& subject, const Array& array, Real* first, std::size_t batch) {
  return first == nullptr ? nullptr : first + Layout(subject, array).memory_elements(batch);
}

}  // namespace fftgen::verify
