// What is verified: one generated transform, described well enough to be judged without knowing how it is computed.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace fftgen::verify {

/** forward: exp(-2 pi i j k / n); inverse: exp(+2 pi i j k / n), unnormalised. */
enum class Direction { forward, inverse };

/**
 * Where the output of index k = k1 + r1 k2 + r1 r2 k3 + ... (radices r1, r2, ... in the order in which they are
 * transformed) is stored along its dimension. natural: at k. digit_reversed: at k1 n/r1 + k2 n/(r1 r2) + ... + kk.
 */
enum class Order { natural, digit_reversed };

struct Dimension {
  std::uint64_t length;
  std::vector<unsigned> radices;  // in the order in which they are transformed; may be empty when the order is natural
};

/** A kernel whose clusters stay on the GPU and take one tile after the other. */
struct Persistent {
  std::size_t tiles;  // of one transform
  unsigned cluster;   // blocks
  unsigned blocks_per_multiprocessor;
};

/** A transform of dense row-major arrays of C (float2 or double2), batch outermost. */
template <class C>
struct Subject {
  const char* name = "";
  std::vector<Dimension> dimensions;  // slowest first
  Direction direction = Direction::forward;
  Order order = Order::natural;
  double scale = 1.0;     // every output is multiplied by it
  bool in_place = false;  // whether execute may be called with in == out

  double l2_bound = 0;          // largest allowed ||error||_2 / ||reference||_2
  double max_bound = 0;         // largest allowed max |error| / rms |reference|
  const char* bound_text = "";  // where the first bound comes from, for people

  std::size_t batch_tile = 1;  // transforms to a block: batches around it leave a block partially filled
  std::vector<Persistent> persistent;

  std::size_t (*workspace_bytes)(std::size_t batch) = nullptr;
  cudaError_t (*execute)(const C* in, C* out, void* workspace, std::size_t batch, cudaStream_t stream) = nullptr;
};

/** What the element types differ in. */
template <class C>
struct Element;

template <>
struct Element<float2> {
  using Real = float;
  static constexpr const char* precision = "f32";
  static constexpr int mantissa_bits = 24;
  static constexpr double roundoff = 0x1p-24;
};

template <>
struct Element<double2> {
  using Real = double;
  static constexpr const char* precision = "f64";
  static constexpr int mantissa_bits = 53;
  static constexpr double roundoff = 0x1p-53;
};

/** Complex elements of one transform of the batch. */
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

/** `256x256x256`, slowest dimension first. */
template <class C>
std::string size_text(const Subject<C>& subject) {
  std::string text;
  for (const Dimension& dimension : subject.dimensions) {
    text += (text.empty() ? "" : "x") + std::to_string(dimension.length);
  }
  return text;
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
  for (const Dimension& dimension : subject.dimensions) {
    require(dimension.length >= 1 && dimension.length < (std::uint64_t{1} << 32), "a length must lie in 1 .. 2^32 - 1");
    std::uint64_t product = 1;
    for (const unsigned radix : dimension.radices) product *= radix;
    const bool not_needed = dimension.radices.empty() && subject.order == Order::natural;
    require(product == dimension.length || not_needed, "the radices of a dimension must multiply to its length");
  }
}

}  // namespace fftgen::verify
