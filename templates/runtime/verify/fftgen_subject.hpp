// What is verified: one generated transform, described well enough to be judged without knowing how it is computed.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "fftgen_element.hpp"
#include "fftgen_walsh_matrix.hpp"

namespace fftgen::verify {

/**
 * Of Fourier transforms forward: exp(-2 pi i j k / n); inverse: exp(+2 pi i j k / n), unnormalised. Of Walsh-Hadamard transforms
 * inverse: by the transposed matrix, unnormalised.
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

struct Dimension {
  std::uint64_t length;
  std::vector<unsigned> radices = {};  // in the order in which they are transformed; needed where digits are reversed
  bool transformed = true;             // of a Walsh-Hadamard transform; along others arrays are batches of their own
};

/** A kernel whose clusters stay on the GPU and take one tile after the other. */
struct Persistent {
  std::size_t tiles;  // of one transform
  unsigned cluster;   // blocks
  unsigned blocks_per_multiprocessor;
};

/**
 * A transform of row-major arrays of C, batch outermost: a discrete Fourier transform where C is complex (float2,
 * double2, and with fftgen_half.hpp __half2, __nv_bfloat162), a Walsh-Hadamard transform where it is real (float,
 * double, and with fftgen_half.hpp __half, __nv_bfloat16).
 */
template <class C>
struct Subject {
  const char* name = "";
  std::vector<Dimension> dimensions;  // slowest first
  Direction direction = Direction::forward;
  Hadamard hadamard = Hadamard::standard;
  Order order = Order::natural;
  double scale = 1.0;             // every output is multiplied by it
  bool in_place = false;          // whether execute may be called with in == out
  std::uint64_t distance = 0;     // elements from one array of the batch to the next; 0: as many as an array has
  unsigned alignment = sizeof(C);  // pointers are to be multiples of so many bytes
  std::size_t largest_batch = 0;   // execute refuses larger ones; 0: it is not said which

  double l2_bound = 0;          // largest allowed ||error||_2 / ||reference||_2
  double max_bound = 0;         // largest allowed max |error| / rms |reference|
  const char* bound_text = "";  // where the first bound comes from, for people

  std::size_t batch_tile = 1;  // transforms to a block: batches around it leave a block partially filled
  std::vector<Persistent> persistent;

  std::size_t (*workspace_bytes)(std::size_t batch) = nullptr;
  cudaError_t (*execute)(const C* in, C* out, void* workspace, std::size_t batch, cudaStream_t stream) = nullptr;
};

template <class C>
inline constexpr bool is_walsh = std::is_same_v<Family<C>, Walsh>;

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
  const std::string kind = !is_walsh<C> ? direction : is_inverse(subject) ? "inverse Walsh-Hadamard" : "Walsh-Hadamard";
  return kind + ", " + orders[static_cast<int>(subject.order)] + " order";
}

/** Throws std::invalid_argument when the description contradicts itself. */
template <class C>
void require_valid(const Subject<C>& subject) {
  const auto require = [&](bool condition, const char* what) {
    if (!condition)
      throw std::invalid_argument(std::string("the description of ") + subject.name + " is wrong: " + what);
  };
  require(subject.execute != nullptr && subject.workspace_bytes != nullptr, "execute and workspace_bytes must be set");
  require(!subject.dimensions.empty() && subject.dimensions.size() <= 8, "a transform has 1 to 8 dimensions");
  require(std::isfinite(subject.scale) && subject.scale != 0, "scale must be finite and not zero");
  require(subject.l2_bound > 0 && subject.max_bound > 0, "the error bounds must be positive");
  require(subject.batch_tile >= 1, "batch_tile must be at least 1");
  for (const Persistent& kernel : subject.persistent) {
    require(kernel.tiles >= 1 && kernel.cluster >= 1 && kernel.blocks_per_multiprocessor >= 1,
            "a persistent kernel has at least one tile, and one block in a cluster and on a multiprocessor");
  }
  require(subject.distance == 0 || subject.distance >= point_count(subject), "arrays of a batch may not overlap");
  require(subject.alignment >= sizeof(typename Element<C>::Real), "the alignment must be that of a number at least");
  const bool walsh_order = subject.order == Order::dyadic || subject.order == Order::sequency;
  require(subject.order == Order::natural || is_walsh<C> == walsh_order, "this order is one of the other transform");
  bool any_transformed = false;
  for (const Dimension& dimension : subject.dimensions) {
    require(dimension.length >= 1 && (is_walsh<C> || dimension.length < (std::uint64_t{1} << 32)),
            "a length must lie in 1 .. 2^32 - 1");
    any_transformed = any_transformed || dimension.transformed;
    if constexpr (is_walsh<C>) {
      if (!dimension.transformed) continue;
      const unsigned base = base_order(dimension.length, subject.hadamard);
      require(base != 0, "the length of a transformed dimension must be the order of a matrix of its choice times a power of two");
      require(base == 1 || subject.order == Order::natural, "orders other than natural are of powers of two only");
    } else {
      require(dimension.transformed, "Fourier transforms are along all dimensions");
      std::uint64_t product = 1;
      for (const unsigned radix : dimension.radices) product *= radix;
      const bool not_needed = dimension.radices.empty() && subject.order == Order::natural;
      require(product == dimension.length || not_needed, "the radices of a dimension must multiply to its length");
    }
  }
  require(any_transformed, "at least one dimension is transformed");
}

}  // namespace fftgen::verify
