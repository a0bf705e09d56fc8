// The matrix of a Walsh-Hadamard transform, by its definition. Along a dimension of length m 2^b it is H_m (x) H_2^b: indices
// are j = 2^b high + low, and the entry (k, j) is H_m[high of k][high of j] times -1 to the number of ones in low of k AND
// low of j; an inverse transform has H_m[high of j][high of k]. The matrices H_m are Paley's of either kind ("On orthogonal
// matrices", 1933), Williamson's ("Hadamard's determinant theorem and the sum of four squares", 1944), or those doubled.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <initializer_list>

namespace fftgen::verify {

/**
 * The origin of the matrices H_m: dao: those of fast-hadamard-transform; dao_20: its H_20, also where 40 divides the
 * length.
 */
enum class Hadamard { standard, dao, dao_20 };

/** The construction of a matrix: see BaseMatrix::plain. */
enum class Construction { one, paley_one, paley_two, williamson };

/** H_m, small enough to be an argument of a kernel. */
struct BaseMatrix {
  unsigned order = 1;
  Construction construction = Construction::one;
  unsigned size = 1;            // of the field, or of a circulant matrix
  unsigned prime = 1;           // the field is that of the prime, or of its square
  bool first_row_negative = false;  // of paley_one, outside the diagonal; the first column has the opposite sign
  bool doubled = false;         // [M M; M -M] of the matrix M that is described
  bool normalised = false;      // rows, then columns are negated so that the first column and row are all +1
  bool transposed = false;
  std::uint64_t minus[4] = {};  // bits: elements that are no squares; where the first rows of four circulants have -1

  /** Whether an entry is -1. */
  __host__ __device__ bool negative(std::uint64_t row, std::uint64_t column) const {
    const unsigned i = static_cast<unsigned>(transposed ? column : row);
    const unsigned j = static_cast<unsigned>(transposed ? row : column);
    return plain(i, j) != (normalised && plain(i, 0) != plain(0, j));
  }

 private:
  __host__ __device__ bool bit(unsigned index) const { return (minus[index / 64] >> index % 64 & 1) != 0; }

  /** The element x - y of the field: a + b t is number a + prime b. */
  __host__ __device__ unsigned difference(unsigned x, unsigned y) const {
    return (x % prime + prime - y % prime) % prime + (x / prime + prime - y / prime) % prime * prime;
  }

  __host__ __device__ bool plain(unsigned i, unsigned j) const {
    if (!doubled) return block(i, j);
    const unsigned half = order / 2;
    return (i >= half && j >= half) != block(i % half, j % half);
  }

  __host__ __device__ bool block(unsigned i, unsigned j) const {
    switch (construction) {
      case Construction::one:
        return false;
      case Construction::paley_one:
        // The identity and, outside the diagonal, whether i - j is a square.
        if (i == j) return false;
        if (i == 0) return first_row_negative;
        return j == 0 ? !first_row_negative : bit(difference(i - 1, j - 1));
      case Construction::paley_two: {
        // An entry c becomes c [1 1; 1 -1], entries of the diagonal [1 -1; -1 -1].
        const unsigned p = i / 2, q = j / 2;
        const bool corner = i % 2 == 1 && j % 2 == 1;
        if (p == q) return i % 2 == 1 || j % 2 == 1;
        return corner != (p > 0 && q > 0 && bit(difference(p - 1, q - 1)));
      }
      case Construction::williamson: {
        // [A B C D; -B A -D C; -C D A -B; -D -C B A].
        const unsigned signs[4] = {0x0, 0x5, 0x9, 0x3};
        const unsigned p = i / size, q = j / size;
        const unsigned along = (j % size + size - i % size) % size;
        return ((signs[p] >> q & 1) != 0) != ((minus[p ^ q] >> along & 1) != 0);
      }
    }
    return false;
  }
};

namespace detail {

/** m of a length m 2^b, out of the given orders; 0 where none of them fits. */
inline unsigned base_order_among(std::uint64_t length, std::initializer_list<unsigned> orders) {
  for (const unsigned base : orders) {
    const std::uint64_t rest = length / base;
    if (rest > 0 && length % base == 0 && (rest & (rest - 1)) == 0) return base;
  }
  return 0;
}

/** A field of p^2 elements has elements a + b t with t t = 2. */
inline BaseMatrix paley(Construction construction, unsigned prime, unsigned degree) {
  BaseMatrix result;
  result.construction = construction;
  result.prime = prime;
  result.size = degree == 1 ? prime : prime * prime;
  result.order = construction == Construction::paley_one ? result.size + 1 : 2 * (result.size + 1);
  bool square[256] = {};
  for (unsigned x = 1; x < result.size; ++x) {
    const unsigned a = x % prime, b = x / prime;
    square[(a * a + 2 * b * b) % prime + 2 * a * b % prime * prime] = true;
  }
  for (unsigned x = 1; x < result.size; ++x) {
    if (!square[x]) result.minus[x / 64] |= std::uint64_t{1} << x % 64;
  }
  return result;
}

inline BaseMatrix williamson(std::initializer_list<const char*> first_rows) {
  BaseMatrix result;
  result.construction = Construction::williamson;
  unsigned which = 0;
  for (const char* row : first_rows) {
    unsigned length = 0;
    for (; row[length] != 0; ++length) {
      if (row[length] == '-') result.minus[which] |= std::uint64_t{1} << length;
    }
    result.size = length;
    ++which;
  }
  result.order = 4 * result.size;
  return result;
}

inline BaseMatrix standard_matrix(unsigned order) {
  switch (order) {
    case 12:
    case 20:
    case 140:
      return paley(Construction::paley_one, order - 1, 1);
    case 52:
      return paley(Construction::paley_two, 5, 2);
    case 156:
      return williamson({"+---+---+-++-++----++----++-++-+---+---", "+-++------++--+-+-++++-+-+--++------++-",
                         "+---+--++++----+-+-++-+-+----++++--+---", "++--+++-+--++-+----------+-++--+-+++--+"});
    case 172:
      return williamson({"+---++--++++-+-+++-++--++-+++-+-++++--++---",
                         "++---++++-+--+--++--------++--+--+-++++---+",
                         "+++-+-++--+-+-++++-+----+-++++-+-+--++-+-++",
                         "++-++++++----+-+--++-++-++--+-+----++++++-+"});
    default:
      return paley(Construction::paley_two, order / 2 - 1, 1);
  }
}

inline BaseMatrix dao_matrix(unsigned order) {
  if (order == 12) return paley(Construction::paley_two, 5, 1);
  if (order == 20) return williamson({"+----", "+----", "++--+", "+-++-"});
  if (order == 28) return williamson({"+------", "++----+", "+-+--+-", "+--++--"});
  BaseMatrix result = paley(Construction::paley_one, 19, 1);
  result.first_row_negative = true;
  result.doubled = true;
  result.order = 40;
  return result;
}

}  // namespace detail

/** m of a length m 2^b; 0 where the length is none. */
inline unsigned base_order(std::uint64_t length, Hadamard hadamard) {
  switch (hadamard) {
    case Hadamard::dao:
      return detail::base_order_among(length, {1, 12, 28, 40, 20});
    case Hadamard::dao_20:
      return detail::base_order_among(length, {1, 20});
    default:
      return detail::base_order_among(length, {1, 12, 20, 28, 36, 52, 60, 108, 140, 156, 172});
  }
}

inline BaseMatrix base_matrix(unsigned order, Hadamard hadamard, bool transposed) {
  if (order == 1) return {};
  BaseMatrix result = hadamard == Hadamard::standard ? detail::standard_matrix(order) : detail::dao_matrix(order);
  result.normalised = hadamard == Hadamard::standard;
  result.transposed = transposed;
  return result;
}

/** Whether the number of ones is odd. */
__host__ __device__ inline bool odd_ones(std::uint64_t value) {
  for (int shift = 32; shift > 0; shift /= 2) value ^= value >> shift;
  return (value & 1) != 0;
}

/** The lowest `bits` bits in the opposite order. */
__host__ __device__ inline std::uint64_t reversed_bits(std::uint64_t value, unsigned bits) {
  std::uint64_t result = 0;
  for (unsigned bit = 0; bit < bits; ++bit) result |= (value >> bit & 1) << (bits - 1 - bit);
  return result;
}

}  // namespace fftgen::verify
