// The emulator's versions of the functions of fftgen_cluster.cuh, and of __syncwarp: each passes what is asked, and its
// line, on to the cluster that is running.
//
// They work in launches that ask for clusters, of one block where more are not needed. In others their use is a fault:
// block.h runs the threads of a block one after the other from barrier to barrier, which suits no other way to wait.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include "cluster.h"
#include "cuda_language.h"
#include "device_functions.h"
#include "faults.h"
#include "observer.h"
#include "source_line.h"
#include "tensor_map.h"

namespace fftgen::emulator {

/// use(cluster) for the running cluster, or a fault where there is none.
template <typename Use>
__forceinline__ void with_cluster(const char* function, SourceLine at, Use use) {
  if (current_cluster != nullptr) return use(*current_cluster);
  current_observer->tell(FaultKind::no_cluster, at, [&] {
    return "calls " + std::string(function) +
           "(), but the launch has no cudaLaunchAttributeClusterDimension; one of 1 block is enough for the emulator";
  });
}

}  // namespace fftgen::emulator

/// A barrier of the warp's threads that have not returned.
inline void __syncwarp(fftgen::emulator::SourceLine at = fftgen::emulator::SourceLine::current()) {
  fftgen::emulator::with_cluster("__syncwarp", at, [&](fftgen::emulator::Cluster& cluster) {
    cluster.meetings().sync_warp(at);
  });
}

namespace fftgen {

/// The part of the dynamic shared memory that begins `offset` bytes after its start, as an array of T.
template <typename T>
__forceinline__ emulator::SharedArray<T> shared_part(unsigned offset,
                                                     emulator::SourceLine at = emulator::SourceLine::current()) {
  if (emulator::unlikely(offset % sizeof(T) != 0)) {
    emulator::current_observer->tell(emulator::FaultKind::shared_out_of_bounds, at, [&] {
      return "takes byte " + std::to_string(offset) + " of shared memory for the beginning of elements of " +
             std::to_string(sizeof(T)) + " bytes, to which it is not aligned";
    });
  }
  return emulator::SharedArray<T>(static_cast<unsigned>(offset / sizeof(T)));
}

// --- The cluster and its blocks.

inline unsigned cluster_rank(emulator::SourceLine at = emulator::SourceLine::current()) {
  unsigned rank = 0;
  emulator::with_cluster("cluster_rank", at, [&](emulator::Cluster& cluster) {
    rank = cluster.rank();
  });
  return rank;
}

inline unsigned cluster_index(emulator::SourceLine at = emulator::SourceLine::current()) {
  unsigned index = 0;
  emulator::with_cluster("cluster_index", at, [&](emulator::Cluster& cluster) {
    index = blockIdx.x / cluster.blocks();
  });
  return index;
}

inline unsigned cluster_count(emulator::SourceLine at = emulator::SourceLine::current()) {
  unsigned count = 1;
  emulator::with_cluster("cluster_count", at, [&](emulator::Cluster& cluster) {
    count = gridDim.x / cluster.blocks();
  });
  return count;
}

inline void sync_cluster(emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("sync_cluster", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().sync_cluster(at);
  });
}

struct Peer {
  unsigned rank;
};

struct Peers {
  Peer operator[](unsigned rank) const { return {rank}; }
};

inline Peers cluster_peers() { return {}; }

// --- Barriers in shared memory.

struct Barrier {
  unsigned offset;
};

struct Barriers {
  unsigned offset;
  Barrier operator[](unsigned index) const { return {offset + 8 * index}; }
};

inline Barriers shared_barriers(unsigned offset) { return {offset}; }

inline void initialise(Barrier barrier, unsigned arrivals,
                       emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("initialise", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().initialise(barrier.offset, arrivals, at);
  });
}

inline void publish_barriers(emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("publish_barriers", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().publish_barriers();
  });
}

inline void expect_bytes(Barrier barrier, unsigned bytes,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("expect_bytes", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().expect_bytes(barrier.offset, bytes, at);
  });
}

inline void arrive(Barrier barrier, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("arrive", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().arrive(cluster.rank(), barrier.offset, at);
  });
}

inline void arrive(Barrier barrier, Peer peer, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("arrive", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().arrive(peer.rank, barrier.offset, at);
  });
}

inline void wait(Barrier barrier, unsigned parity, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("wait", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().wait(barrier.offset, parity, at);
  });
}

// --- Groups of threads of a block.

inline void sync_group(unsigned name, unsigned threads,
                       emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("sync_group", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().come_to_group(name, threads, at, true);
  });
}

inline void arrive_group(unsigned name, unsigned threads,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("arrive_group", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().come_to_group(name, threads, at, false);
  });
}

// --- Asynchronous copies and stores.

inline void fence_async_proxy(emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("fence_async_proxy", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().fence_async_proxy();
  });
}

template <typename T>
inline void send(Peer peer, emulator::SharedArray<T> destination, typename emulator::Exactly<T>::type value,
                 Barrier barrier, emulator::SourceLine at = emulator::SourceLine::current()) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "sends elements of 4, 8 or 16 bytes");
  emulator::with_cluster("send", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().send(peer.rank, destination.offset(), &value, sizeof(T), barrier.offset, at);
  });
}

/// A coordinate along the contiguous dimension, in elements of T, as the map counts it.
template <typename T>
constexpr int map_coordinate(int element) {
  return element * (sizeof(T) == 16 ? 2 : 1);
}

template <typename T>
inline void load_box(emulator::SharedArray<T> destination, const TensorMap& map, Barrier barrier, int x, int y,
                     emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("load_box", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().load_box(destination.offset(), map, 2, {map_coordinate<T>(x), y, 0, 0, 0}, barrier.offset, at);
  });
}

template <typename T>
inline void load_box(emulator::SharedArray<T> destination, const TensorMap& map, Barrier barrier, int x, int y, int z,
                     emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("load_box", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().load_box(destination.offset(), map, 3, {map_coordinate<T>(x), y, z, 0, 0}, barrier.offset, at);
  });
}

template <typename T>
inline void load_box(emulator::SharedArray<T> destination, const TensorMap& map, Barrier barrier, int x, int y, int z,
                     int w, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("load_box", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().load_box(destination.offset(), map, 4, {map_coordinate<T>(x), y, z, w, 0}, barrier.offset, at);
  });
}

template <typename T>
inline void load_box(emulator::SharedArray<T> destination, const TensorMap& map, Barrier barrier, int x, int y, int z,
                     int w, int v, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("load_box", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().load_box(destination.offset(), map, 5, {map_coordinate<T>(x), y, z, w, v}, barrier.offset, at);
  });
}

/// What is brought to the L2 cache shows nowhere: only that such a box can be copied is checked.
template <typename T>
inline void prefetch_box(const TensorMap& map, int x, int y,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("prefetch_box", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().prefetch_box(map, 2, {map_coordinate<T>(x), y, 0, 0, 0}, at);
  });
}

template <typename T>
inline void prefetch_box(const TensorMap& map, int x, int y, int z,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("prefetch_box", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().prefetch_box(map, 3, {map_coordinate<T>(x), y, z, 0, 0}, at);
  });
}

template <typename T>
inline void prefetch_box(const TensorMap& map, int x, int y, int z, int w,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("prefetch_box", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().prefetch_box(map, 4, {map_coordinate<T>(x), y, z, w, 0}, at);
  });
}

template <typename T>
inline void prefetch_box(const TensorMap& map, int x, int y, int z, int w, int v,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("prefetch_box", at, [&](emulator::Cluster& cluster) {
    cluster.transfers().prefetch_box(map, 5, {map_coordinate<T>(x), y, z, w, v}, at);
  });
}

// --- Counters in global memory.

inline unsigned take_number(unsigned* counter, emulator::SourceLine at = emulator::SourceLine::current()) {
  unsigned number = 0;
  emulator::with_cluster("take_number", at, [&](emulator::Cluster& cluster) {
    number = cluster.take_number(counter, at);
  });
  return number;
}

// --- Those of fftgen_undivided.cuh.

inline void arrive_cluster(emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("arrive_cluster", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().arrive_cluster(at);
  });
}

inline void wait_cluster(emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::with_cluster("wait_cluster", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().wait_cluster(at);
  });
}

// --- Those of fftgen_early.cuh, for all kernels: here launches run one after the other.

inline void wait_for_previous_kernel() {}

inline void let_next_kernel_start() {}

}  // namespace fftgen
