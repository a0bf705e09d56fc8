// The emulator's versions of the functions of fftgen_cluster.cuh, and of __syncwarp: each passes its arguments, and
// its line, to the running cluster, which device_calls.cpp finds.
//
// They work in launches with clusters; clusters may have one block. In other launches their use is a fault: block.h
// runs the threads of a block one after the other from barrier to barrier, which allows no other way to wait.
#pragma once

#include "cuda_language.h"
#include "device_calls.h"
#include "device_functions.h"
#include "source_line.h"
#include "tensor_map.h"

/// A barrier of the warp's threads that have not returned.
void __syncwarp(fftgen::emulator::SourceLine at = fftgen::emulator::SourceLine::current());

namespace fftgen {

/// The part of the dynamic shared memory that begins `offset` bytes after its start, as an array of T.
template <typename T>
FFTGEN_ALWAYS_INLINE emulator::SharedArray<T> shared_part(unsigned offset,
                                                     emulator::SourceLine at = emulator::SourceLine::current()) {
  if (offset % sizeof(T) != 0) emulator::tell_misaligned_part(offset, sizeof(T), at);
  return emulator::SharedArray<T>(static_cast<unsigned>(offset / sizeof(T)));
}

// --- The cluster and its blocks.

unsigned cluster_rank(emulator::SourceLine at = emulator::SourceLine::current());
unsigned cluster_index(emulator::SourceLine at = emulator::SourceLine::current());
unsigned cluster_count(emulator::SourceLine at = emulator::SourceLine::current());
void sync_cluster(emulator::SourceLine at = emulator::SourceLine::current());

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

void initialise(Barrier barrier, unsigned arrivals, emulator::SourceLine at = emulator::SourceLine::current());
void publish_barriers(emulator::SourceLine at = emulator::SourceLine::current());
void expect_bytes(Barrier barrier, unsigned bytes, emulator::SourceLine at = emulator::SourceLine::current());
void arrive(Barrier barrier, emulator::SourceLine at = emulator::SourceLine::current());
void arrive(Barrier barrier, Peer peer, emulator::SourceLine at = emulator::SourceLine::current());
void wait(Barrier barrier, unsigned parity, emulator::SourceLine at = emulator::SourceLine::current());

// --- Groups of threads of a block.

void sync_group(unsigned name, unsigned threads, emulator::SourceLine at = emulator::SourceLine::current());
void arrive_group(unsigned name, unsigned threads, emulator::SourceLine at = emulator::SourceLine::current());

// --- Asynchronous copies and stores.

void fence_async_proxy(emulator::SourceLine at = emulator::SourceLine::current());

template <typename T>
inline void send(Peer peer, emulator::SharedArray<T> destination, typename emulator::Exactly<T>::type value,
                 Barrier barrier, emulator::SourceLine at = emulator::SourceLine::current()) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "sends elements of 4, 8 or 16 bytes");
  emulator::send(peer.rank, destination.offset(), &value, sizeof(T), barrier.offset, at);
}

/// A coordinate along the contiguous dimension, in elements of T, as the map counts it.
template <typename T>
constexpr int map_coordinate(int element) {
  return element * (sizeof(T) == 16 ? 2 : 1);
}

template <typename T>
inline void load_box(emulator::SharedArray<T> destination, const TensorMap& map, Barrier barrier, int x, int y,
                     emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::load_box(destination.offset(), map, 2, {map_coordinate<T>(x), y, 0, 0, 0}, barrier.offset, at);
}

template <typename T>
inline void load_box(emulator::SharedArray<T> destination, const TensorMap& map, Barrier barrier, int x, int y, int z,
                     emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::load_box(destination.offset(), map, 3, {map_coordinate<T>(x), y, z, 0, 0}, barrier.offset, at);
}

template <typename T>
inline void load_box(emulator::SharedArray<T> destination, const TensorMap& map, Barrier barrier, int x, int y, int z,
                     int w, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::load_box(destination.offset(), map, 4, {map_coordinate<T>(x), y, z, w, 0}, barrier.offset, at);
}

template <typename T>
inline void load_box(emulator::SharedArray<T> destination, const TensorMap& map, Barrier barrier, int x, int y, int z,
                     int w, int v, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::load_box(destination.offset(), map, 5, {map_coordinate<T>(x), y, z, w, v}, barrier.offset, at);
}

/// A prefetch to the L2 cache has no visible effect: only whether such a box can be copied is checked.
template <typename T>
inline void prefetch_box(const TensorMap& map, int x, int y,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::prefetch_box(map, 2, {map_coordinate<T>(x), y, 0, 0, 0}, at);
}

template <typename T>
inline void prefetch_box(const TensorMap& map, int x, int y, int z,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::prefetch_box(map, 3, {map_coordinate<T>(x), y, z, 0, 0}, at);
}

template <typename T>
inline void prefetch_box(const TensorMap& map, int x, int y, int z, int w,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::prefetch_box(map, 4, {map_coordinate<T>(x), y, z, w, 0}, at);
}

template <typename T>
inline void prefetch_box(const TensorMap& map, int x, int y, int z, int w, int v,
                         emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::prefetch_box(map, 5, {map_coordinate<T>(x), y, z, w, v}, at);
}

// --- Counters in global memory.

unsigned take_number(unsigned* counter, emulator::SourceLine at = emulator::SourceLine::current());

// --- Functions of fftgen_undivided.cuh.

void arrive_cluster(emulator::SourceLine at = emulator::SourceLine::current());
void wait_cluster(emulator::SourceLine at = emulator::SourceLine::current());

// --- The function of fftgen_peer_stores.cuh.

template <typename T>
inline void store(Peer peer, emulator::SharedArray<T> destination, typename emulator::Exactly<T>::type value,
                  emulator::SourceLine at = emulator::SourceLine::current()) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "stores elements of 4, 8 or 16 bytes");
  emulator::store_in_peer(peer.rank, destination.offset(), &value, sizeof(T), at);
}

// --- The function of fftgen_anew.cuh.

inline unsigned thread_number() { return threadIdx.x; }

// --- The function of fftgen_prefetch.cuh, for all kernels.

template <class T>
inline void prefetch_part(const T* source, unsigned elements, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::prefetch_global(source, elements * sizeof(T), at);
}

// --- Functions of fftgen_early.cuh, for all kernels: emulated launches run one after the other.

inline void wait_for_previous_kernel() {}

inline void let_next_kernel_start() {}

}  // namespace fftgen
