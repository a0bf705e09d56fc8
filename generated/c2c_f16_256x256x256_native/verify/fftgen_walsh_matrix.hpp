// The matrix of a Walsh-Hadamard transform, by its definition. Along a dimension of length m 2^b it is H_m (x) H_2^b: m
// is 1, 12, 20 or 28, indices are j = 2^b high + low, and the entry (k, j) is H_m[high of k][high of j] times -1 to the
// number of ones in low of k AND low of j. H_12 and H_20 are Paley's of the first kind, H_28 of the second ("On
// orthogonal matrices", 1933), rows, then columns negated so that the first of each are all +1.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

namespace fftgen::verify {

/** m of a length m 2^b; 0 where the length is none. */
inline unsigned base_order(std::uint64_t length) {
  for (const unsigned base : {1U, 12U, 20U, 28U}) {
    const std::uint64_t rest = length / base;
    if (rest > 0 && length % base == 0 && (rest & (rest - 1)) == 0) return base;
  }
  return 0;
}

/** 1 for the square of another number modulo the prime, 0 for multiples of it, otherwise -1. */
inline int quadratic_character(int value, int prime) {
  const int wanted = ((value % prime) + prime) % prime;
  if (wanted == 0) return 0;
  for (int root = 1; root < prime; ++root) {
    if (root * root % prime == wanted) return 1;
  }
  return -1;
}

/** H_m in bits: 1 where an entry is -1. */
struct BaseMatrix {
  unsigned order = 1;
  std::uint32_t rows[28] = {};

  __host__ __device__ bool negative(std::uint64_t row, std::uint64_t column) const {
    return (rows[row] >> column & 1) != 0;
  }
};

inline BaseMatrix base_matrix(unsigned order) {
  BaseMatrix result;
  result.order = order;
  if (order == 1) return result;
  const int n = static_cast<int>(order);
  std::vector<std::vector<int>> entries(order, std::vector<int>(order));
  // The first kind, order q + 1: the identity plus a skew conference matrix. The second, order 2 (q + 1): every entry c
  // of a symmetric conference matrix becomes c [1 1; 1 -1], those of the diagonal, which are 0, [1 -1; -1 -1].
  const int q = order == 28 ? 13 : n - 1;
  const auto conference = [q, order](int i, int j) {
    if (i == j) return 0;
    if (i == 0) return 1;
    if (j == 0) return order == 28 ? 1 : -1;
    return quadratic_character(i - j, q);
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (order != 28) {
        entries[i][j] = i == j ? 1 : conference(i, j);
      } else {
        const int corner = i % 2 == 1 && j % 2 == 1 ? -1 : 1;
        const int diagonal = i % 2 == 0 && j % 2 == 0 ? 1 : -1;
        entries[i][j] = i / 2 == j / 2 ? diagonal : conference(i / 2, j / 2) * corner;
      }
    }
  }
  for (std::vector<int>& row : entries) {
    const int sign = row[0];
    for (int& entry : row) entry *= sign;
  }
  const std::vector<int> signs = entries[0];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (entries[i][j] * signs[j] < 0) result.rows[i] |= std::uint32_t{1} << j;
    }
  }
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
