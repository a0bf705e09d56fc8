// Memory accesses and arithmetic of complex numbers, for all kernels.
#pragma once

#include <cuda_runtime.h>

namespace fftgen {

/// Minimum resident blocks for __launch_bounds__: those of the plan, or as many as the threads of the target allow.
constexpr int blocks_per_sm(int threads, int wanted) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
  constexpr int threads_per_sm = 1024;
#elif defined(__CUDA_ARCH__) && \
    (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1200)
  constexpr int threads_per_sm = 1536;
#else
  constexpr int threads_per_sm = 2048;
#endif
  const int taken = (threads + 31) / 32 * 32;  // whole warps
  return taken * wanted <= threads_per_sm ? wanted : threads_per_sm / taken;
}

#ifdef __CUDACC__

/// Reads global memory through all caches.
template <typename T>
__device__ __forceinline__ T load(const T* address) {
  return *address;
}

/// Reads global memory that is not read again: streaming (ld.global.cs).
template <typename T>
__device__ __forceinline__ T load_streaming(const T* address) {
  return __ldcs(address);
}

/// Reads a constant table through the read-only path (ld.global.nc).
template <typename T>
__device__ __forceinline__ T load_table(const T* address) {
  return __ldg(address);
}

/// Writes global memory.
template <typename T>
__device__ __forceinline__ void store(T* address, T value) {
  *address = value;
}

/// Writes global memory that is not read again soon: streaming (st.global.cs).
template <typename T>
__device__ __forceinline__ void store_streaming(T* address, T value) {
  __stcs(address, value);
}

/// The dynamic shared memory of the launch, as an array of T.
template <typename T>
__device__ __forceinline__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char dynamic_shared_bytes[];
  return reinterpret_cast<T*>(dynamic_shared_bytes);
}

#endif  // __CUDACC__

/// a * b, each part with one rounded product and one fused multiply-add.
__device__ __forceinline__ float2 multiply(float2 a, float2 b) {
  return make_float2(fmaf(a.x, b.x, -(a.y * b.y)), fmaf(a.x, b.y, a.y * b.x));
}

__device__ __forceinline__ double2 multiply(double2 a, double2 b) {
  return make_double2(fma(a.x, b.x, -(a.y * b.y)), fma(a.x, b.y, a.y * b.x));
}

/// a * (1 + d): for small d as accurate as a single rounding of each part.
__device__ __forceinline__ float2 multiply_near_one(float2 a, float2 d) {
  return make_float2(fmaf(a.x, d.x, fmaf(-a.y, d.y, a.x)), fmaf(a.x, d.y, fmaf(a.y, d.x, a.y)));
}

__device__ __forceinline__ double2 multiply_near_one(double2 a, double2 d) {
  return make_double2(fma(a.x, d.x, fma(-a.y, d.y, a.x)), fma(a.x, d.y, fma(a.y, d.x, a.y)));
}

/// a * a. The real part is (a.x + a.y) * (a.x - a.y), which avoids the cancellation of two rounded squares.
__device__ __forceinline__ float2 square(float2 a) {
  return make_float2((a.x - a.y) * (a.x + a.y), (a.x + a.x) * a.y);
}

__device__ __forceinline__ double2 square(double2 a) {
  return make_double2((a.x - a.y) * (a.x + a.y), (a.x + a.x) * a.y);
}

/// a * factor for a real factor.
__device__ __forceinline__ float2 scale(float2 a, float factor) { return make_float2(a.x * factor, a.y * factor); }

__device__ __forceinline__ double2 scale(double2 a, double factor) { return make_double2(a.x * factor, a.y * factor); }

/// exp(-2 pi i turns) on the special function unit, with an absolute error of about 2^-21 (CUDA Programming Guide,
/// __sincosf: arguments in [-pi, pi]; turns are reduced to that range exactly).
__device__ __forceinline__ float2 fast_root(float turns) {
  float sine;
  float cosine;
  __sincosf(-6.28318530717958647692f * (turns - rintf(turns)), &sine, &cosine);
  return make_float2(cosine, sine);
}

/// exp(-2 pi i turns) in double precision.
__device__ __forceinline__ double2 fast_root(double turns) {
  double sine;
  double cosine;
  sincospi(-2.0 * turns, &sine, &cosine);
  return make_double2(cosine, sine);
}

}  // namespace fftgen
