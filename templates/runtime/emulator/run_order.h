// The order in which a cluster's threads get their turns, and when the transfers that they start arrive. Both change
// from cluster to cluster, so that a kernel cannot come to rely on one.
#pragma once

#include <cstdint>
#include <vector>

namespace fftgen::emulator {

/// Whether copies and stores arrive only when no thread can go on without them, or else at once.
inline bool arrives_late(std::uint64_t cluster) { return cluster % 2 == 0; }

/// The threads of a cluster in the order of their turns: ascending; descending; the second half of each block first
/// (the back warps of warp-specialised kernels); the same with the blocks descending.
inline std::vector<unsigned> run_order(std::uint64_t cluster, unsigned blocks, unsigned threads_of_a_block) {
  const unsigned count = blocks * threads_of_a_block;
  std::vector<unsigned> order;
  order.reserve(count);
  for (unsigned turn = 0; turn < count; ++turn) {
    const unsigned block = turn / threads_of_a_block;
    const unsigned swapped = (turn % threads_of_a_block + threads_of_a_block / 2) % threads_of_a_block;
    switch (cluster % 4) {
      case 0: order.push_back(turn); break;
      case 1: order.push_back(count - 1 - turn); break;
      case 2: order.push_back(block * threads_of_a_block + swapped); break;
      default: order.push_back((blocks - 1 - block) * threads_of_a_block + swapped); break;
    }
  }
  return order;
}

}  // namespace fftgen::emulator
