// Device functions of kernels with thread-block clusters: barriers in shared memory, bulk tensor copies into shared memory,
// and stores into the shared memory of other blocks. Compute capability 9.0 and later.
//
// Each function wraps one PTX instruction, or a few that belong together, named in its comment.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstring>

namespace fftgen {

#ifdef __CUDACC__

/// Tensor map: the shape of an array in global memory and of the boxes that bulk copies read. The host encodes it.
using TensorMap = CUtensorMap;

/// The part of the dynamic shared memory that begins `offset` bytes after its start, as an array of T.
template <typename T>
__device__ __forceinline__ T* shared_part(unsigned offset) {
  extern __shared__ __align__(1024) unsigned char cluster_shared_bytes[];
  return reinterpret_cast<T*>(cluster_shared_bytes + offset);
}

template <typename T>
__device__ __forceinline__ unsigned shared_address(const T* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// --- The cluster and its blocks.

/// Rank of this block in its cluster.
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// Index of this cluster in the grid.
__device__ __forceinline__ unsigned cluster_index() {
  unsigned index;
  asm("mov.u32 %0, %%clusterid.x;" : "=r"(index));
  return index;
}

/// Number of clusters in the grid.
__device__ __forceinline__ unsigned cluster_count() {
  unsigned count;
  asm("mov.u32 %0, %%nclusterid.x;" : "=r"(count));
  return count;
}

/// Synchronises all threads of the cluster: each sees what the others have written (barrier.cluster.arrive,
/// barrier.cluster.wait).
__device__ __forceinline__ void sync_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/// A block of the cluster: the distance from an address in this block's shared memory to the same offset in that block's.
struct Peer {
  unsigned distance;
};

/// The blocks of the cluster by rank.
struct Peers {
  unsigned first;
  unsigned stride;
  __device__ __forceinline__ Peer operator[](unsigned rank) const { return {first + rank * stride}; }
};

/// Maps the shared memory of the other blocks (mapa); blocks of successive ranks are at equal distances.
__device__ __forceinline__ Peers cluster_peers() {
  const unsigned own = shared_address(shared_part<unsigned char>(0));
  unsigned first;
  unsigned second;
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(first) : "r"(own));
  asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(second) : "r"(own));
  return {first - own, second - first};
}

// --- Barriers in shared memory (mbarrier): a phase completes when all expected arrivals and bytes have arrived.

struct Barrier {
  unsigned address;
};

struct Barriers {
  unsigned address;
  __device__ __forceinline__ Barrier operator[](unsigned index) const { return {address + 8 * index}; }
};

/// Barriers of 8 bytes each, from `offset` bytes after the start of the dynamic shared memory.
__device__ __forceinline__ Barriers shared_barriers(unsigned offset) {
  return {shared_address(shared_part<unsigned char>(offset))};
}

/// Initialises a barrier that expects this many arrivals per phase (mbarrier.init).
__device__ __forceinline__ void initialise(Barrier barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier.address), "r"(arrivals) : "memory");
}

/// Makes initialised barriers visible to the cluster, before the cluster synchronises (fence.mbarrier_init).
__device__ __forceinline__ void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// Arrives, and adds this many bytes to those that the current phase expects (mbarrier.arrive.expect_tx).
__device__ __forceinline__ void expect_bytes(Barrier barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier.address), "r"(bytes) : "memory");
}

/// Arrives at a barrier of this block (mbarrier.arrive).
__device__ __forceinline__ void arrive(Barrier barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier.address) : "memory");
}

/// Arrives at the same barrier in another block of the cluster (mbarrier.arrive.release.cluster).
__device__ __forceinline__ void arrive(Barrier barrier, Peer peer) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(barrier.address + peer.distance)
               : "memory");
}

/// Waits for the phase with this parity to complete (mbarrier.try_wait.parity.acquire.cluster).
__device__ __forceinline__ void wait(Barrier barrier, unsigned parity) {
  asm volatile(
      "{\n\t"
      ".reg .pred done;\n"
      "again:\n\t"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], %1, 0x989680;\n\t"
      "@!done bra again;\n\t"
      "}" ::"r"(barrier.address),
      "r"(parity)
      : "memory");
}

// --- Named barriers: barrier `name` (1 to 15) of `threads` threads of a block, whole warps.

/// Waits until this many threads have arrived at the barrier (bar.sync).
__device__ __forceinline__ void sync_group(unsigned name, unsigned threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory");
}

/// Arrives at the barrier without waiting (bar.arrive).
__device__ __forceinline__ void arrive_group(unsigned name, unsigned threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(name), "r"(threads) : "memory");
}

// --- Asynchronous copies and stores.

/// Orders this thread's accesses to shared memory before the bulk copies that follow (fence.proxy.async).
__device__ __forceinline__ void fence_async_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/// Stores into the shared memory of a block of the cluster, and counts the bytes at that block's barrier (st.async).
__device__ __forceinline__ void send(Peer peer, float2* destination, float2 value, Barrier barrier) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.f32 [%0], {%1, %2}, [%3];" ::"r"(
                   shared_address(destination) + peer.distance),
               "f"(value.x), "f"(value.y), "r"(barrier.address + peer.distance)
               : "memory");
}

__device__ __forceinline__ void send(Peer peer, double2* destination, double2 value, Barrier barrier) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.f64 [%0], {%1, %2}, [%3];" ::"r"(
                   shared_address(destination) + peer.distance),
               "d"(value.x), "d"(value.y), "r"(barrier.address + peer.distance)
               : "memory");
}

__device__ __forceinline__ void send(Peer peer, unsigned* destination, unsigned value, Barrier barrier) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(
                   shared_address(destination) + peer.distance),
               "r"(value), "r"(barrier.address + peer.distance)
               : "memory");
}

/// The type that st.async moves for elements of this size.
template <unsigned Bytes>
struct Carrier;
template <>
struct Carrier<4> {
  using type = unsigned;
};
template <>
struct Carrier<8> {
  using type = float2;
};
template <>
struct Carrier<16> {
  using type = double2;
};

/// The same for any other element of 4, 8 or 16 bytes.
template <typename T>
__device__ __forceinline__ void send(Peer peer, T* destination, T value, Barrier barrier) {
  using Bits = typename Carrier<sizeof(T)>::type;
  Bits bits;
  memcpy(&bits, &value, sizeof(T));
  send(peer, reinterpret_cast<Bits*>(destination), bits, barrier);
}

/// Coordinate in elements of the tensor map, which are at most 8 bytes: an element of 16 bytes counts as two.
template <typename T>
__device__ __forceinline__ int map_coordinate(int element) {
  return element * (sizeof(T) == 16 ? 2 : 1);
}

/// Starts a bulk copy of a box of a two-dimensional map to shared memory, whose bytes are counted at a barrier
/// (cp.async.bulk.tensor). x and y: coordinates of the first element of the box, the contiguous dimension first.
template <typename T>
__device__ __forceinline__ void load_box(T* destination, const TensorMap& map, Barrier barrier, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          shared_address(destination)),
      "l"(&map), "r"(map_coordinate<T>(x)), "r"(y), "r"(barrier.address)
      : "memory");
}

/// The same in three dimensions.
template <typename T>
__device__ __forceinline__ void load_box(T* destination, const TensorMap& map, Barrier barrier, int x, int y, int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::
          "r"(shared_address(destination)),
      "l"(&map), "r"(map_coordinate<T>(x)), "r"(y), "r"(z), "r"(barrier.address)
      : "memory");
}

/// The same in four dimensions.
template <typename T>
__device__ __forceinline__ void load_box(T* destination, const TensorMap& map, Barrier barrier, int x, int y, int z,
                                         int w) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], "
      "[%6];" ::"r"(shared_address(destination)),
      "l"(&map), "r"(map_coordinate<T>(x)), "r"(y), "r"(z), "r"(w), "r"(barrier.address)
      : "memory");
}

/// The same in five dimensions.
template <typename T>
__device__ __forceinline__ void load_box(T* destination, const TensorMap& map, Barrier barrier, int x, int y, int z,
                                         int w, int v) {
  asm volatile(
      "cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5, %6}], "
      "[%7];" ::"r"(shared_address(destination)),
      "l"(&map), "r"(map_coordinate<T>(x)), "r"(y), "r"(z), "r"(w), "r"(v), "r"(barrier.address)
      : "memory");
}

/// Starts a prefetch of a box of a two-dimensional map into the L2 cache (cp.async.bulk.prefetch.tensor).
template <typename T>
__device__ __forceinline__ void prefetch_box(const TensorMap& map, int x, int y) {
  asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%0, {%1, %2}];" ::"l"(&map),
               "r"(map_coordinate<T>(x)), "r"(y)
               : "memory");
}

/// The same in three dimensions.
template <typename T>
__device__ __forceinline__ void prefetch_box(const TensorMap& map, int x, int y, int z) {
  asm volatile("cp.async.bulk.prefetch.tensor.3d.L2.global [%0, {%1, %2, %3}];" ::"l"(&map),
               "r"(map_coordinate<T>(x)), "r"(y), "r"(z)
               : "memory");
}

/// The same in four dimensions.
template <typename T>
__device__ __forceinline__ void prefetch_box(const TensorMap& map, int x, int y, int z, int w) {
  asm volatile("cp.async.bulk.prefetch.tensor.4d.L2.global [%0, {%1, %2, %3, %4}];" ::"l"(&map),
               "r"(map_coordinate<T>(x)), "r"(y), "r"(z), "r"(w)
               : "memory");
}

/// The same in five dimensions.
template <typename T>
__device__ __forceinline__ void prefetch_box(const TensorMap& map, int x, int y, int z, int w, int v) {
  asm volatile("cp.async.bulk.prefetch.tensor.5d.L2.global [%0, {%1, %2, %3, %4, %5}];" ::"l"(&map),
               "r"(map_coordinate<T>(x)), "r"(y), "r"(z), "r"(w), "r"(v)
               : "memory");
}

// --- Counters in global memory, shared by all clusters of the grid.

/// Takes the next value of a counter (atom.add).
__device__ __forceinline__ unsigned take_number(unsigned* counter) { return atomicAdd(counter, 1u); }

#endif  // __CUDACC__

}  // namespace fftgen
