// Plain stores into the shared memory of other blocks, for kernels that synchronise by the barrier of the cluster
// afterwards. Compute capability 9.0 and later.
//
// Each function wraps one PTX instruction, named in its comment.
#pragma once

#include <cuda_runtime.h>

#include <cstring>

namespace fftgen {

#ifdef __CUDACC__

/// Stores into the shared memory of a block of the cluster (st.shared::cluster).
__device__ __forceinline__ void store(Peer peer, float2* destination, float2 value) {
  asm volatile("st.shared::cluster.v2.f32 [%0], {%1, %2};" ::"r"(shared_address(destination) + peer.distance), "f"(value.x),
               "f"(value.y)
               : "memory");
}

__device__ __forceinline__ void store(Peer peer, double2* destination, double2 value) {
  asm volatile("st.shared::cluster.v2.f64 [%0], {%1, %2};" ::"r"(shared_address(destination) + peer.distance), "d"(value.x),
               "d"(value.y)
               : "memory");
}

__device__ __forceinline__ void store(Peer peer, unsigned* destination, unsigned value) {
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(shared_address(destination) + peer.distance), "r"(value) : "memory");
}

/// The same for any other element of 4, 8 or 16 bytes.
template <typename T>
__device__ __forceinline__ void store(Peer peer, T* destination, T value) {
  using Bits = typename Carrier<sizeof(T)>::type;
  Bits bits;
  memcpy(&bits, &value, sizeof(T));
  store(peer, reinterpret_cast<Bits*>(destination), bits);
}

#endif  // __CUDACC__

}  // namespace fftgen
