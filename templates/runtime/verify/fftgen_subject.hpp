// What is verified: one generated transform, described well enough to be judged without knowing how it is computed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fftgen_element.hpp"
#include "fftgen_operands.hpp"
#include "fftgen_quantity.hpp"
#include "fftgen_stored.hpp"
#include "fftgen_walsh_matrix.hpp"

namespace fftgen::verify {

/**
 * forward: exp(-2 pi i j k / n) for Fourier transforms; inverse: exp(+2 pi i j k / n), unnormalised. An inverse
 * Walsh-Hadamard transform has the transposed matrix, unnormalised.
 */
enum class Direction { forward, inverse };

/**
 * Where the output of index k is stored along its dimension.
 * natural: at k.
 * Fourier transforms only: digit_reversed: that of k = k1 + r1 k2 + r1 r2 k3 + ... (radices r1, r2, ... in the order in
 * which they are transformed) at k1 n/r1 + k2 n/(r1 r2) + ... + kk.
 * Walsh-Hadamard transforms only: dyadic: at k with its bits reversed; sequency: at the number of the sign changes of
 * row k.
 */
enum class Order { natural, digit_reversed, dyadic, sequency };

/**
 * The transform of arrays of real numbers along a dimension: by exponentials, or by cosines or sines, unnormalised,
 * as FFTW's manual defines them ("What FFTW Really Computes"): dct_1 is REDFT00, dct_2 REDFT10, dct_3 REDFT01, dct_4
 * REDFT11.
 */
enum class Kind { exponential, dct_1, dct_2, dct_3, dct_4, dst_1, dst_2, dst_3, dst_4 };

struct Dimension {
  std::uint64_t length;
  std::vector<unsigned> radices = {};  // in the order in which they are transformed; needed where digits are reversed
  bool transformed = true;             // arrays along other dimensions are batches of their own
};

/** The elements `from` .. `below - 1` of a dimension, without those of a gap in the middle. */
struct Range {
  std::uint64_t from;
  std::uint64_t below;
  std::uint64_t gap_from = 0;
  std::uint64_t gap_below = 0;

  bool in_gap(std::uint64_t index) const { return index >= gap_from && index < gap_below; }
  bool has(std::uint64_t index) const { return index >= from && index < below && !in_gap(index); }
  std::uint64_t count() const { return below - from - (gap_below - gap_from); }
};

/**
 * The content of the memory for the complex numbers of a transform.
 * reals: their real parts; imaginary ones are 0.
 * half: of n frequencies along the last transformed dimension the first n/2 + 1, as the range says; the others are
 * the conjugates of these. In an input, imaginary parts of frequencies that are their own conjugates are ignored.
 */
enum class Content { complex, reals, half };

/**
 * Where the elements of one side lie in memory. Absent elements of the input read as zero; absent elements of the
 * output are not written.
 */
struct Array {
  std::vector<std::uint64_t> strides = {};  // elements from one to the next, slowest dimension first; empty: dense
  std::uint64_t distance = 0;  // elements from one array of the batch to the next; 0: one right after the other
  std::vector<Range> ranges = {};  // the range of each dimension that is present, slowest first; empty: all
  bool planar = false;  // real and imaginary parts in separate arrays of equal strides: here one behind the other
  Content content = Content::complex;
  bool packed = false;  // half a spectrum in n/2 elements: the real number n/2 in the imaginary part of number 0
  unsigned alignment = 0;  // in bytes, of its pointers; 0: that of an element, or of a part
  std::vector<std::uint64_t> shifts = {};  // of n elements index i is at place (i + shift) mod n, slowest first; empty: at i
  Stored stored = Stored::as_tested;  // what it holds numbers in
  bool single = false;  // one real number for each complex element, which is what becomes of that
};

/**
 * Lengths are below this, and the periods of their cosines, eight times as long, below 2^42, the limit of
 * product_modulo.
 */
inline constexpr std::uint64_t length_limit = std::uint64_t{1} << 39;

/** A kernel whose clusters stay on the GPU and take one tile after the other. */
struct Persistent {
  std::size_t tiles;  // tiles per transform
  unsigned cluster;   // blocks per cluster
  unsigned blocks_per_multiprocessor;
};

/** The same elements with other strides and another distance. */
inline Array moved(Array array, std::vector<std::uint64_t> strides, std::uint64_t distance) {
  array.strides = std::move(strides);
  array.distance = distance;
  return array;
}

/**
 * A transform of arrays of C: a discrete Fourier transform where C is complex (float2,
 * double2, __half2, __nv_bfloat162), a Walsh-Hadamard transform where it is real (float, double, __half, __nv_bfloat16).
 */
template <class C>
struct Subject {
  const char* name = "";
  std::vector<Dimension> dimensions;  // slowest first
  Direction direction = Direction::forward;
  Hadamard hadamard = Hadamard::standard;
  Order order = Order::natural;
  std::vector<Kind> kinds;   // cosine and sine transforms: one for each dimension, slowest first; empty: exponentials
  bool orthonormal = false;  // cosines and sines divided so that rows of the matrix have length 1
  double scale = 1.0;             // every output is multiplied by it
  bool in_place = false;          // whether execute may be called with in == out
  Array input;
  Array output;
  Stored between = Stored::as_tested;  // what numbers are held in between kernels
  Quantity (*load)(Quantity, const Where&) = nullptr;   // what is transformed of an element of the input; null: that
  Quantity (*store)(Quantity, const Where&) = nullptr;  // what the output holds of a result
  std::vector<Operand> operands;  // what calls give to expressions
  bool depends_on_member = false;  // an expression asks which transform of a batch an element belongs to
  unsigned workspace_alignment = sizeof(C);  // in bytes, of the pointer to the workspace
  std::size_t largest_batch = 0;   // execute refuses larger ones; 0: unknown

  double l2_bound = 0;          // largest allowed ||error||_2 / ||reference||_2
  double max_bound = 0;         // largest allowed max |error| / rms |reference|
  double store_roundoff = 0;    // of what an expression makes of a result, relative
  const char* bound_text = "";  // the origin of the first bound, for people

  std::size_t batch_tile = 1;  // transforms to a block: batches around it leave a block partially filled
  std::vector<Persistent> persistent;
  // The largest batches of plans that others go on from: {31, 255} are three plans, the last for 256 arrays and more.
  std::vector<std::size_t> range_ends;

  std::size_t (*workspace_bytes)(std::size_t batch) = nullptr;
  cudaError_t (*execute)(const C* in, C* out, void* workspace, std::size_t batch, cudaStream_t stream) = nullptr;
  // Replaces execute where the transform needs more arguments: planes, or the strides of the subject.
  cudaError_t (*execute_as)(const Subject& subject, const C* in, C* out, void* workspace, std::size_t batch,
                            cudaStream_t stream) = nullptr;

  std::vector<Array> elsewhere = {};  // other strides to test, where callers supply strides; else none
};

template <class C>
cudaError_t launch(const Subject<C>& subject, const C* in, C* out, void* workspace, std::size_t batch,
                   cudaStream_t stream) {
  return subject.execute_as == nullptr ? subject.execute(in, out, workspace, batch, stream)
                                       : subject.execute_as(subject, in, out, workspace, batch, stream);
}

template <class C>
inline constexpr bool is_walsh = std::is_same_v<Family<C>, Walsh>;

/** Bytes of one number of the array. */
template <class C>
std::size_t number_bytes(const Array& array) {
  return array.stored == Stored::as_tested ? sizeof(typename Element<C>::Real) : bytes_of(array.stored);
}

/** Bytes of one element of the array. */
template <class C>
std::size_t element_bytes(const Array& array) {
  const bool is_one = array.content == Content::reals || array.single;
  return (is_one ? 1 : static_cast<std::size_t>(parts<C>)) * number_bytes<C>(array);
}

/** Whether the arrays hold what is computed with. */
template <class C>
bool is_plainly_stored(const Subject<C>& subject) {
  return subject.load == nullptr && subject.store == nullptr && subject.input.stored == Stored::as_tested && subject.output.stored == Stored::as_tested;
}

/** What is transformed of an element of the input. */
template <class C>
C loaded(const Subject<C>& subject, C value, const Where& where) {
  using R = typename Element<C>::Real;
  R* const numbers = reinterpret_cast<R*>(&value);
  const bool is_real = parts<C> == 1 || subject.input.content == Content::reals;
  const Quantity given = subject.load({Number<R>::widen(numbers[0]), is_real ? 0 : Number<R>::widen(numbers[parts<C> - 1])}, where);
  if (!is_real) numbers[parts<C> - 1] = Number<R>::narrow(static_cast<double>(given.im));
  numbers[0] = Number<R>::narrow(static_cast<double>(given.re));
  return value;
}

/** The element that an array holds for another one. */
template <class C>
C as_held(const Array& array, C value) {
  if (array.stored == Stored::as_tested) return value;
  using R = typename Element<C>::Real;
  R* const numbers = reinterpret_cast<R*>(&value);
  for (int part = 0; part < parts<C>; ++part)
    numbers[part] = Number<R>::narrow(as_held(array.stored, Number<R>::widen(numbers[part])));
  return value;
}

/** The alignment in bytes of pointers to an array, or to its planes. */
template <class C>
std::size_t alignment_of(const Array& array) {
  if (array.alignment != 0) return array.alignment;
  return array.planar ? number_bytes<C>(array) : element_bytes<C>(array);
}

/** The kind of the transform along a dimension. */
template <class C>
Kind kind_of(const Subject<C>& subject, const Dimension& dimension) {
  const auto place = static_cast<std::size_t>(&dimension - subject.dimensions.data());
  return subject.kinds.empty() ? Kind::exponential : subject.kinds[place];
}

/** Whether the transform is one by cosines and sines. */
template <class C>
bool is_trigonometric(const Subject<C>& subject) {
  return !subject.kinds.empty();
}

/** Whether one side is real. */
template <class C>
bool is_real(const Subject<C>& subject) {
  return subject.input.content != Content::complex || subject.output.content != Content::complex;
}

/** Elements of one array of the batch. */
template <class C>
std::uint64_t point_count(const Subject<C>& subject) {
  std::uint64_t points = 1;
  for (const Dimension& dimension : subject.dimensions) points *= dimension.length;
  return points;
}

/** -1 for forward, +1 for inverse: the sign in the exponent. */
template <class C>
int exponent_sign(const Subject<C>& subject) {
  return subject.direction == Direction::forward ? -1 : 1;
}

template <class C>
bool is_inverse(const Subject<C>& subject) {
  return subject.direction == Direction::inverse;
}

/** `256x256x256`, slowest dimension first. */
template <class C>
std::string size_text(const Subject<C>& subject) {
  std::string text;
  for (const Dimension& dimension : subject.dimensions) {
    text += (text.empty() ? "" : "x") + std::to_string(dimension.length);
  }
  return text;
}

/** `Walsh-Hadamard, natural order`. */
template <class C>
std::string kind_text(const Subject<C>& subject) {
  const char* const orders[] = {"natural", "digit-reversed", "dyadic", "sequency"};
  const char* const direction = is_inverse(subject) ? "inverse" : "forward";
  if (is_trigonometric(subject)) {
    const char* const names[] = {"", "DCT-I", "DCT-II", "DCT-III", "DCT-IV", "DST-I", "DST-II", "DST-III", "DST-IV"};
    std::string text;
    for (std::size_t d = 0; d < subject.kinds.size(); ++d) {
      if (!subject.dimensions[d].transformed) continue;
      const std::string name = names[static_cast<int>(subject.kinds[d])];
      if (text.find(name) == std::string::npos || text.size() != name.size()) text += (text.empty() ? "" : " by ") + name;
    }
    return text + (subject.orthonormal ? ", orthonormal" : "");
  }
  if (is_real(subject)) return is_inverse(subject) ? "complex to real" : "real to complex";
  const std::string kind = !is_walsh<C> ? direction : is_inverse(subject) ? "inverse Walsh-Hadamard" : "Walsh-Hadamard";
  return kind + ", " + orders[static_cast<int>(subject.order)] + " order";
}

/** Elements from one array of the batch to the next. */
template <class C>
std::uint64_t distance_of(const Subject<C>& subject, const Array& array) {
  if (array.distance != 0) return array.distance;
  std::uint64_t end = array.strides.empty() ? point_count(subject) : 1;
  for (std::size_t d = 0; d < array.strides.size(); ++d)
    end = std::max(end, array.strides[d] * subject.dimensions[d].length);
  return end;
}

/** How far the elements of a dimension are shifted. */
inline std::uint64_t shift_of(const Array& array, std::size_t dimension) {
  return array.shifts.empty() ? 0 : array.shifts[dimension];
}

/** Stride and number of elements of each dimension with more than one element present, the shortest stride first. */
template <class C>
std::vector<std::pair<std::uint64_t, std::uint64_t>> levels_of(const Subject<C>& subject, const Array& array) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> levels;
  std::uint64_t dense = point_count(subject);
  for (std::size_t d = 0; d < subject.dimensions.size(); ++d) {
    dense /= subject.dimensions[d].length;
    const bool all = array.ranges.empty() || shift_of(array, d) > 0;
    const std::uint64_t count = all ? subject.dimensions[d].length : array.ranges[d].below - array.ranges[d].from;
    if (count > 1) levels.emplace_back(array.strides.empty() ? dense : array.strides[d], count);
  }
  std::sort(levels.begin(), levels.end());
  return levels;
}

/**
 * How many arrays, at their distance, fit without overlap if they are interleaved: mostly any number, 0 if not even
 * one does.
 */
template <class C>
std::uint64_t members_within(const Subject<C>& subject, const Array& array) {
  const std::uint64_t distance = distance_of(subject, array);
  std::uint64_t members = ~std::uint64_t{0};
  std::uint64_t reach = 1;
  for (const auto& [stride, length] : levels_of(subject, array)) {
    if (stride < reach) return 0;
    // Rows of 3 that begin 100 apart, arrays 4: the last of 25 arrays ends at 98.
    if (stride >= distance) members = std::min(members, 1 + (stride - reach) / distance);
    reach += stride * (length - 1);
    if (stride < distance && reach > distance) members = 1;
  }
  return members;
}

/**
 * Whether several elements are read from one place: rows or arrays begin before others end, as with windows of a
 * signal.
 */
template <class C>
bool shares_places(const Subject<C>& subject, const Array& array) {
  return members_within(subject, array) <= 1;
}

/**
 * The most arrays that do not overlap at their distance, on either side; an input that overlaps by itself sets no
 * limit.
 */
template <class C>
std::uint64_t most_members(const Subject<C>& subject) {
  const std::uint64_t written = members_within(subject, subject.output);
  return shares_places(subject, subject.input) ? written : std::min(members_within(subject, subject.input), written);
}

/** Throws std::invalid_argument when the description contradicts itself. */
template <class C>
void require_valid(const Subject<C>& subject) {
  const auto require = [&](bool condition, const char* what) {
    if (!condition)
      throw std::invalid_argument(std::string("the description of ") + subject.name + " is wrong: " + what);
  };
  require((subject.execute != nullptr || subject.execute_as != nullptr) && subject.workspace_bytes != nullptr,
          "execute and workspace_bytes must be set");
  require(!subject.dimensions.empty() && subject.dimensions.size() <= 8, "a transform has 1 to 8 dimensions");
  require(std::isfinite(subject.scale) && subject.scale != 0, "scale must be finite and not zero");
  require(subject.l2_bound > 0 && subject.max_bound > 0, "the error bounds must be positive");
  require(subject.batch_tile >= 1, "batch_tile must be at least 1");
  for (const Persistent& kernel : subject.persistent) {
    require(kernel.tiles >= 1 && kernel.cluster >= 1 && kernel.blocks_per_multiprocessor >= 1,
            "a persistent kernel has at least one tile, and one block in a cluster and on a multiprocessor");
  }
  for (const Array* const array : {&subject.input, &subject.output}) {
    const std::size_t rank = subject.dimensions.size();
    require(array->strides.empty() || array->strides.size() == rank, "each dimension has a stride");
    require(array->ranges.empty() || array->ranges.size() == rank, "each dimension has a range");
    require(array->shifts.empty() || array->shifts.size() == rank, "each dimension has a shift");
    for (std::size_t d = 0; d < array->ranges.size(); ++d) {
      const Range& range = array->ranges[d];
      require(range.from < range.below && range.below <= subject.dimensions[d].length, "a range lies in its dimension");
      require(range.gap_from == range.gap_below || (range.from < range.gap_from && range.gap_from < range.gap_below &&
                                                    range.gap_below < range.below),
              "a gap lies in the middle of its range");
    }
    const bool plain = array->content == Content::complex;
    require(plain || (!is_walsh<C> && subject.order == Order::natural && !array->strides.empty()),
            "a side of a real transform is natural order, with strides");
    require(array->content != Content::half || !array->ranges.empty(), "half a spectrum is a range of it");
    require(!array->packed || array->content == Content::half, "only half a spectrum is packed");
    require(!array->planar || (!is_walsh<C> && array->content != Content::reals), "real numbers have one part only");
    require(array == &subject.input || members_within(subject, *array) > 0, "no two elements may be written to one place");
  }
  require(!subject.in_place || !shares_places(subject, subject.input) || members_within(subject, subject.output) == 1,
          "in place no two elements may lie at one place");
  for (const Array* const array : {&subject.input, &subject.output})
    require(alignment_of<C>(*array) >= number_bytes<C>(*array), "the alignment must be that of a number at least");
  require(!subject.in_place || subject.input.stored == subject.output.stored, "in place both sides hold the same type");
  const bool walsh_order = subject.order == Order::dyadic || subject.order == Order::sequency;
  require(subject.order == Order::natural || is_walsh<C> == walsh_order, "this order is one of the other transform");
  const bool real_sides = subject.input.content == Content::reals && subject.output.content == Content::reals;
  require(subject.kinds.empty() || (subject.kinds.size() == subject.dimensions.size() && real_sides && !is_walsh<C>),
          "cosines and sines are of each dimension, between real numbers");
  bool any_transformed = false;
  for (const Dimension& dimension : subject.dimensions) {
    require(dimension.length >= 1 && (is_walsh<C> || dimension.length < length_limit),
            "a length must lie in 1 .. 2^39 - 1");
    if (!dimension.transformed) continue;
    any_transformed = true;
    if constexpr (is_walsh<C>) {
      const unsigned base = base_order(dimension.length, subject.hadamard);
      require(base != 0, "the length of a transformed dimension must be the order of a matrix of its choice times a power of two");
      require(base == 1 || subject.order == Order::natural, "orders other than natural are of powers of two only");
    } else {
      std::uint64_t product = 1;
      for (const unsigned radix : dimension.radices) product *= radix;
      const bool not_needed = dimension.radices.empty() && subject.order == Order::natural;
      require(product == dimension.length || not_needed, "the radices of a dimension must multiply to its length");
    }
  }
  require(any_transformed, "at least one dimension is transformed");
}

}  // namespace fftgen::verify
